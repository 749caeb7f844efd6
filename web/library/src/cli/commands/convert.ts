import { privateKeyFormats } from "../../formats/formats.js";
import type { Command } from "../context.js";
import { checkStandardInput } from "../input.js";
import {
  checkEncryptable,
  exportKey,
  keyFlag,
  keyPath,
  newPassphrase,
  newPassphraseFlags,
  passphraseFlags,
  privateFormatFlag,
  readPrivateKey,
} from "../keys.js";
import { outputFlags, produceOutput } from "../output.js";

export const convert: Command = {
  name: "convert",
  summary: "Convert a private key to another format, or change its passphrase",
  operand: { name: "[KEY]", text: "a private key in any format; default: standard input (-)" },
  flags: {
    ...keyFlag,
    ...privateFormatFlag,
    ...outputFlags,
    ...passphraseFlags,
    ...newPassphraseFlags,
  },
  examples: ["convert --format jwk private.pem", "convert --encrypt --out encrypted.pem private.pem"],
  notes: [
    "The new key is not encrypted, unless you pass --encrypt or --new-passphrase-file. Only its owner can read the file (mode 600).",
  ],
  async run(given, context) {
    const path = keyPath(given);
    checkStandardInput(given, path);
    const format = given.choice("format", privateKeyFormats);
    checkEncryptable(format, given);
    const key = await readPrivateKey(path, given, context);
    const password = await newPassphrase(given, context);
    const options = { force: given.has("force"), secret: true, binary: format.endsWith("-der") };
    await produceOutput(given.text("out"), () => exportKey(key, format, context, password), options, context);
  },
};
