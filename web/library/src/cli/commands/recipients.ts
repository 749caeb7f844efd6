import { armorStream } from "../../files/armor.js";
import { detectStream } from "../../files/detect.js";
import { addRecipientsStream } from "../../files/hybrid/recipients.js";
import type { Command } from "../context.js";
import { Failure, UsageError } from "../failure.js";
import { checkStandardInput, openInput } from "../input.js";
import { passphraseFlags, readPrivateKeys, readPublicKeys } from "../keys.js";
import { openOutput, outputFlags, pipeOutput } from "../output.js";
import { ProgressLine } from "../progress.js";

const examples = [
  "recipients add --key ben.pem --private-key anna.pem --out letter.both letter.encrypted",
  "recipients add --key ben.pem --private-key anna.pem --out letter.encrypted --force letter.encrypted",
];

const add: Command = {
  name: "recipients add",
  summary: "Let further people decrypt an encrypted file, without encrypting it again",
  operand: { name: "[FILE]", text: "a file written by encrypt; default: standard input (-)" },
  flags: {
    key: {
      short: "k",
      value: "FILE",
      text: "the public key of the new recipient, or a certificate (not verified); once for each",
      isList: true,
    },
    "private-key": { value: "FILE", text: "the private key of someone who can decrypt the file" },
    ...outputFlags,
    armor: { short: "a", text: "write text for the body of a message" },
    ...passphraseFlags,
  },
  examples,
  notes: [
    "Only the header is written again, and the content is copied as it is. With --force, the output can be the same file. Nobody can " +
      "be removed: to do that, decrypt the file and encrypt it again.",
  ],
  async run(given, context) {
    const [keyPaths, privatePath] = [given.requiredTexts("key"), given.required("private-key")];
    const [path] = given.operands;
    checkStandardInput(given, ...keyPaths, privatePath, path);
    const privateKeys = await readPrivateKeys(privatePath, given, context);
    const publicKeys = await readPublicKeys(keyPaths, given, context);
    const line = new ProgressLine(context, given.text("out") ?? "-");
    const input = await openInput(path, context);
    const { format, isArmored, stream } = await detectStream(input.stream);
    if (format !== "hybrid") throw new Failure(`${input.name}: not a file written by encrypt, without --incremental`);
    const { signal } = context;
    const size = isArmored ? undefined : input.size;
    const onProgress = ({ done }: { done: number }) => line.showBytes(done, size);
    const extended = stream.pipeThrough(addRecipientsStream(privateKeys, publicKeys, { signal, onProgress }));
    const armored = given.has("armor");
    const options = { force: given.has("force"), binary: !armored, asText: "--armor" };
    const output = await openOutput(given.text("out"), options, context);
    await pipeOutput(armored ? extended.pipeThrough(armorStream()) : extended, output, signal).finally(() =>
      line.clear(),
    );
  },
};

export const recipients: Command = {
  name: "recipients",
  summary: "Let further people decrypt an encrypted file",
  flags: {},
  commands: [add],
  examples,
  async run() {
    throw new UsageError("say what to do: add");
  },
};
