import { containerOf } from "../../doctor/containers.js";
import { formsOf } from "../../doctor/forms.js";
import { verify as verifyFile } from "../../files/signature.js";
import { blockLength } from "../../params.js";
import { type Command, type Context, print } from "../context.js";
import { Failure, shownName } from "../failure.js";
import { checkStandardInput, openInput, readInput } from "../input.js";
import { passphraseFlags, readPublicKey } from "../keys.js";
import { ProgressLine } from "../progress.js";
import { signatureAlgorithm, signatureFlags } from "../signature-flags.js";

/** Longer than the signature of any key, also as hexadecimal digits with colons. */
const mostSignatureBytes = 16384;

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
  notes: [
    "The exit code is 0 if the signature is good, otherwise 1. A signature in Base64 or hexadecimal digits is decoded. The command " +
      "doctor says why a signature is not valid.",
  ],
  async run(given, context) {
    const [keyPath, signaturePath] = [given.required("key"), given.required("signature")];
    const [path] = given.operands;
    checkStandardInput(given, keyPath, signaturePath, path);
    const algorithm = signatureAlgorithm(given);
    const key = await readPublicKey(keyPath, given, context);
    const { modulusLength } = key;
    const file = await readInput(signaturePath, mostSignatureBytes, context);
    const signature = await decoded(signaturePath, file, blockLength(modulusLength), context);
    const input = await openInput(path, context);
    const line = new ProgressLine(context);
    const onProgress = ({ done }: { done: number }) => line.showBytes(done, input.size);
    const work = verifyFile(key, signature, input.stream, { algorithm, signal: context.signal, onProgress });
    if (!(await work.finally(() => line.clear()))) {
      const isStrict = algorithm.name === "RSA-PSS" && (algorithm.saltLength ?? "auto") !== "auto";
      const salt = isStrict ? "; leave --salt-length out to accept a salt of any length" : "";
      throw new Failure(
        `${input.name}: the signature is not valid for this file, key and algorithm${salt}; rsa-variants doctor signature says why`,
      );
    }
    await print(context.stdout, "the signature is good\n");
  },
};

/** The signature in a file that holds it as bytes or, as its length shows, in another form, which is reported. */
async function decoded(path: string, file: Uint8Array, length: number, context: Context): Promise<Uint8Array> {
  const forms = formsOf(file, length, "signature");
  const form = forms.find(({ bytes }) => bytes.length === length);
  if (form === undefined) {
    const [container] = forms.flatMap((each) => containerOf(each.bytes, "signature", each.findings.length > 0) ?? []);
    if (container !== undefined) throw new Failure(`${shownName(path)}: ${container.text}`);
    throw new Failure(
      `${shownName(path)}: the signature has ${file.length} bytes, but signatures of this key have ${length}`,
    );
  }
  const steps = form.findings.map(({ code }) => code);
  if (steps.length > 0)
    await print(context.stderr, `${shownName(path)}: the signature was decoded (${steps.join(", ")})\n`);
  return form.bytes;
}
