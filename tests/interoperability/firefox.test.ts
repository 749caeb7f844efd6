// Exchanges keys, ciphertexts and signatures with Firefox's WebCrypto, both ways: the tests of library/webcrypto.test.ts, which run
// in Chromium and Node, and the differences of Firefox.
import { type Hash, type KeyParams, load, type PrivateKey } from "rsa-variants";
import { afterAll, describe, expect, it } from "vitest";
import { type KeyData, startFirefox } from "./firefox.ts";

const rsa = await load();
const firefox = await startFirefox();
afterAll(() => firefox?.close());

const message = new TextEncoder().encode("a message");
const hashes: readonly Hash[] = ["SHA-1", "SHA-256", "SHA-384", "SHA-512"];
const signature = { name: "RSASSA-PKCS1-v1_5", hash: "SHA-256" } as const;
const list = (bytes: Uint8Array) => [...bytes];
const bytes = (answer: unknown) => new Uint8Array(answer as number[]);

/** A key in Firefox, by each format that both support: private and public. */
async function there(key: PrivateKey): Promise<[KeyData, KeyData][]> {
  return [
    [{ pkcs8: list(await key.export("pkcs8-der")) }, { spki: list(await key.publicKey.export("spki-der")) }],
    [{ jwk: await key.export("jwk") }, { jwk: await key.publicKey.export("jwk") }],
  ];
}

/** What comes of importing a key in each format: "taken", or the name of the error. */
async function outcomes(from: PrivateKey) {
  const outcome = (key: KeyData) =>
    firefox.subtle({ call: "import", key, algorithm: signature }).catch((error: Error) => error.message);
  const [[pkcs8, spki], [jwk, publicJwk]] = (await there(from)) as [[KeyData, KeyData], [KeyData, KeyData]];
  return {
    pkcs8: await outcome(pkcs8),
    jwk: await outcome(jwk),
    spki: await outcome(spki),
    publicJwk: await outcome(publicJwk),
  };
}
const taken = { pkcs8: "taken", jwk: "taken", spki: "taken", publicJwk: "taken" };

function withKey<T>(params: KeyParams, use: (key: PrivateKey) => Promise<T>): Promise<T> {
  const key = rsa.generateKey(params, { allowBroken: true });
  return use(key).finally(() => key.free());
}

describe("our keys in Firefox", () => {
  it.each(hashes)("with %s work on both sides", (hash) =>
    withKey({ variant: "crt", modulusLength: 2048 }, async (key) => {
      const oaep = { name: "RSA-OAEP", hash } as const;
      const pss = { name: "RSA-PSS", hash, saltLength: 20 } as const;
      const pkcs1 = { name: "RSASSA-PKCS1-v1_5", hash } as const;
      const data = list(message);
      for (const [privateKey, publicKey] of await there(key)) {
        const theirs = await firefox.subtle({ call: "encrypt", key: publicKey, algorithm: oaep, data });
        expect(key.decrypt(oaep, bytes(theirs))).toEqual(message);
        const ours = list(key.publicKey.encrypt(oaep, message));
        const decrypted = await firefox.subtle({ call: "decrypt", key: privateKey, algorithm: oaep, data: ours });
        expect(bytes(decrypted)).toEqual(message);
        for (const algorithm of [pss, pkcs1]) {
          const signed = await firefox.subtle({ call: "sign", key: privateKey, algorithm, data });
          expect(key.publicKey.verify(algorithm, bytes(signed), message)).toBe(true);
          const verify = {
            call: "verify",
            key: publicKey,
            algorithm,
            signature: list(key.sign(algorithm, message)),
          } as const;
          expect(await firefox.subtle({ ...verify, data })).toBe(true);
          expect(await firefox.subtle({ ...verify, data: [...data, 0] })).toBe(false);
        }
      }
    }),
  );

  it("of more than two primes are refused, and their public keys accepted", async () => {
    for (const primes of [3, 4]) {
      await withKey({ variant: "multi-prime", modulusLength: 2048, primes }, async (key) => {
        const { pkcs8, jwk, ...publics } = await outcomes(key);
        expect([pkcs8, jwk]).toEqual(["DataError", "DataError"]);
        expect(publics).toEqual({ spki: "taken", publicJwk: "taken" });
      });
    }
  });

  it("with a long public exponent sign correctly if they have two primes", async () => {
    for (const variant of ["rebalanced", "scheme-b"] as const) {
      await withKey({ variant, modulusLength: 2048 }, async (key) => {
        expect(await outcomes(key), variant).toEqual(taken);
        for (const [privateKey] of await there(key)) {
          const signed = await firefox.subtle({
            call: "sign",
            key: privateKey,
            algorithm: signature,
            data: list(message),
          });
          expect(key.publicKey.verify(signature, bytes(signed), message), variant).toBe(true);
        }
      });
    }
    await withKey({ variant: "r-prime", modulusLength: 2048 }, async (key) => {
      const { pkcs8, jwk } = await outcomes(key);
      expect([pkcs8, jwk]).toEqual(["DataError", "DataError"]);
    });
  });

  it("with a public exponent above 64 bits reject good signatures, and do not encrypt", async () => {
    const outcomes = (params: KeyParams) =>
      withKey(params, async (key) => {
        const common = { data: list(message) } as const;
        const good = list(key.sign(signature, message));
        const algorithm = { name: "RSA-OAEP", hash: "SHA-256" } as const;
        return Promise.all(
          (await there(key)).map(async ([, publicKey]) => [
            await firefox.subtle({ call: "verify", key: publicKey, algorithm: signature, signature: good, ...common }),
            await firefox.subtle({ call: "encrypt", key: publicKey, algorithm, ...common }).then(
              (ciphertext) => new TextDecoder().decode(key.decrypt(algorithm, bytes(ciphertext))),
              (error: Error) => error.message,
            ),
          ]),
        );
      });
    const short = [3n, 65537n, 2n ** 32n - 1n, 2n ** 63n + 1n];
    for (const publicExponent of short) {
      const found = await outcomes({ variant: "crt", modulusLength: 2048, publicExponent });
      expect(found, String(publicExponent)).toEqual(Array(2).fill([true, "a message"]));
    }
    const long: KeyParams[] = [
      { variant: "crt", modulusLength: 2048, publicExponent: 2n ** 64n + 1n },
      { variant: "rebalanced", modulusLength: 2048 },
      { variant: "scheme-b", modulusLength: 2048 },
    ];
    for (const params of long) {
      expect(await outcomes(params), params.variant).toEqual(Array(2).fill([false, "OperationError"]));
    }
  });
});

it("Firefox's keys here are read from PKCS #8, SPKI and JWK, and written the same again", async () => {
  const algorithm = { name: "RSA-OAEP", hash: "SHA-256" } as const;
  const made = await firefox.generate(algorithm, 2048);
  const key = { spki: made.spki };
  const ciphertext = bytes(await firefox.subtle({ call: "encrypt", key, algorithm, data: list(message) }));
  for (const read of [await rsa.importPrivateKey(bytes(made.pkcs8)), await rsa.importPrivateKey(made.jwk)]) {
    expect(read.params).toEqual({ variant: "crt", modulusLength: 2048, publicExponent: 65537n });
    expect(read.decrypt(algorithm, ciphertext)).toEqual(message);
    expect(list(await read.export("pkcs8-der"))).toEqual(made.pkcs8);
    expect(made.jwk).toMatchObject(await read.export("jwk"));
    read.free();
  }
  for (const read of [await rsa.importPublicKey(bytes(made.spki)), await rsa.importPublicKey(made.publicJwk)]) {
    const data = list(read.encrypt(algorithm, message));
    const call = { call: "decrypt", key: { pkcs8: made.pkcs8 }, algorithm, data } as const;
    expect(bytes(await firefox.subtle(call))).toEqual(message);
    expect(list(await read.export("spki-der"))).toEqual(made.spki);
    read.free();
  }
});

it("this library in Firefox converts keys to a CryptoKey and back", async () => {
  expect(await firefox.roundTrip({ name: "RSA-PSS", hash: "SHA-256", saltLength: 32 })).toEqual({
    verified: { here: true, there: true },
    same: { secret: true, open: true, theirs: true },
    locked: "unsupported-format",
  });
});
