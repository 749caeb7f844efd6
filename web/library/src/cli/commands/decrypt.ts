import type { Finding } from "../../doctor/answer.js";
import { containerOf } from "../../doctor/containers.js";
import { formsOf } from "../../doctor/forms.js";
import { detectStream, type EncryptedFormat } from "../../files/detect.js";
import { decryptStream } from "../../files/hybrid/decrypt.js";
import { decryptIncrementalStream } from "../../files/incremental/decrypt.js";
import { blockLength } from "../../params.js";
import type { Command } from "../context.js";
import { Failure } from "../failure.js";
import { checkStandardInput, openInput } from "../input.js";
import { passphraseFlags, readPrivateKey } from "../keys.js";
import { openOutput, outputFlags, pipeOutput } from "../output.js";
import { ProgressLine } from "../progress.js";

export const decrypt: Command = {
  name: "decrypt",
  summary: "Decrypt a file",
  operand: { name: "[FILE]", text: "a file written by encrypt; default: standard input (-)" },
  flags: {
    key: { short: "k", value: "FILE", text: "the private key, in any format" },
    ...outputFlags,
    incremental: { text: "decrypt a file written by encrypt --incremental: NOTHING SHOWS whether it was changed" },
    ...passphraseFlags,
  },
  examples: [
    "decrypt --key private.pem letter.encrypted",
    "decrypt --key private.pem --out letter.txt letter.encrypted",
  ],
  notes: [
    "The file may be armored, and the armor may be surrounded by the text of a message. With --out, the file appears only when " +
      "all of it is authentic; only its owner can read it (mode 600). On standard output, authentic segments appear as they are " +
      "decrypted: after an error, the output is not the whole file. Incremental files are not authenticated at all, so they are " +
      "decrypted only with --incremental.",
  ],
  async run(given, context) {
    const keyPath = given.required("key");
    const [path] = given.operands;
    checkStandardInput(given, keyPath, path);
    const key = await readPrivateKey(keyPath, given, context);
    const line = new ProgressLine(context, given.text("out") ?? "-");
    const { signal } = context;
    const input = await openInput(path, context);
    const { format, isArmored, stream } = await detectStream(input.stream);
    if (format === undefined) {
      const start = await startOf(stream);
      throw new Failure(
        `${input.name}: not a file written by encrypt${whatIs(start, blockLength(key.publicKey.modulusLength))}`,
      );
    }
    checkKind(input.name, format, given.has("incremental"));
    const size = isArmored ? undefined : input.size; // progress counts the bytes inside the armor
    const options = { signal, onProgress: ({ done }: { done: number }) => line.showBytes(done, size) };
    const decryption = format === "hybrid" ? decryptStream(key, options) : decryptIncrementalStream(key, options);
    const output = await openOutput(
      given.text("out"),
      { force: given.has("force"), secret: true, foreign: true },
      context,
    );
    await pipeOutput(stream.pipeThrough(decryption), output, signal).finally(() => line.clear());
  },
};

/** The most bytes of another file that are examined. */
const mostExamined = 1 << 17;

async function startOf(stream: ReadableStream<Uint8Array>): Promise<Uint8Array> {
  const pieces: Uint8Array[] = [];
  const reader = stream.getReader();
  for (let length = 0; length < mostExamined; ) {
    const { done, value } = await reader.read();
    if (done) break;
    pieces.push(value);
    length += value.length;
  }
  await reader.cancel();
  return new Uint8Array(Buffer.concat(pieces).subarray(0, mostExamined));
}

/** What a file is instead, as the doctor names it. */
function whatIs(start: Uint8Array, length: number): string {
  if (start.length === 0) return ": it is empty";
  const forms = formsOf(start, length, "file");
  for (const { bytes, findings } of forms) {
    const container = containerOf(bytes, "file", findings.length > 0);
    if (container?.code === "hybrid-file") return `, but one in another form. ${textsOf(findings)}`;
    if (container !== undefined) return `. ${container.text}`;
  }
  const block = forms.find(({ bytes, isWhole }) => isWhole && bytes.length === length);
  if (block === undefined) return "; rsa-variants doctor ciphertext examines other data";
  return `, but as long as one block of RSA: rsa-variants doctor ciphertext says how to decrypt it. ${textsOf(block.findings)}`.trimEnd();
}

function textsOf(findings: readonly Finding[]): string {
  return findings.map(({ text }) => text).join(" ");
}

/** Refuses a file of the other kind: someone who can replace a file must not choose whether it is authenticated. */
function checkKind(name: string, format: EncryptedFormat, incremental: boolean): void {
  if (format === "incremental" && !incremental) {
    throw new Failure(
      `${name}: the file is incremental, so nothing shows whether it was changed; add --incremental to decrypt it`,
    );
  }
  if (format === "hybrid" && incremental) throw new Failure(`${name}: the file is hybrid; leave --incremental out`);
}
