// @module-tag platform
// Compares with the platform's own RSA: the browser's or Node's.
import { type Hash, load, type PrivateKey } from "rsa-variants";
import { describe, expect, it } from "vitest";
import { build, madeFrom } from "./support.ts";

const { subtle } = crypto;
const hashes: readonly Hash[] = ["SHA-1", "SHA-256", "SHA-384", "SHA-512"];
const inBrowser = typeof document !== "undefined";
const data = new TextEncoder().encode("a message");
const label = new TextEncoder().encode("a label");

const rsa = await load({ build });
const key = rsa.generateKey({ variant: "crt", modulusLength: 2048 }, madeFrom(160));

/** Bytes of the type that WebCrypto needs. */
const own = (bytes: Uint8Array) => new Uint8Array(bytes);
const bytesOf = (buffer: ArrayBuffer) => new Uint8Array(buffer);

/** Our key in WebCrypto, by each format that both support. */
async function there(from: PrivateKey, name: string, hash: Hash): Promise<[CryptoKey, CryptoKey][]> {
  const [toPrivate, toPublic] = usages(name);
  const algorithm = { name, hash };
  return Promise.all([
    Promise.all([
      subtle.importKey("pkcs8", own(await from.export("pkcs8-der")), algorithm, true, toPrivate),
      subtle.importKey("spki", own(await from.publicKey.export("spki-der")), algorithm, true, toPublic),
    ]),
    Promise.all([
      subtle.importKey("jwk", await from.export("jwk"), algorithm, true, toPrivate),
      subtle.importKey("jwk", await from.publicKey.export("jwk"), algorithm, true, toPublic),
    ]),
  ]);
}

function usages(name: string): [KeyUsage[], KeyUsage[]] {
  return name === "RSA-OAEP" ? [["decrypt"], ["encrypt"]] : [["sign"], ["verify"]];
}

describe.each(hashes)("with %s, our key and the platform's functions agree:", (hash) => {
  it("RSA-OAEP, with and without a label", async () => {
    for (const [privateKey, publicKey] of await there(key, "RSA-OAEP", hash)) {
      for (const parameters of [{}, { label }]) {
        const algorithm = { name: "RSA-OAEP", ...parameters } as const;
        const theirs = bytesOf(await subtle.encrypt(algorithm, publicKey, data));
        expect(key.decrypt({ ...algorithm, hash }, theirs)).toEqual(data);
        const ours = own(key.publicKey.encrypt({ ...algorithm, hash }, data));
        expect(bytesOf(await subtle.decrypt(algorithm, privateKey, ours))).toEqual(data);
      }
    }
  });

  it("RSA-PSS, with salts of several lengths", async () => {
    for (const [privateKey, publicKey] of await there(key, "RSA-PSS", hash)) {
      for (const saltLength of [0, 20, 32, 256 - 2 - 64]) {
        const algorithm = { name: "RSA-PSS", saltLength } as const;
        const theirs = bytesOf(await subtle.sign(algorithm, privateKey, data));
        expect(key.publicKey.verify({ ...algorithm, hash }, theirs, data)).toBe(true);
        const ours = own(key.sign({ ...algorithm, hash }, data));
        expect(await subtle.verify(algorithm, publicKey, ours, data)).toBe(true);
        expect(await subtle.verify(algorithm, publicKey, ours, label)).toBe(false);
      }
    }
  });

  it("RSASSA-PKCS1-v1_5, to the byte", async () => {
    const algorithm = { name: "RSASSA-PKCS1-v1_5" } as const;
    for (const [privateKey, publicKey] of await there(key, algorithm.name, hash)) {
      const theirs = bytesOf(await subtle.sign(algorithm, privateKey, data));
      const ours = own(key.sign({ ...algorithm, hash }, data));
      expect(ours).toEqual(theirs);
      expect(await subtle.verify(algorithm, publicKey, ours, data)).toBe(true);
      expect(key.publicKey.verify({ ...algorithm, hash }, theirs, data)).toBe(true);
    }
  });
});

it("a key of the platform is read here from PKCS #8, SPKI and JWK, and written the same again", async () => {
  const generation = {
    name: "RSA-OAEP",
    hash: "SHA-256",
    modulusLength: 2048,
    publicExponent: own([1, 0, 1] as never),
  };
  const made = await subtle.generateKey(generation, true, ["encrypt", "decrypt"]);
  const pkcs8 = bytesOf(await subtle.exportKey("pkcs8", made.privateKey));
  const jwk = await subtle.exportKey("jwk", made.privateKey);
  const spki = bytesOf(await subtle.exportKey("spki", made.publicKey));
  const publicJwk = await subtle.exportKey("jwk", made.publicKey);
  const ciphertext = bytesOf(await subtle.encrypt({ name: "RSA-OAEP" }, made.publicKey, data));
  for (const read of [await rsa.importPrivateKey(pkcs8), await rsa.importPrivateKey(jwk)]) {
    expect(read.params).toEqual({ variant: "crt", modulusLength: 2048, publicExponent: 65537n });
    expect(read.decrypt({ name: "RSA-OAEP" }, ciphertext)).toEqual(data);
    expect(await read.export("pkcs8-der")).toEqual(pkcs8);
    expect(jwk).toMatchObject(await read.export("jwk"));
    expect(await read.publicKey.export("spki-der")).toEqual(spki);
    read.free();
  }
  for (const read of [await rsa.importPublicKey(spki), await rsa.importPublicKey(publicJwk)]) {
    const encrypted = own(read.encrypt({ name: "RSA-OAEP" }, data));
    expect(bytesOf(await subtle.decrypt({ name: "RSA-OAEP" }, made.privateKey, encrypted))).toEqual(data);
    read.free();
  }
});

describe.runIf(inBrowser)("Chromium", () => {
  const algorithm = { name: "RSASSA-PKCS1-v1_5", hash: "SHA-256" } as const;
  /** What comes of importing a key in each format: "taken", or the name of the error. */
  async function outcomes(from: PrivateKey): Promise<Record<"pkcs8" | "jwk" | "spki" | "publicJwk", string>> {
    const outcome = (call: Promise<unknown>) =>
      call.then(
        () => "taken",
        (error: Error) => error.name,
      );
    const spki = own(await from.publicKey.export("spki-der"));
    return {
      pkcs8: await outcome(subtle.importKey("pkcs8", own(await from.export("pkcs8-der")), algorithm, false, ["sign"])),
      jwk: await outcome(subtle.importKey("jwk", await from.export("jwk"), algorithm, false, ["sign"])),
      spki: await outcome(subtle.importKey("spki", spki, algorithm, false, ["verify"])),
      publicJwk: await outcome(
        subtle.importKey("jwk", await from.publicKey.export("jwk"), algorithm, false, ["verify"]),
      ),
    };
  }
  const refused = { pkcs8: "DataError", jwk: "DataError", spki: "DataError", publicJwk: "OperationError" };
  const taken = { pkcs8: "taken", jwk: "taken", spki: "taken", publicJwk: "taken" };

  it("refuses private keys of more than two primes, and accepts their public keys", async () => {
    for (const primes of [3, 4]) {
      using three = rsa.generateKey({ variant: "multi-prime", modulusLength: 2048, primes }, madeFrom(161));
      expect(await outcomes(three)).toEqual({ ...refused, spki: "taken", publicJwk: "taken" });
    }
  });

  it("refuses a long public exponent, and accepts one of 32 bits", async () => {
    for (const variant of ["rebalanced", "r-prime", "scheme-b"] as const) {
      using long = rsa.generateKey({ variant, modulusLength: 2048 }, madeFrom(162));
      expect(await outcomes(long), variant).toEqual(refused);
    }
    for (const publicExponent of [3n, 65537n, 2n ** 32n - 1n]) {
      using short = rsa.generateKey({ variant: "crt", modulusLength: 2048, publicExponent }, madeFrom(163));
      expect(await outcomes(short), String(publicExponent)).toEqual(taken);
    }
  });

  it("accepts the compatible one of two rebalanced hybrid keys", async () => {
    const params = { variant: "rebalanced", modulusLength: 2048 } as const;
    const { fast, compatible } = rsa.generateCommonModulusKeys(params, 65537n, madeFrom(164));
    expect(await outcomes(fast)).toEqual(refused);
    expect(await outcomes(compatible)).toEqual(taken);
    fast.free();
    compatible.free();
  });
});
