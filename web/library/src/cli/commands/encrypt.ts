import { armorStream } from "../../files/armor.js";
import { encryptStream } from "../../files/hybrid/encrypt.js";
import { encryptIncrementalStream } from "../../files/incremental/encrypt.js";
import type { Command } from "../context.js";
import { UsageError } from "../failure.js";
import { checkStandardInput, openInput } from "../input.js";
import { passphraseFlags, readPublicKey } from "../keys.js";
import { openOutput, outputFlags, pipeOutput } from "../output.js";
import { ProgressLine } from "../progress.js";

export const encrypt: Command = {
  name: "encrypt",
  summary: "Encrypt a file with a public key",
  operand: { name: "[FILE]", text: "a file of any size; default: standard input (-)" },
  flags: {
    key: { short: "k", value: "FILE", text: "the public key in any format, or a certificate (not verified)" },
    ...outputFlags,
    armor: { short: "a", text: "write text for the body of a message: base64 between two marker lines" },
    incremental: { text: "encrypt like an early paper, without padding: this PROTECTS NOTHING" },
    characters: {
      short: "c",
      value: "COUNT",
      text: "with --incremental: characters at a time; default as many as fit",
    },
    ...passphraseFlags,
  },
  examples: [
    "encrypt --key public.pem --out letter.encrypted letter.txt",
    "encrypt --key public.pem --armor < letter.txt",
  ],
  notes: [
    "RSA-OAEP encrypts a new AES key, and AES-256-GCM encrypts the file with it, in authenticated segments. If you pass a private " +
      "key, its public key is used. --armor makes the output a third longer.",
  ],
  async run(given, context) {
    const keyPath = given.required("key");
    const [path] = given.operands;
    checkStandardInput(given, keyPath, path);
    const charactersAtOnce = given.whole("characters");
    const incremental = given.has("incremental");
    if (charactersAtOnce !== undefined && !incremental) throw new UsageError("--characters needs --incremental");
    const armored = given.has("armor");
    if (armored && incremental) throw new UsageError("--incremental already writes text: leave --armor out");
    const key = await readPublicKey(keyPath, given, context);
    const line = new ProgressLine(context, given.text("out") ?? "-");
    const { signal } = context;
    let size: number | undefined;
    const options = { signal, onProgress: ({ done }: { done: number }) => line.showBytes(done, size) };
    const stream = incremental
      ? encryptIncrementalStream(key, { ...options, charactersAtOnce })
      : encryptStream(key, options);
    const kind = { binary: !incremental && !armored, asText: "--armor" };
    const output = await openOutput(given.text("out"), { force: given.has("force"), ...kind }, context);
    const input = await openInput(path, context).catch(async (error: unknown) => {
      await output.discard();
      throw error;
    });
    size = input.size;
    const encrypted = input.stream.pipeThrough(stream);
    await pipeOutput(armored ? encrypted.pipeThrough(armorStream()) : encrypted, output, signal).finally(() =>
      line.clear(),
    );
  },
};
