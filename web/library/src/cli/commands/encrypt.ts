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
  summary: "encrypt a file for whoever has a private key",
  operand: "[FILE]",
  flags: {
    key: { short: "k", value: "FILE", text: "the public key in any format, or a certificate (not verified)" },
    ...outputFlags,
    armor: { short: "a", text: "as text, for the body of a message: base64 between two lines that say what it is" },
    incremental: { text: "as an early paper did, without padding: it PROTECTS NOTHING" },
    characters: { short: "c", value: "COUNT", text: "with --incremental: characters at once; default as many as fit" },
    ...passphraseFlags,
  },
  notes: [
    "FILE of any size; - or nothing: standard input. RSA-OAEP encrypts a fresh key, AES-256-GCM the file under it, in",
    "authenticated segments. A private key is taken for its public one. What --armor writes is a third longer.",
  ],
  async run(given, context) {
    const keyPath = given.required("key");
    const [path] = given.operands;
    checkStandardInput(given, keyPath, path);
    const charactersAtOnce = given.whole("characters");
    const incremental = given.has("incremental");
    if (charactersAtOnce !== undefined && !incremental) throw new UsageError("--characters needs --incremental");
    const armored = given.has("armor");
    if (armored && incremental) throw new UsageError("--incremental writes text by itself: leave --armor out");
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
