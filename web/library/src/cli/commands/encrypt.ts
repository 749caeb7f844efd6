import { armorStream } from "../../files/armor.js";
import { encryptStream } from "../../files/hybrid/encrypt.js";
import { encryptIncrementalStream } from "../../files/incremental/encrypt.js";
import type { Command } from "../context.js";
import { UsageError } from "../failure.js";
import { checkStandardInput, openInput } from "../input.js";
import { passphraseFlags, readPublicKeys } from "../keys.js";
import { openOutput, outputFlags, pipeOutput } from "../output.js";
import { ProgressLine } from "../progress.js";

export const encrypt: Command = {
  name: "encrypt",
  summary: "Encrypt a file with a public key",
  operand: { name: "[FILE]", text: "a file of any size; default: standard input (-)" },
  flags: {
    key: {
      short: "k",
      value: "FILE",
      text: "the public key in any format, or a certificate (not verified); give it once for each recipient",
      isList: true,
    },
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
    "encrypt --key anna.pem --key ben.pem --out letter.encrypted letter.txt",
  ],
  notes: [
    "RSA-OAEP encrypts a new AES key, once for each recipient, and AES-256-GCM encrypts the file with it, in authenticated segments. If you pass a private " +
      "key, its public key is used. --armor makes the output a third longer.",
  ],
  async run(given, context) {
    const keyPaths = given.requiredTexts("key");
    const [path] = given.operands;
    checkStandardInput(given, ...keyPaths, path);
    const charactersAtOnce = given.whole("characters");
    const incremental = given.has("incremental");
    if (charactersAtOnce !== undefined && !incremental) throw new UsageError("--characters needs --incremental");
    const armored = given.has("armor");
    if (armored && incremental) throw new UsageError("--incremental already writes text: leave --armor out");
    if (incremental && keyPaths.length > 1) throw new UsageError("--incremental needs a single --key");
    const keys = await readPublicKeys(keyPaths, given, context);
    const line = new ProgressLine(context, given.text("out") ?? "-");
    const { signal } = context;
    let size: number | undefined;
    const options = { signal, onProgress: ({ done }: { done: number }) => line.showBytes(done, size) };
    const stream = incremental
      ? encryptIncrementalStream(keys[0], { ...options, charactersAtOnce })
      : encryptStream(keys, options);
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
