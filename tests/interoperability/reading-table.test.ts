// The table of docs/keys-and-formats.md says what import does with each kind of file. Here each row is tried with a real file. All forms are in crates/rsa/tests/suite/reading.rs and tests/library/import-keys.test.ts.
import { execFileSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type ImportWarning, load, RsaError } from "rsa-variants";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { root } from "../../scripts/lib/paths.mjs";

const document = readFileSync(join(root, "docs/keys-and-formats.md"), "utf8");
const table = document.slice(document.indexOf("| what you have | |"));
const rows = new Map(
  table
    .slice(0, table.indexOf("\n\n"))
    .split("\n")
    .slice(2)
    .map((line) => line.slice(2, -2).split(" | ") as [string, string]),
);

let folder: string;
/** The same key in the formats that the samples are made of. */
const made = new Map<string, string>();

const file = (name: string) => join(folder, name);
/** A file of other software, for the tests of the crate. */
const theirs = (name: string) => readFileSync(join(root, "crates/rsa/tests/keys", `${name}.pem`), "utf8");
function openssl(...words: string[]): Buffer {
  return execFileSync("openssl", words, { cwd: folder, stdio: ["ignore", "pipe", "ignore"] });
}
const base64 = (data: string | Uint8Array) => Buffer.from(data).toString("base64");

const rsa = await load();
const key = rsa.generateKey({ variant: "crt", modulusLength: 1024 }, { allowBroken: true });
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), "reading-"));
  writeFileSync(file("key.pem"), await key.export("pkcs8-pem"));
  openssl("req", "-x509", "-new", "-key", "key.pem", "-subj", "/CN=example.org", "-out", "certificate.pem");
  made.set("pkcs8", readFileSync(file("key.pem"), "utf8"));
  made.set("pkcs1", await key.export("pkcs1-pem"));
  made.set("spki", await key.publicKey.export("spki-pem"));
  made.set("line", (await key.publicKey.export("openssh")).trim());
  made.set("certificate", readFileSync(file("certificate.pem"), "utf8"));
});
afterAll(() => {
  key.free();
  rmSync(folder, { recursive: true });
});

type Sample = string | Uint8Array | object;
const of = (name: string) => made.get(name) as string;
const body = (pem: string) => pem.replace(/-----[^-]+-----/g, "").trim();
const der = (pem: string) => Buffer.from(body(pem), "base64");
const label = (name: string, data: Uint8Array | string) =>
  `-----BEGIN ${name}-----\n${base64(data)}\n-----END ${name}-----\n`;
const jwk = () => key.export("jwk");

const numberOf = (text: string) => BigInt(`0x${Buffer.from(text, "base64url").toString("hex")}`);

/** A SEQUENCE of INTEGERs in DER, as PKCS #1 writes a key. */
function sequenceOf(integers: readonly bigint[]): Buffer {
  const element = (tag: number, content: Buffer) => {
    const { length } = content;
    const lengths = length < 128 ? [length] : length < 256 ? [0x81, length] : [0x82, length >> 8, length & 255];
    return Buffer.concat([Buffer.from([tag, ...lengths]), content]);
  };
  const contents = integers.map((value) => {
    const hex = value.toString(16);
    const even = hex.length % 2 === 0 ? hex : `0${hex}`;
    return element(2, Buffer.from(/^[89a-f]/.test(even) ? `00${even}` : even, "hex"));
  });
  return element(0x30, Buffer.concat(contents));
}

const export12 = ["pkcs12", "-export", "-inkey", "key.pem", "-passout", "pass:secret"];

/** Files of each kind in the order of the table. A list of kinds stands for "each of them". */
const samples: Readonly<Record<string, () => Sample[] | Promise<Sample[]>>> = {
  "PEM or DER in PKCS #1": async () => [
    ...["pkcs8", "pkcs1", "spki", "certificate", "line"].map(of),
    ...["pkcs8", "pkcs1", "spki", "certificate"].map((name) => der(of(name))),
    await key.export("openssh"),
    openssl("req", "-new", "-key", "key.pem", "-subj", "/CN=a").toString(),
  ],
  "text before, after and between": () => [`Bag Attributes\n  friendlyName: a\n${of("pkcs8")}the end\n`],
  "lines of `authorized_keys`": () => [`# comment\nno-pty,command="ls -l" ${of("line")} me@host\n`],
  "OpenSSL's `TRUSTED CERTIFICATE`": () => [
    openssl("x509", "-in", "certificate.pem", "-trustout", "-addtrust", "serverAuth").toString(),
  ],
  "PKCS #12, in DER, BER or PEM": async () => {
    const { n, e } = await key.publicKey.export("jwk");
    return [
      openssl(...export12, "-in", "certificate.pem"),
      theirs("putty-argon2id"),
      `<RSAKeyValue><Modulus>${base64(Buffer.from(n, "base64url"))}</Modulus><Exponent>${e}</Exponent></RSAKeyValue>`,
    ];
  },
  "the algorithms id-RSASSA-PSS": () => [
    theirs("rsa-pss"),
    theirs("rsa-pss-public"),
    // The last byte of the identifier 1.2.840.113549.1.1.1 becomes 7, and the parameters an empty SEQUENCE.
    Buffer.from(der(of("spki")).toString("hex").replace("2a864886f70d0101010500", "2a864886f70d0101073000"), "hex"),
  ],
  "`\\n` instead of line breaks": () => [JSON.stringify(of("spki")).slice(1, -1)],
  "quotation marks": () => [of("pkcs8").trim().replaceAll(/^.*$/gm, '"$&" +')],
  "line numbers": () => [of("pkcs8").trim().replaceAll(/^/gm, "> > ")],
  "UTF-16": () => [Buffer.from(`\ufeff${of("pkcs8")}`, "utf16le")],
  "no-break and zero-width": () => [
    of("pkcs8").replace("PRIVATE KEY-----\n", "PRIVATE KEY-----\u00a0\u200b\n"),
    `\u001b[32m${of("line").trim()}\u001b[0m\n`,
  ],
  "spaces instead of `+`": () => [of("pkcs8").replaceAll("+", " ")],
  "percent-encoding": () => [encodeURIComponent(of("certificate"))],
  "a line of OpenSSH directly after": () => [`A=1\nKEY=${of("line")}\n`],
  "a JWK in other text": async () => [`The key:\n\`\`\`json\n${JSON.stringify(await jwk(), null, 2)}\n\`\`\`\n`],
  "a PEM label that does not fit": () => [of("pkcs8").replaceAll("PRIVATE", "RSA PRIVATE")],
  "BEGIN and END lines": () => [of("pkcs8").replaceAll("-----", "----")],
  "PEM headers": () => [of("pkcs8").replace("KEY-----\n", "KEY-----\nX-Header: a\n\n")],
  "base64url or missing padding": async () => {
    // A product of Mersenne primes begins with ones, which are ____… in base64url.
    const spki = await rsa.publicKey((2n ** 607n - 1n) * (2n ** 1279n - 1n), 65537n).export("spki-der");
    return [label("PUBLIC KEY", "").replace("\n\n", `\n${Buffer.from(spki).toString("base64url")}\n`)];
  },
  "Base64, base64url or hexadecimal": () => [body(of("pkcs8"))],
  "Base64 of a PEM file": () => [base64(of("pkcs8"))],
  "zeros or line feeds after DER": () => [Buffer.concat([der(of("pkcs8")), Buffer.from("\n")])],
  "an RSA key after keys": () => [theirs("ed25519") + theirs("ec") + of("pkcs8")],
  "PKCS #1 or JWK without CRT": async () => {
    const { kty, n, e, d, p, q } = await jwk();
    return [{ kty, n, e, d, p, q }];
  },
  "CRT numbers that are not reduced": async () => {
    const { n, e, d, p, q, dp, dq, qi } = await jwk();
    const [numbers, prime] = [[n, e, d, p, q, dp, dq, qi], numberOf(p)];
    const integers = numbers.map((text) => numberOf(text));
    integers[5] = (integers[5] as bigint) + prime - 1n;
    return [sequenceOf([0n, ...integers])];
  },
  "JWK with leading zeros": async () => {
    const { kty, n, e } = await jwk();
    return [{ kty, e, n: Buffer.concat([Buffer.alloc(1), Buffer.from(n, "base64url")]).toString("base64url") }];
  },
  "JWK with `null`": async () => [{ ...(await key.publicKey.export("jwk")), d: null, p: null }],
  "JWK with `x5c`": () => [{ kty: "RSA", x5c: [base64(der(of("certificate")))] }],
  "a JSON Web Key Set of one": async () => [{ keys: [await jwk()] }],
  "PEM, Base64 of DER, a line": () => [
    JSON.stringify({ id: 1, key: of("line") }),
    { type: "service_account", private_key: of("pkcs8") },
  ],
  "Base64 of PEM or of a line": () => [`kind: Secret\ndata:\n  key: ${base64(of("pkcs8"))}\n`],
  "a DKIM record": () => [`v=DKIM1; k=rsa; p=${base64(der(of("spki")))}`],
  "a line of OpenSSH that begins with `rsa-sha2-256`": () => [of("line").replace("ssh-rsa", "rsa-sha2-256")],
  "modulus and exponent in digits": async () => [
    `10001|${numberOf((await jwk()).n)
      .toString(16)
      .toUpperCase()}`,
  ],
  "several private keys in one file": () => [of("pkcs8") + of("pkcs8")],
  "parameters that are broken": async () => {
    using short = rsa.generateKey({ variant: "crt", modulusLength: 512 }, { allowBroken: true });
    return [await short.export("pkcs8-pem")];
  },
  "PKCS #12 with certificates in RC2": () => [openssl(...export12, "-in", "certificate.pem", "-legacy")],
  "PKCS #7, Java key stores": () => [
    openssl("crl2pkcs7", "-nocrl", "-certfile", "certificate.pem"),
    Buffer.from([0xfe, 0xed, 0xfe, 0xed, 0, 0, 0, 2, 0, 0, 0, 1]),
    openssl("rsa", "-in", "key.pem", "-outform", "MSBLOB"),
    label("PGP PRIVATE KEY BLOCK", "a key"),
  ],
  "keys of other algorithms": () => [theirs("ed25519"), theirs("ec")],
  "BER that is not DER": () => [
    Buffer.concat([Buffer.from([0x30, 0x80]), der(of("pkcs8")).subarray(4), Buffer.alloc(2)]),
  ],
  "a modulus without its sign": () => {
    const hex = der(of("spki")).toString("hex");
    // The INTEGER of 129 bytes loses its first, which is 0; all lengths around it shrink by one.
    const cut = hex
      .replace("028181", "028180")
      .replace("02818000", "028180")
      .replace("30819f", "30819e")
      .replace("03818d", "03818c")
      .replace("308189", "308188");
    return [Buffer.from(cut, "hex")];
  },
  "a modulus without exponent": () => [
    openssl("rsa", "-in", "key.pem", "-noout", "-modulus"),
    label("TSS2 PRIVATE KEY", "a key"),
    { issuer: "https://example.org", jwks_uri: "https://example.org/jwks" },
  ],
  "an HTML page": () => ["<!doctype html><html><body>Log in</body></html>", "/etc/ssl/key.pem", "undefined", ""],
};

/** What import says of a sample: the codes of its warnings, or its error. */
async function outcomeOf(sample: Sample): Promise<string[] | RsaError> {
  const warnings: ImportWarning[] = [];
  try {
    await rsa.importKey(sample as never, {
      password: "secret",
      onWarning: (warning) => void warnings.push(warning),
    });
    return warnings.map(({ code }) => code);
  } catch (error) {
    if (error instanceof RsaError) return error;
    throw error;
  }
}

describe("the table of what import reads", () => {
  it.each(Object.keys(samples))("%s …", async (start) => {
    const [what, outcome] = [...rows].find(([kind]) => kind.startsWith(start)) ?? [];
    expect(what, "the row is in the table").toBeDefined();
    const list = await samples[start]?.();
    expect(list?.length).toBeGreaterThan(0);
    for (const [at, sample] of (list ?? []).entries()) {
      const found = await outcomeOf(sample);
      const name = `${start}, sample ${at}: ${found instanceof RsaError ? found.message : found}`;
      const code = /^warns `([a-z0-9-]+)`$/.exec(outcome ?? "")?.[1];
      if (outcome === "read") expect(found, name).toEqual([]);
      else if (code !== undefined) expect(found, name).toContain(code);
      else {
        expect(outcome, "read, warns or refused").toMatch(/^refused/);
        expect(found, name).toBeInstanceOf(RsaError);
        const quoted = /"(.+)"/.exec(outcome ?? "")?.[1]?.split("…")[0] ?? "";
        expect((found as RsaError).message, name).toContain(quoted);
      }
    }
  });

  it("has no other rows", () => {
    const untried = [...rows.keys()].filter((kind) => !Object.keys(samples).some((start) => kind.startsWith(start)));
    expect(untried).toEqual([]);
  });
});
