import { privateKeyFormats } from "../../formats/formats.js";
import type { Command } from "../context.js";
import { checkStandardInput } from "../input.js";
import {
  exportPrivate,
  keyFlag,
  keyPath,
  newPassphrase,
  newPassphraseFlags,
  passphraseFlags,
  privateFormatFlag,
  readPrivateKey,
} from "../keys.js";
import { outputFlags, writeOutput } from "../output.js";

export const convert: Command = {
  name: "convert",
  summary: "write a private key in another format, or with another passphrase",
  operand: "[KEY]",
  flags: {
    ...keyFlag,
    ...privateFormatFlag,
    ...outputFlags,
    ...passphraseFlags,
    ...newPassphraseFlags,
  },
  notes: [
    "KEY is a private key in any format; - or nothing: standard input. What is written is for its owner alone (mode 600),",
    "and encrypted only where --encrypt or --new-passphrase-file says so.",
  ],
  async run(given, context) {
    const path = keyPath(given);
    checkStandardInput(given, path);
    const format = given.choice("format", privateKeyFormats);
    const key = await readPrivateKey(path, given, context);
    const exported = await exportPrivate(key, format, await newPassphrase(given, context), context);
    const options = { force: given.has("force"), secret: true, binary: format.endsWith("-der") };
    await writeOutput(given.text("out"), exported, options, context);
  },
};
