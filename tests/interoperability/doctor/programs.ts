// The programs that make cases for the doctor. Each makes all of its cases in one folder.
import { copyFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { findProgram } from "../../../scripts/lib/programs.mjs";
import { execute } from "../../packaging/package.ts";
import type { Tool } from "../support.ts";

/** The signed and encrypted message of most cases. */
export const message: Buffer = Buffer.from("a letter\nof two lines\n");

const source = (name: string) => fileURLToPath(new URL(name, import.meta.url));

/** Runs the makers in other languages; returns why those that cannot run are skipped. */
export async function makeElsewhere(folder: string): Promise<Map<string, string>> {
  const skipped = new Map<string, string>();
  const python = await findProgram("python");
  if (python === undefined) skipped.set("Python", "python3 is not installed");
  else {
    const hasPackage = await execute(python, ["-c", "import cryptography"], folder).catch(() => undefined);
    if (hasPackage === undefined) skipped.set("Python", "the package cryptography is not installed");
    else await execute(python, [source("make.py"), folder], folder);
  }
  const javac = await findProgram("javac");
  if (javac === undefined) skipped.set("Java", "javac is not installed");
  else await runJava(javac, source("Make.java"), folder, folder);
  const go = await findProgram("go");
  if (go === undefined) skipped.set("Go", "go is not installed");
  else {
    await copyFile(source("make.go"), join(folder, "make.go"));
    await execute(go, ["run", "make.go", folder], folder);
  }
  return skipped;
}

/** Compiles and runs a Java program. */
export async function runJava(javac: string, file: string, folder: string, ...args: string[]): Promise<string> {
  await execute(javac, ["-d", folder, file], folder);
  const name = file.replace(/^.*[/\\]|\.java$/g, "");
  return execute(join(dirname(javac), "java"), ["-cp", folder, name, ...args], folder);
}

/** Makes the cases of OpenSSL. */
export async function makeWithOpenssl({ run, write }: Tool): Promise<void> {
  await write("message", message);
  await write("short", "hello");
  const sign = (name: string, ...rest: string[]) =>
    run("dgst", ...rest, "-sign", "private.pem", "-out", `openssl-${name}`, "message");
  const pss = (...values: string[]) => ["rsa_padding_mode:pss", ...values].flatMap((value) => ["-sigopt", value]);
  await sign("pss-default", "-sha256", ...pss());
  await sign("pss-mixed", "-sha512", ...pss("rsa_pss_saltlen:0", "rsa_mgf1_md:sha1"));
  await sign("sha1", "-sha1");
  await sign("sha3", "-sha3-256");
  await sign("md5", "-md5");
  await run("base64", "-in", "openssl-sha1", "-out", "openssl-base64");
  await run("dgst", "-sha256", "-binary", "-out", "digest", "message");
  const key = ["-inkey", "private.pem"];
  await run("pkeyutl", "-sign", ...key, "-in", "digest", "-out", "openssl-bare-digest");
  await run("pkeyutl", "-sign", ...key, "-in", "message", "-out", "openssl-unhashed");
  const options = (...values: string[]) => values.flatMap((value) => ["-pkeyopt", value]);
  const x931 = options("digest:sha256", "rsa_padding_mode:x931");
  await run("pkeyutl", "-sign", ...key, "-in", "digest", "-out", "openssl-x931", ...x931);

  const encrypt = (name: string, input: string, ...values: string[]) =>
    run(
      "pkeyutl",
      "-encrypt",
      "-pubin",
      "-inkey",
      "public.pem",
      "-in",
      input,
      "-out",
      `openssl-${name}`,
      ...options(...values),
    );
  const oaep = "rsa_padding_mode:oaep";
  await encrypt("oaep-default", "short", oaep);
  await encrypt("oaep-label", "short", oaep, "rsa_oaep_md:sha256", "rsa_mgf1_md:sha1", "rsa_oaep_label:6b6579");
  await encrypt("oaep-unknown", "short", oaep, "rsa_oaep_md:sha384", `rsa_oaep_label:${"5a".repeat(20)}`);
  await encrypt("pkcs1", "short", "rsa_padding_mode:pkcs1");
  await write("block", Buffer.concat([Buffer.alloc(256 - message.length), message]));
  await encrypt("raw", "block", "rsa_padding_mode:none");

  const request = ["req", "-new", "-x509", "-days", "1", "-subj", "/CN=test"];
  await run(...request, "-key", "private.pem", "-out", "own-certificate.pem");
  await run(...request, "-key", "other.pem", "-out", "other-certificate.pem");
  const cms = ["cms", "-encrypt", "-aes256", "-in", "message", "-recip", "own-certificate.pem"];
  await run(...cms, "-outform", "DER", "-out", "openssl-cms");
  await run(...cms, "-out", "openssl-smime");
  const password = ["-pbkdf2", "-pass", "pass:word"];
  await run("enc", "-aes-256-cbc", ...password, "-in", "message", "-out", "openssl-salted");
}
