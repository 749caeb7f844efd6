// The programs that the doctor prints run, and do what they say. Those of languages that are not installed are skipped.
import { constants, publicEncrypt, sign } from "node:crypto";
import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { load } from "rsa-variants";
import { diagnoseCiphertext, diagnoseSignature, type Snippets } from "rsa-variants/doctor";
import { afterAll, describe, expect, it } from "vitest";
import { findProgram } from "../../../scripts/lib/programs.mjs";
import { execute } from "../../packaging/package.ts";
import { makePair, pemOf } from "../../random.ts";
import { startOpenssl } from "../support.ts";
import { message, runJava } from "./programs.ts";

const pair = await makePair();
const rsa = await load();
const privateKey = await rsa.importPrivateKey(pair.privateKey);
const openssl = await startOpenssl();
await openssl.write("private.pem", pemOf(pair.privateKey));
await openssl.write("public.pem", pemOf(pair.publicKey));
afterAll(() => openssl.remove());

const library = new URL("../../../web/library/dist/index.js", import.meta.url).href;
const python = await findProgram("python");
const javac = await findProgram("javac");
const hasPackage =
  python &&
  (await execute(python, ["-c", "import cryptography"], ".").then(
    () => true,
    () => false,
  ));

/** Runs a program that decrypts or verifies; returns the hexadecimal digits of the message, or "valid". */
const runners: Readonly<Record<keyof Snippets, (program: string, verifies: boolean) => Promise<string>>> = {
  javascript: runNode,
  webcrypto: runNode,
  async python(program, verifies) {
    const file = join(openssl.folder, "program.py");
    await writeFile(file, `${program}print(${verifies ? '"valid"' : "message.hex()"})\n`);
    return (await execute(python ?? "", [file], openssl.folder)).trim();
  },
  async java(program, verifies) {
    const [imports = "", statements = ""] = program.split(/\n\n/);
    const result = verifies ? '(isValid ? "valid" : "invalid")' : "HexFormat.of().formatHex(message)";
    const file = join(openssl.folder, "Program.java");
    const body = `${statements}System.out.println(${result});`;
    await writeFile(
      file,
      `${imports}\nclass Program { public static void main(String[] a) throws Exception {\n${body}\n} }`,
    );
    return (await runJava(javac ?? "", file, openssl.folder)).trim();
  },
  async openssl(program, verifies) {
    const command = verifies ? program : `{ ${program} } | xxd -p -c 1000`;
    return (await execute("sh", ["-euc", command], openssl.folder)).trim().replace("Verified OK", "valid");
  },
};

async function runNode(program: string, verifies: boolean): Promise<string> {
  const result = verifies ? 'isValid ? "valid" : "invalid"' : 'Buffer.from(message).toString("hex")';
  const file = join(openssl.folder, "program.mjs");
  await writeFile(file, `${program.replace('"rsa-variants"', `"${library}"`)}console.log(${result});\n`);
  return (await execute(process.execPath, [file], openssl.folder)).trim();
}

/** Why programs of a language are not run. */
function missing(language: string): string | undefined {
  if (language === "python" && !hasPackage) return "Python or its package cryptography is not installed";
  return language === "java" && javac === undefined ? "javac is not installed" : undefined;
}

const pss = { padding: constants.RSA_PKCS1_PSS_PADDING, saltLength: 20 };
const pkcs1 = { key: pair.publicKey, padding: constants.RSA_PKCS1_PADDING };
const oaep = { name: "RSA-OAEP", hash: "SHA-256", mgfHash: "SHA-1", label: Buffer.from("a label") } as const;

/** A ciphertext that begins with a zero, without it. */
function stripped(): Buffer {
  for (;;) {
    const made = publicEncrypt(pkcs1, message);
    if (made[0] === 0) return made.subarray(1);
  }
}

/** Each with the languages that can do it. */
const ciphertexts: Readonly<
  Record<string, [make: () => Uint8Array | string, languages: (keyof Snippets)[], labels?: string[]]>
> = {
  "OAEP with a label as hexadecimal digits": [
    () => Buffer.from(privateKey.publicKey.encrypt(oaep, message)).toString("hex"),
    ["javascript", "python", "java", "openssl"],
    ["a label"],
  ],
  "OAEP with SHA-512 as base64url": [
    () => publicEncrypt({ key: pair.publicKey, oaepHash: "sha512" }, message).toString("base64url"),
    ["javascript", "webcrypto", "python", "java", "openssl"],
  ],
  "PKCS #1 v1.5, reversed": [
    () => publicEncrypt(pkcs1, message).reverse(),
    ["javascript", "python", "java", "openssl"],
  ],
  "PKCS #1 v1.5 without its zero": [stripped, ["javascript", "python", "java", "openssl"]],
  "OAEP with a zero before and in PEM lines": [
    () =>
      `-----BEGIN DATA-----\n${Buffer.concat([Buffer.alloc(1), publicEncrypt(pair.publicKey, message)]).toString("base64")}\n-----END DATA-----\n`,
    ["javascript", "webcrypto", "python", "java", "openssl"],
  ],
};

const signatures: Record<string, [make: () => Uint8Array | string, languages: (keyof Snippets)[], given?: string]> = {
  "PSS with SHA-384 as Base64, the message without its line feed": [
    () => sign("sha384", message, { key: pair.privateKey, ...pss }).toString("base64"),
    ["javascript", "webcrypto", "python", "java", "openssl"],
    message.toString().trimEnd(),
  ],
  "PKCS #1 v1.5 with SHA-256 and a line feed too much, the message with CR LF": [
    () => Buffer.concat([sign("sha256", message, pair.privateKey), Buffer.from("\n")]),
    ["javascript", "webcrypto", "python", "java", "openssl"],
    message.toString().replaceAll("\n", "\r\n"),
  ],
  "PKCS #1 v1.5 with SHA-512/256": [
    () => sign("sha512-256", message, pair.privateKey),
    ["javascript", "python", "java", "openssl"],
  ],
  "PKCS #1 v1.5 with SHA-1, the message with LF instead of CR LF": [
    () => sign("sha1", Buffer.from(message.toString().replaceAll("\n", "\r\n")), pair.privateKey),
    ["javascript", "webcrypto", "python", "java", "openssl"],
  ],
};

/** Line ends: the signed message, and the given one. */
const lineEnds: readonly (readonly [signed: string, given: string])[] = [
  ["a\r\nb", "a\nb"],
  ["a\r\nb", "a\r\nb\r\n"],
  ["a\r\nb", "a\nb\n"],
  ["a\r\nb\r\n", "a\r\nb"],
  ["a\r\nb\r\n", "a\nb"],
  ["a\n", "a\n\n"],
  ["a\nb", "a\rb"],
  ["a\r\nb", "a\rb"],
  ["\u00e9\r\nb", "\u00e9\nb"],
];
for (const [signed, given] of lineEnds) {
  signatures[`a signature of ${JSON.stringify(signed)}, given ${JSON.stringify(given)}`] = [
    () => sign("sha256", Buffer.from(signed), pair.privateKey),
    ["javascript", "webcrypto", "python", "java", "openssl"],
    given,
  ];
}

describe("the programs", () => {
  async function runAll(
    snippets: Snippets,
    verifies: boolean,
    expected: string,
    write: () => Promise<void>,
  ): Promise<void> {
    for (const [language, program] of Object.entries(snippets) as [keyof Snippets, string][]) {
      if (missing(language) !== undefined) continue;
      await write();
      expect(await runners[language](program, verifies), `${language}:\n${program}`).toBe(expected);
    }
  }

  it.for(["python", "java"])("in %s run here", (language, { skip }) => {
    const why = missing(language);
    if (why !== undefined) skip(why);
  });

  it.for(Object.entries(ciphertexts))("decrypt %s", async ([, [make, languages, labels = []]]) => {
    const ciphertext = make();
    const { snippets, verdict } = await diagnoseCiphertext(rsa, { privateKey, ciphertext, labels });
    expect(["fits", "repairable"]).toContain(verdict);
    expect(Object.keys(snippets)).toEqual(languages);
    await runAll(snippets, false, message.toString("hex"), () => openssl.write("ciphertext", ciphertext));
  });

  it("decrypt without padding", async () => {
    const ciphertext = privateKey.publicKey.encryptRaw(message);
    const { snippets } = await diagnoseCiphertext(rsa, { privateKey, ciphertext });
    const padded = message.toString("hex").padStart(512, "0");
    await runAll(snippets, false, padded, () => openssl.write("ciphertext", ciphertext));
  });

  it.for(Object.entries(signatures))("verify %s", async ([, [make, languages, given = message.toString()]]) => {
    const signature = make();
    const { snippets, verdict } = await diagnoseSignature(rsa, {
      publicKey: privateKey.publicKey,
      signature,
      message: given,
    });
    expect(["fits", "repairable"]).toContain(verdict);
    expect(Object.keys(snippets)).toEqual(languages);
    await runAll(snippets, true, "valid", async () => {
      await openssl.write("signature", signature);
      await openssl.write("message", given);
    });
  });
});
