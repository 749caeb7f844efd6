import { sign as signFile } from "../../files/signature.js";
import type { Command } from "../context.js";
import { checkStandardInput, openInput } from "../input.js";
import { passphraseFlags, readPrivateKey } from "../keys.js";
import { outputFlags, produceOutput } from "../output.js";
import { ProgressLine } from "../progress.js";
import { signatureAlgorithm, signatureFlags } from "../signature-flags.js";

export const sign: Command = {
  name: "sign",
  summary: "sign a file; the signature stands apart",
  operand: "[FILE]",
  flags: {
    key: { short: "k", value: "FILE", text: "the private key, in any format" },
    ...outputFlags,
    ...signatureFlags,
    ...passphraseFlags,
  },
  notes: [
    "FILE of any size; - or nothing: standard input. The signature is bare: OpenSSL verifies it with",
    "  openssl dgst -sha256 -sigopt rsa_padding_mode:pss -verify public.pem -signature FILE.sig FILE",
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
