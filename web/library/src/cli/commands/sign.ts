import { sign as signFile } from "../../files/signature.js";
import type { Command } from "../context.js";
import { checkStandardInput, openInput } from "../input.js";
import { passphraseFlags, readPrivateKey } from "../keys.js";
import { outputFlags, produceOutput } from "../output.js";
import { ProgressLine } from "../progress.js";
import { signatureAlgorithm, signatureFlags } from "../signature-flags.js";

export const sign: Command = {
  name: "sign",
  summary: "Sign a file, with the signature in a separate file",
  operand: { name: "[FILE]", text: "a file of any size; default: standard input (-)" },
  flags: {
    key: { short: "k", value: "FILE", text: "the private key, in any format" },
    ...outputFlags,
    ...signatureFlags,
    ...passphraseFlags,
  },
  examples: ["sign --key private.pem --out letter.sig letter.txt"],
  notes: [
    "The output contains only the bytes of the signature. To verify it with OpenSSL, run\n" +
      "  openssl dgst -sha256 -sigopt rsa_padding_mode:pss -verify public.pem -signature letter.sig letter.txt\n",
  ],
  async run(given, context) {
    const keyPath = given.required("key");
    const [path] = given.operands;
    checkStandardInput(given, keyPath, path);
    const algorithm = signatureAlgorithm(given);
    const key = await readPrivateKey(keyPath, given, context);
    const signed = async () => {
      const input = await openInput(path, context);
      const line = new ProgressLine(context);
      const onProgress = ({ done }: { done: number }) => line.showBytes(done, input.size);
      const work = signFile(key, input.stream, { algorithm, signal: context.signal, onProgress });
      return work.finally(() => line.clear());
    };
    await produceOutput(given.text("out"), signed, { force: given.has("force"), binary: true }, context);
  },
};
