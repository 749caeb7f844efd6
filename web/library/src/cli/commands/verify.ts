import { verify as verifyFile } from "../../files/signature.js";
import { type Command, print } from "../context.js";
import { Failure } from "../failure.js";
import { checkStandardInput, openInput, readInput } from "../input.js";
import { passphraseFlags, readPublicKey } from "../keys.js";
import { ProgressLine } from "../progress.js";
import { signatureAlgorithm, signatureFlags } from "../signature-flags.js";

/** Longer than the signature of any key. */
const mostSignatureBytes = 4096;

export const verify: Command = {
  name: "verify",
  summary: "Verify the signature of a file",
  operand: { name: "[FILE]", text: "the signed file, of any size; default: standard input (-)" },
  flags: {
    key: { short: "k", value: "FILE", text: "the public key in any format, or a certificate (not verified)" },
    signature: { short: "s", value: "FILE", text: "the signature" },
    ...signatureFlags,
    ...passphraseFlags,
  },
  examples: ["verify --key public.pem --signature letter.sig letter.txt"],
  notes: ["The exit code is 0 if the signature is good, otherwise 1."],
  async run(given, context) {
    const [keyPath, signaturePath] = [given.required("key"), given.required("signature")];
    const [path] = given.operands;
    checkStandardInput(given, keyPath, signaturePath, path);
    const algorithm = signatureAlgorithm(given);
    const key = await readPublicKey(keyPath, given, context);
    const signature = await readInput(signaturePath, mostSignatureBytes, context);
    const input = await openInput(path, context);
    const line = new ProgressLine(context);
    const onProgress = ({ done }: { done: number }) => line.showBytes(done, input.size);
    const work = verifyFile(key, signature, input.stream, { algorithm, signal: context.signal, onProgress });
    if (!(await work.finally(() => line.clear()))) {
      const isStrict = algorithm.name === "RSA-PSS" && (algorithm.saltLength ?? "auto") !== "auto";
      const salt = isStrict ? "; leave --salt-length out to accept a salt of any length" : "";
      throw new Failure(`${input.name}: the signature is not valid for this file, key and algorithm${salt}`);
    }
    await print(context.stdout, "the signature is good\n");
  },
};
