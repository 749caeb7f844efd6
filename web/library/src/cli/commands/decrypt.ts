import { detectStream, type EncryptedFormat } from "../../files/detect.js";
import { decryptStream } from "../../files/hybrid/decrypt.js";
import { decryptIncrementalStream } from "../../files/incremental/decrypt.js";
import type { Command } from "../context.js";
import { Failure } from "../failure.js";
import { checkStandardInput, openInput } from "../input.js";
import { passphraseFlags, readPrivateKey } from "../keys.js";
import { openOutput, outputFlags, pipeOutput } from "../output.js";
import { ProgressLine } from "../progress.js";

export const decrypt: Command = {
  name: "decrypt",
  summary: "decrypt a file",
  operand: "[FILE]",
  flags: {
    key: { short: "k", value: "FILE", text: "the private key, in any format" },
    ...outputFlags,
    incremental: { text: "take a file that encrypt --incremental wrote: NOTHING SHOWS whether it was changed" },
    ...passphraseFlags,
  },
  notes: [
    "FILE is what encrypt wrote, armored or not, with or without a message around the armor; - or nothing: standard input.",
    "With --out a file appears only when all of it is authentic. Standard output gets authentic segments as they come: what",
    "ends with an error is not the whole file. Incremental files are not authenticated at all, so that they are taken only",
    "where --incremental asks for them. What is decrypted into a file is for its owner alone (mode 600).",
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
    if (format === undefined) throw new Failure(`${input.name}: it is no file that encrypt wrote`);
    checkKind(input.name, format, given.has("incremental"));
    const size = isArmored ? undefined : input.size; // the bytes in the armor are counted
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

/** Refuses a file of the other kind: whoever can exchange a file must not choose whether it is authenticated. */
function checkKind(name: string, format: EncryptedFormat, incremental: boolean): void {
  if (format === "incremental" && !incremental) {
    throw new Failure(
      `${name}: it is incremental, so that nothing shows whether it was changed; --incremental takes it`,
    );
  }
  if (format === "hybrid" && incremental) throw new Failure(`${name}: it is hybrid; leave --incremental out`);
}
