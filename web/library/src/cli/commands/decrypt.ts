import { decryptStream } from "../../files/hybrid/decrypt.js";
import { decryptIncrementalStream } from "../../files/incremental/decrypt.js";
import { type EncryptedFormat, recognise } from "../../files/recognise.js";
import { concatenate } from "../../files/stream.js";
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
    "FILE is what encrypt wrote; - or nothing: standard input. With --out a file appears only when all of it is authentic.",
    "Standard output gets authentic segments as they come: what ends with an error is not the whole file. Incremental files",
    "are not authenticated at all, so that they are taken only where --incremental asks for them. What is",
    "decrypted into a file is for its owner alone (mode 600).",
  ],
  async run(given, context) {
    const keyPath = given.required("key");
    const [path] = given.operands;
    checkStandardInput(given, keyPath, path);
    const key = await readPrivateKey(keyPath, given, context);
    const line = new ProgressLine(context);
    const { signal } = context;
    const input = await openInput(path, context);
    const { start, stream } = await peek(input.stream, 16);
    const format = recognise(start);
    if (format === undefined) throw new Failure(`${input.name}: it is no file that encrypt wrote`);
    checkKind(input.name, format, given.has("incremental"));
    const options = { signal, onProgress: ({ done }: { done: number }) => line.showBytes(done, input.size) };
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

/** The first bytes of a stream, and the whole of it again. */
async function peek(
  source: ReadableStream<Uint8Array>,
  length: number,
): Promise<{ start: Uint8Array; stream: ReadableStream<Uint8Array> }> {
  const reader = source.getReader();
  let start: Uint8Array = new Uint8Array();
  while (start.length < length) {
    const next = await reader.read();
    if (next.done) break;
    start = concatenate([start, next.value]);
  }
  const stream = new ReadableStream<Uint8Array>(
    {
      start: (controller) => controller.enqueue(start),
      async pull(controller) {
        const next = await reader.read();
        if (next.done) controller.close();
        else controller.enqueue(next.value);
      },
      cancel: (reason) => reader.cancel(reason),
    },
    { highWaterMark: 0 },
  );
  return { start, stream };
}
