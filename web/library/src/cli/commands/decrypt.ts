import type { EncryptionParams, Hash } from "../../algorithms.js";
import type { Finding } from "../../doctor/answer.js";
import { containerOf } from "../../doctor/containers.js";
import { formsOf } from "../../doctor/forms.js";
import { RsaError } from "../../errors.js";
import { detectStream, type EncryptedFormat } from "../../files/detect.js";
import { decryptStream } from "../../files/hybrid/decrypt.js";
import { decryptIncrementalStream } from "../../files/incremental/decrypt.js";
import { blockLength } from "../../params.js";
import type { WorkerPrivateKey } from "../../workers/rsa-workers.js";
import type { Arguments } from "../arguments.js";
import { type Command, type Context, print } from "../context.js";
import { Failure } from "../failure.js";
import { checkStandardInput, openInput, readStart } from "../input.js";
import { passphraseFlags, readPrivateKeys } from "../keys.js";
import { openOutput, outputFlags, pipeOutput, produceOutput } from "../output.js";
import { ProgressLine } from "../progress.js";

/** The flags for one block of RSA. */
const blockFlags = {
  padding: { value: "NAME", text: "for one block of RSA: oaep or pkcs1 (PKCS #1 v1.5); default oaep" },
  hash: { value: "NAME", text: "for oaep: the hash function under its name in WebCrypto; default SHA-256" },
  "mgf-hash": { value: "NAME", text: "for oaep: the hash function of MGF1; default that of --hash" },
  label: { value: "TEXT", text: "for oaep: the label; default none" },
} as const;

export const decrypt: Command = {
  name: "decrypt",
  summary: "Decrypt a file",
  operand: { name: "[FILE]", text: "a file written by encrypt, or one block of RSA; default: standard input (-)" },
  flags: {
    key: {
      short: "k",
      value: "FILE",
      text: "the private key, in any format; of several keys in it, the one that fits",
    },
    ...outputFlags,
    incremental: { text: "decrypt a file written by encrypt --incremental: NOTHING SHOWS whether it was changed" },
    ...blockFlags,
    ...passphraseFlags,
  },
  examples: [
    "decrypt --key private.pem letter.encrypted",
    "decrypt --key private.pem --out letter.txt letter.encrypted",
    "decrypt --key private.pem --padding pkcs1 secret.bin",
  ],
  notes: [
    "The file may be armored, and the armor may be surrounded by the text of a message. With --out, the file appears only when " +
      "all of it is authentic; only its owner can read it (mode 600). On standard output, authentic segments appear as they are " +
      "decrypted: after an error, the output is not the whole file. Incremental files are not authenticated at all, so they are " +
      "decrypted only with --incremental.",
    "One block of RSA, as other software encrypts a key or a short text, can also be Base64 or hexadecimal digits. Nothing shows " +
      "whether a block was changed. With PKCS #1 v1.5, nothing shows a wrong padding either: the output is then random.",
  ],
  async run(given, context) {
    const keyPath = given.required("key");
    const [path] = given.operands;
    checkStandardInput(given, keyPath, path);
    const algorithm = blockAlgorithm(given);
    const keys = await readPrivateKeys(keyPath, given, context);
    const line = new ProgressLine(context, given.text("out") ?? "-");
    const { signal } = context;
    const input = await openInput(path, context);
    const { format, isArmored, stream } = await detectStream(input.stream);
    if (format === undefined) {
      const { start, isWhole } = await readStart(stream, mostExamined);
      return decryptBlock({ name: input.name, start, isWhole }, keys, algorithm, given, context);
    }
    checkKind(input.name, format, given);
    const size = isArmored ? undefined : input.size; // progress counts the bytes inside the armor
    const options = { signal, onProgress: ({ done }: { done: number }) => line.showBytes(done, size) };
    const decryption = format === "hybrid" ? decryptStream(keys, options) : decryptIncrementalStream(keys[0], options);
    const output = await openOutput(given.text("out"), outputOf(given), context);
    await pipeOutput(stream.pipeThrough(decryption), output, signal).finally(() => line.clear());
  },
};

function outputOf(given: Arguments) {
  return { force: given.has("force"), secret: true, foreign: true };
}

/** The padding of one block; the library checks which hash functions exist. */
function blockAlgorithm(given: Arguments): EncryptionParams {
  const [hash, mgfHash] = [given.text("hash"), given.text("mgf-hash")] as [Hash | undefined, Hash | undefined];
  const label = given.text("label");
  if (given.choice("padding", ["oaep", "pkcs1"]) === "oaep") {
    return {
      name: "RSA-OAEP",
      hash,
      mgfHash,
      label: label === undefined ? undefined : new TextEncoder().encode(label),
    };
  }
  given.refuse(["hash", "mgf-hash", "label"], "applies only to --padding oaep");
  return { name: "RSAES-PKCS1-v1_5" };
}

/** The most bytes of another file that are examined. */
const mostExamined = 1 << 17;

/** The start of a file that was not written by encrypt. */
interface OtherFile {
  readonly name: string;
  readonly start: Uint8Array;
  readonly isWhole: boolean;
}

/** Decrypts a file that is one block of RSA. What else it is, the error says, as the doctor names it. */
async function decryptBlock(
  { name, start, isWhole }: OtherFile,
  keys: readonly WorkerPrivateKey[],
  algorithm: EncryptionParams,
  given: Arguments,
  context: Context,
): Promise<void> {
  const failure = (problem: string) => new Failure(`${name}: not a file written by encrypt${problem}`);
  if (start.length === 0) throw failure(": it is empty");
  const lengths = keys.map(({ publicKey }) => blockLength(publicKey.modulusLength));
  const [first = 0] = lengths;
  const forms = formsOf(start, first, "file");
  // A part of a text can be cut off where the text has more.
  for (const { bytes, findings } of forms.toSorted((a, b) => Number(b.isWhole) - Number(a.isWhole))) {
    const container = containerOf(bytes, "file", findings.length > 0);
    if (container?.code === "hybrid-file") throw failure(`, but one in another form. ${textsOf(findings)}`);
    if (container !== undefined) throw failure(`. ${container.text}`);
  }
  const fitting = keys.flatMap((key, i) => {
    const form = forms.find((each) => isWhole && each.isWhole && each.bytes.length === lengths[i]);
    return form === undefined ? [] : [{ key, form }];
  });
  if (fitting.length === 0) throw failure("; rsa-variants doctor ciphertext examines other data");
  const decrypted = async () => {
    for (const { key, form } of fitting) {
      try {
        const message = await key.decrypt(algorithm, form.bytes, { signal: context.signal });
        if (form.findings.length > 0) await print(context.stderr, `${name}: ${textsOf(form.findings)}\n`);
        return message;
      } catch (error) {
        if (!(error instanceof RsaError) || error.code !== "decryption-failed") throw error;
      }
    }
    const remedy = "rsa-variants doctor ciphertext shows the --padding, --hash, --mgf-hash and --label to pass";
    throw failure(`, but as long as one block of RSA, which does not decrypt like this: ${remedy}`);
  };
  await produceOutput(given.text("out"), decrypted, outputOf(given), context);
}

function textsOf(findings: readonly Finding[]): string {
  return findings.map(({ text }) => text).join(" ");
}

/** Refuses a file of the other kind: someone who can replace a file must not choose whether it is authenticated. */
function checkKind(name: string, format: EncryptedFormat, given: Arguments): void {
  const incremental = given.has("incremental");
  if (format === "incremental" && !incremental) {
    throw new Failure(
      `${name}: the file is incremental, so nothing shows whether it was changed; add --incremental to decrypt it`,
    );
  }
  if (format === "hybrid" && incremental) throw new Failure(`${name}: the file is hybrid; leave --incremental out`);
  given.refuse(Object.keys(blockFlags), "applies only to one block of RSA, not to a file");
}
