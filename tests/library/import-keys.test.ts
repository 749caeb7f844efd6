// What import reports, refuses in strict mode, and leaves out of a file with several keys.
import { connect, type ImportWarning, load, type RsaErrorCode } from "rsa-variants";
import { describe, expect, it, vi } from "vitest";
import { build, closedAtEnd, expectRejected, madeFrom } from "./support.ts";

const rsa = await load({ build });
const key = rsa.generateKey({ variant: "crt", modulusLength: 1024 }, madeFrom(190));
const workers = closedAtEnd(await connect({ build, workers: 1 }));

/** JSON Web Keys as other software writes them, PEM in JSON, and text: the data, and the codes of the repairs. */
async function deviations(): Promise<[name: string, data: string | object, ...codes: string[]][]> {
  const jwk = await key.export("jwk");
  const { n, e, d, p, q } = jwk;
  const publicJwk = await key.publicKey.export("jwk");
  const pem = await key.export("pkcs8-pem");
  const standard = n.replaceAll("-", "+").replaceAll("_", "/");
  const spki = btoa(String.fromCharCode(...(await key.publicKey.export("spki-der"))));
  const { modulus } = key.publicKey;
  const hex = modulus.toString(16);
  const colons = `00${hex}`.replaceAll(/(..)(?=.)/g, "$1:");
  const blob = (await key.publicKey.export("openssh")).trim().split(" ")[1];
  const withZero = btoa(`\0${atob(standard.padEnd(Math.ceil(n.length / 4) * 4, "="))}`);
  return [
    ["escaped PEM", pem.replaceAll("\n", "\\n"), "escapes"],
    ["a wrong label", pem.replaceAll("PRIVATE", "RSA PRIVATE"), "wrong-label"],
    ["no padding and the other alphabet", { ...publicJwk, n: `${standard}==` }, "base64-variant"],
    ["a leading zero", { ...publicJwk, n: withZero }, "base64-variant", "leading-zeros"],
    ["null", { ...publicJwk, d: null, p: null }, "null-members"],
    ["no CRT numbers", { kty: "RSA", n, e, d, p, q }, "computed-numbers"],
    ["some CRT numbers", { ...jwk, qi: undefined }, "computed-numbers"],
    ["other CRT numbers", { ...jwk, dp: undefined }, "computed-numbers"],
    ["a set of one", { keys: [jwk] }, "one-of-a-set"],
    ["a service account", { type: "service_account", private_key: pem }, "nested-json"],
    ["a nested service account", JSON.stringify({ data: { private_key: pem } }), "nested-json"],
    ["JSON in JSON", JSON.stringify({ body: JSON.stringify({ secret: pem }) }), "nested-json"],
    ["a JWK in a member", { key: publicJwk }, "nested-json"],
    ["an answer of a key service", { KeyId: "1", PublicKey: spki }, "nested-json", "no-label"],
    ["Base64 of PEM in JSON", { data: { "tls.key": btoa(pem) } }, "nested-json"],
    ["a Secret of Kubernetes", `kind: Secret\ndata:\n  ca: none\n  tls.key: ${btoa(pem)}\n`, "encoded-twice"],
    ["a DKIM record", `v=DKIM1; k=rsa; p=${spki}`, "dkim-record", "no-label"],
    [
      "a DKIM record in a zone",
      `m._domainkey IN TXT ( "v=DKIM1; k=rsa; "\n  "p=${spki.slice(0, 60)}" "${spki.slice(60)}" ) ;`,
      "dkim-record",
      "no-label",
    ],
    ["an escaped DKIM record", `v=DKIM1\\; k=rsa\\; p=${spki}`, "dkim-record", "no-label"],
    ["an algorithm of SSH signatures", `rsa-sha2-512 ${blob} me@host`, "ssh-algorithm"],
    ["exponent and modulus", `10001|${hex.toUpperCase()}`, "bare-numbers"],
    ["modulus and decimal exponent", `${hex},65537`, "bare-numbers"],
    ["openssl -text", `Public-Key: (1024 bit)\nModulus:\n    ${colons}\nExponent: 65537 (0x10001)\n`, "bare-numbers"],
    ["JSON of hexadecimal numbers", { publickey_mod: hex, publickey_exp: "010001" }, "bare-numbers"],
    ["JSON of a list", { result: { key: [hex, "010001"] } }, "bare-numbers"],
    ["JSON of a list with prefixes", { key: [`0x${hex}`, "0x10001"] }, "bare-numbers"],
    ["Java's text", `Sun RSA public key, 512 bits\n  modulus: ${modulus}\n  public exponent: ${65537}`, "bare-numbers"],
    ["numbers with names", `Modulus=${hex.toUpperCase()}\nExponent=10001\n`, "bare-numbers"],
    ["a JWK in the member of a service account", { private_key: jwk }, "nested-json"],
    ["JSON of Base64 numbers", { Modulus: `${standard}==`, Exponent: "AQAB" }, "bare-numbers", "base64-variant"],
    ["two private keys", `${pem}${pem}`, "several-keys"],
    ["a line of OpenSSH in JSON", JSON.stringify(`ssh-rsa ${blob}\n`), "quotes"],
    ["a line of OpenSSH in other quotation marks", `“ssh-rsa ${blob}”`, "quotes"],
    ["a line of OpenSSH in settings", `[ssh]\nkey = "ssh-rsa ${blob}"\n`, "quotes"],
    ["a line of OpenSSH in a variable", `A=1\nKEY=ssh-rsa ${blob} me@host\n`, "line-prefixes"],
    ["a line of OpenSSH in XML", `<key>ssh-rsa ${blob}</key>`, "line-prefixes"],
    ["a line of OpenSSH that grep found", `12:ssh-rsa ${blob} me@host\n`, "line-prefixes"],
    ["a line of OpenSSH in a Secret", `data:\n  ssh-publickey: ${btoa(`ssh-rsa ${blob} me`)}\n`, "encoded-twice"],
    [
      "a set of one in UTF-16",
      Uint8Array.from(
        [...`\ufeff${JSON.stringify({ keys: [publicJwk] })}`].flatMap((a) => [
          a.charCodeAt(0) & 255,
          a.charCodeAt(0) >> 8,
        ]),
      ),
      "utf-16",
      "one-of-a-set",
    ],
    ["Base64 of JSON", btoa(JSON.stringify(jwk)), "encoded-twice"],
    ["Base64 of a file", btoa(JSON.stringify({ private_key: pem }, undefined, 2)), "encoded-twice", "nested-json"],
  ];
}

describe("onWarning and strict", () => {
  it("report each repair once, here and in workers, or refuse it", async () => {
    for (const [name, data, ...codes] of await deviations()) {
      for (const library of [rsa, workers]) {
        const warnings: ImportWarning[] = [];
        using again = await library.importKey(data as never, { onWarning: (warning) => void warnings.push(warning) });
        expect(warnings.map(({ code }) => code).sort(), name).toEqual(codes.sort());
        for (const { message } of warnings) expect(message.length).toBeGreaterThan(10);
        const publicKey = again.type === "private" ? again.publicKey : again;
        expect(publicKey.modulus, name).toBe(key.publicKey.modulus);
      }
      await expectRejected(
        rsa.importKey(data as never, { strict: true }),
        "invalid-encoding",
        "strict reading refuses",
      );
    }
    const warned = () => expect.unreachable("a sound key");
    for (const format of ["pkcs1-pem", "pkcs8-der", "openssh", "jwk", "json"] as const) {
      (await rsa.importKey(await key.export(format), { strict: true, onWarning: warned })).free();
    }
  });

  it("warn of parameters that are broken, which strict reading does not refuse", async () => {
    using short = rsa.generateKey({ variant: "crt", modulusLength: 512 }, { ...madeFrom(191), allowBroken: true });
    const warnings: string[] = [];
    const options = {
      strict: true,
      onWarning: ({ code, message }: ImportWarning) => void warnings.push(code, message),
    };
    const broken = ["broken", expect.stringContaining("modulusLength is 512")];
    for (const library of [rsa, workers]) {
      await library.importKey(await short.export("pkcs8-pem"), options);
      await library.importPublicKey(await short.publicKey.export("jwk"), options);
      await library.importKeys(await short.publicKey.export("spki-pem"), options);
      expect(warnings.splice(0)).toEqual([...broken, ...broken, ...broken]);
    }
    using eight = rsa.generateKey(
      { variant: "multi-prime", modulusLength: 512, primes: 8 },
      { ...madeFrom(192), allowBroken: true },
    );
    await rsa.importKey(await eight.export("pkcs8-pem"), options);
    expect(warnings.splice(0)).toEqual(["broken", expect.stringContaining("512")]);
  });

  it("read exponents of any length in digits, and refuse those that can mean two numbers", async () => {
    const { modulus } = key.publicKey;
    const lines = (number: bigint) => {
      const digits = number.toString(16);
      const bytes = (digits.length % 2 === 0 ? digits : `0${digits}`).match(/../g) ?? [];
      return bytes
        .map((byte, at) => `${at % 15 === 0 ? "\n    " : ""}${byte}${at + 1 < bytes.length ? ":" : ""}`)
        .join("");
    };
    const exponents = [3n, 23n, (1n << 62n) + 1n, (1n << 64n) + 13n, (modulus / 3n) | 1n];
    for (const e of exponents) {
      const long = e >> 64n > 0n;
      const openssl = long ? lines(e) : ` ${e} (0x${e.toString(16)})`;
      for (const data of [
        `Public-Key: (512 bit)\nModulus:${lines(modulus)}\nExponent:${openssl}\n`,
        `Sun RSA public key, 512 bits\n  params: null\n  modulus: ${modulus}\n  public exponent: ${e}`,
        `0x${e.toString(16)}|0x${modulus.toString(16)}`,
        { key: [`0x${modulus.toString(16)}`, `0x${e.toString(16)}`] },
        { modulus: modulus.toString(), exponent: e.toString() },
      ]) {
        using again = await rsa.importPublicKey(data as never);
        expect([again.modulus, again.publicExponent], JSON.stringify(data)).toEqual([modulus, e]);
      }
    }
    const hex = modulus.toString(16);
    for (const data of [{ key: [hex, "37"] }, { n: hex, e: "1001" }, `37|${hex}`]) {
      await expectRejected(rsa.importPublicKey(data as never), "invalid-encoding", "decimal");
    }
  });

  it("leave no key behind if the callback throws", async () => {
    using short = rsa.generateKey({ variant: "crt", modulusLength: 512 }, { ...madeFrom(192), allowBroken: true });
    const pems = [await short.export("pkcs8-pem"), await short.publicKey.export("spki-pem")];
    const onWarning = ({ code }: ImportWarning) => {
      if (code === "broken") throw "stop";
    };
    const frees = [key, key.publicKey].map((each) => vi.spyOn(Object.getPrototypeOf(each), "free"));
    const freed = () => frees.map((free) => free.mock.calls.length);
    await expect(rsa.importPrivateKey(pems[0] as string, { onWarning })).rejects.toBe("stop");
    expect(freed()[0]).toBe(1);
    await expect(rsa.importPublicKey(pems[1] as string, { onWarning })).rejects.toBe("stop");
    await expect(rsa.importKeys(pems.join(""), { onWarning })).rejects.toBe("stop");
    expect(freed()).toEqual([2, expect.any(Number)]);
    expect(freed()[1]).toBeGreaterThan(1);
    for (const free of frees) free.mockRestore();
  });

  it("keep the sound keys of a list in which an object is damaged", async () => {
    const jwk = await key.publicKey.export("jwk");
    const { keys, leftOut } = await rsa.importKeys([jwk, { jwks_uri: "https://a.example" }, { n: "37", e: [] }, jwk]);
    expect([keys.map(({ index }) => index), leftOut.map(({ index }) => index)]).toEqual([
      [0, 3],
      [1, 2],
    ]);
    for (const each of keys) each.key.free();
  });

  it("check their types", async () => {
    const pem = await key.export("pkcs8-pem");
    await expectRejected(rsa.importKey(pem, { strict: 1 as never }), "invalid-params", "strict must be true or false");
    await expectRejected(rsa.importPublicKey(pem, { onWarning: 1 as never }), "invalid-params", "onWarning");
    await expectRejected(rsa.importKey(pem, { limits: { iteration: 1 } as never }), "invalid-params", "iterations");
    await expectRejected(rsa.importKey(pem, { limits: { iterations: -1 } }), "invalid-params", "iterations");
    await expectRejected(rsa.importKey(pem, { limits: { modulusLength: 1023 } }), "invalid-params", "1023 bits");
  });

  it.each([
    ["here", rsa],
    ["in workers", workers],
  ] as const)("pass on what the callback throws, %s", async (_place, library) => {
    const escaped = (await key.export("pkcs8-pem")).replaceAll("\n", "\\n");
    const options = {
      onWarning: () => {
        throw "stop";
      },
    };
    for (const data of [escaped, { ...(await key.export("jwk")), x5t: null }]) {
      await expect(library.importKey(data as never, options)).rejects.toBe("stop");
      await expect(library.importKeys(data as never, options)).rejects.toBe("stop");
    }
  });

  it("name what must be converted, and with what", async () => {
    const spki = await key.publicKey.export("spki-pem");
    const mpint = [0, 0, 0, 1, 3];
    const dropbear = [0, 0, 0, 7, ...new TextEncoder().encode("ssh-rsa"), ...mpint, ...mpint, ...mpint, ...mpint];
    for (const [data, fragment] of [
      [spki.replaceAll("PUBLIC KEY", "TSS2 PRIVATE KEY"), "its TPM"],
      [
        "---- BEGIN SSH2 ENCRYPTED PRIVATE KEY ----\nP2/56wAAA+4=\n---- END SSH2 ENCRYPTED PRIVATE KEY ----\n",
        "puttygen",
      ],
      [Uint8Array.from(dropbear), "dropbearconvert"],
      [new TextEncoder().encode(`RSA2${"\0".repeat(40)}`), "CNG"],
      [`Modulus=${key.publicKey.modulus.toString(16)}`, "without its public exponent"],
      [{ issuer: "https://a.example", jwks_uri: "https://a.example/keys" }, "https://a.example/keys"],
    ] as const) {
      await expectRejected(rsa.importKey(data as never), "unsupported-format", fragment);
    }
    await expectRejected(rsa.importPublicKey("v=DKIM1; p="), "invalid-encoding", "revoked");
  });

  it("never turn damaged numbers into another key", async () => {
    const jwk = await key.export("jwk");
    const publicJwk = await key.publicKey.export("jwk");
    for (const [change, code] of [
      [{ dp: jwk.dq, qi: undefined }, "inconsistent-key"],
      [{ qi: jwk.dp, dp: undefined }, "inconsistent-key"],
      [{ p: jwk.n, dp: undefined }, "inconsistent-key"],
      [{ p: "AQ", qi: undefined }, "inconsistent-key"],
      [{ q: undefined }, "invalid-encoding"],
      [{ d: "AQAB", dp: undefined, dq: undefined, qi: undefined }, "inconsistent-key"],
    ] as const) {
      await expectRejected(rsa.importPrivateKey({ ...jwk, ...change } as never), code);
    }
    for (const n of [
      `${publicJwk.n}*`,
      `${publicJwk.n}===`,
      `=${publicJwk.n}`,
      ` ${publicJwk.n}`,
      publicJwk.n.replace(/.$/, "_"),
    ]) {
      await expectRejected(rsa.importPublicKey({ ...publicJwk, n }), "invalid-encoding");
    }
  });
});

it("importKeys reads all keys with their names, and says why others are left out", async () => {
  const jwk = await key.export("jwk");
  const publicJwk = await key.publicKey.export("jwk");
  const line = (await key.publicKey.export("openssh")).trim();
  const ed = "ssh-ed25519 AAAAC3NzaC1lZDI1NTE5AAAAIJ0cBO2TKTxfN2k1bqmWE4mlKWkZ5hTe8F0pl2pSmhyu other";
  const pem = await key.export("pkcs8-pem");
  const ec = { kty: "EC", kid: "ec" };
  const set = [{ ...jwk, kid: "one" }, ec, { ...publicJwk, kid: "two" }, 7, { ...publicJwk, n: "*" }];
  const parameters = "-----BEGIN EC PARAMETERS-----\nBggqhkjOPQMBBw==\n-----END EC PARAMETERS-----\n";
  const spki = await key.publicKey.export("spki-pem");
  const pairs: [data: unknown, keys: string, leftOut: string][] = [
    [{ keys: set }, "one private, two public", "ec unsupported-format, ? invalid-encoding, ? invalid-encoding"],
    [JSON.stringify(set.slice(0, 2)), "one private", "ec unsupported-format"],
    [`${line} me\n${ed}\nexample.org ${line}\n`, "me public, example.org public", "other unsupported-format"],
    [`${pem}${pem.replace("MII", "MIA")}${spki}`, "? private, ? public", "? invalid-encoding"],
    [`${parameters}${pem.slice(0, 200)}\n${pem}`, "? private", "? invalid-encoding"],
    [await key.export("json"), "? private", ""],
  ];
  for (const library of [rsa, workers]) {
    for (const [data, keys, leftOut] of pairs) {
      const found = await library.importKeys(data as never);
      expect(found.keys.map((each) => `${each.name ?? "?"} ${each.key.type}`).join(", ")).toBe(keys);
      expect(found.leftOut.map((each) => `${each.name ?? "?"} ${each.reason}`).join(", ")).toBe(leftOut);
      for (const { message } of found.leftOut) expect(message).not.toBe("");
      for (const each of found.keys) {
        const publicKey = "publicKey" in each.key ? each.key.publicKey : each.key;
        expect(publicKey.modulus).toBe(key.publicKey.modulus);
        expect(await publicKey.export("jwk")).toEqual(publicJwk);
        each.key.free();
      }
    }
    await expectRejected(library.importKeys(""), "invalid-encoding", "the data are empty");
    for (const empty of [[], { keys: [] }, "[1, 2]", '{"keys":["a"]}']) {
      await expectRejected(library.importKeys(empty), "invalid-encoding", "JSON without keys");
    }
  }
  const both = await workers.importKeys(`${await key.publicKey.export("spki-pem")}nonsense\n${pem}${line} me\n`);
  expect(both.keys.map(({ index, privateKeyIndex }) => [index, privateKeyIndex])).toEqual([
    [0, 1],
    [1, undefined],
  ]);
  for (const each of both.keys) each.key.free();
  const strict = await rsa.importKeys(`${pem.replace("END PRIVATE", "END RSA PRIVATE")}${pem}`, { strict: true });
  expect(strict.keys).toHaveLength(1);
  expect(strict.leftOut[0]?.message).toContain("strict reading refuses");
  strict.keys[0]?.key.free();
});

/** What other software and people take for a modulus: the name, the JWK's n, and the code of the refusal. Rust's tests have more. */
function wrongModuli(): [name: string, n: string, code: RsaErrorCode][] {
  const hex = key.publicKey.modulus.toString(16);
  const prime = Uint8Array.from({ length: 66 }, (_, i) => (i === 0 ? 1 : 0xff)); // 2^521 − 1
  const base64url = (bytes: string) => btoa(bytes).replaceAll("+", "-").replaceAll("/", "_").replaceAll("=", "");
  return [
    ["hexadecimal digits", hex.slice(0, hex.length - (hex.length % 4)), "invalid-encoding"],
    ["Base64 of hexadecimal digits", base64url(`${hex.slice(0, -1)}7`), "invalid-encoding"],
    ["a prime", base64url(String.fromCharCode(...prime)), "broken-key"],
  ];
}

describe("what is not a key", () => {
  it("is refused in every format, and only weak numbers can be assessed", async () => {
    for (const [name, n, code] of wrongModuli()) {
      const jwk = { kty: "RSA", n, e: "AQAB" } as const;
      const xml = `<RSAKeyValue><Modulus>${n.replaceAll("-", "+").replaceAll("_", "/")}</Modulus><Exponent>AQAB</Exponent></RSAKeyValue>`;
      const json = { format: "rsa-variants public key", version: 1, modulus: n, publicExponent: "AQAB" } as const;
      for (const data of [jwk, xml, json]) {
        await expectRejected(rsa.importPublicKey(data), code);
        await expectRejected(workers.importKey(data), code);
        const { keys, leftOut } = await rsa.importKeys(data as never, { allowBroken: true });
        expect([keys.length, leftOut.length], name).toEqual(code === "broken-key" ? [1, 0] : [0, 1]);
        for (const each of keys) each.key.free();
      }
    }
  });

  it("is refused as PKCS #1 without a label, even to be assessed", async () => {
    const prime = rsa.publicKey((1n << 521n) - 1n, 5n);
    const der = await prime.export("pkcs1-der");
    for (const options of [{}, { allowBroken: true }, { strict: true }]) {
      expect((await rsa.importKeys(der, options)).leftOut[0]?.reason).toBe("broken-key");
    }
    const { keys } = await rsa.importKeys(await prime.export("spki-der"), { allowBroken: true });
    expect(keys).toHaveLength(1);
    for (const each of [prime, ...keys.map((each) => each.key)]) each.free();
  });
});

describe("limits", () => {
  it("bound the work of checking all keys together, but not the first", async () => {
    const jwk = await key.export("jwk");
    const publicJwk = await key.publicKey.export("jwk");
    const pem = await key.export("pkcs8-pem");
    const line = await key.publicKey.export("openssh");
    const { n, e, d } = jwk;
    const nested = Array.from({ length: 6 }, () => ({ private_key: pem }));
    // Each takes 0.2, and its length a little.
    const files = [
      pem.repeat(6),
      line.repeat(6),
      Array(6).fill(jwk),
      Array(6).fill(publicJwk),
      Array(6).fill({ kty: "RSA", n, e, d }),
    ];
    for (const data of [...files, Array(6).fill(await key.export("json")), nested]) {
      const { keys, leftOut } = await rsa.importKeys(data as never, { limits: { powers: 1 } });
      expect(keys.length).toBeGreaterThan(0);
      expect(keys.length).toBeLessThan(5);
      expect(keys.length + leftOut.length).toBe(6);
      for (const { reason, message } of leftOut) {
        expect(reason).toBe("invalid-params");
        expect(message).toContain("must be at most 1: the limit applies to all keys of the data together");
      }
      for (const each of keys) each.key.free();
    }
    (await rsa.importKey(pem, { limits: { powers: 0 } })).free();
  });

  it("of the modulus and the public exponent hold in every format, with the same message", async () => {
    const limits = { modulusLength: 1023 };
    const messages = new Set<string>();
    for (const format of ["pkcs8-pem", "openssh", "jwk", "json"] as const) {
      for (const data of [
        await key.export(format),
        await key.publicKey.export(format === "pkcs8-pem" ? "spki-pem" : format),
      ]) {
        const { parameter, message } = await expectRejected(
          rsa.importKey(data, { limits }),
          "invalid-params",
          1023,
          1024,
        );
        expect(parameter, format).toBe("modulusLength");
        messages.add(message);
        const short = { publicExponentLength: 16 };
        const refused = await expectRejected(rsa.importKey(data, { limits: short }), "invalid-params", 16, 17);
        expect(refused.parameter, format).toBe("publicExponentLength");
        messages.add(refused.message);
      }
    }
    expect(messages.size).toBe(2);
  });

  it("give several keys more room than one", async () => {
    const line = `${(await key.publicKey.export("openssh")).trim()} me\n`;
    const many = line.repeat(Math.ceil(100_000 / line.length));
    await expectRejected(rsa.importKey(many), "invalid-params", 65_536);
    const { keys, leftOut } = await rsa.importKeys(many);
    expect([keys.length, leftOut.length]).toEqual([many.length / line.length, 0]);
    for (const each of keys) each.key.free();
    await expectRejected(rsa.importKeys(" ".repeat(1_048_577)), "invalid-params", 1_048_576);
  });
});
