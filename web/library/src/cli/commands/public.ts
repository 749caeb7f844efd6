import { publicKeyFormats } from "../../formats/formats.js";
import type { Command } from "../context.js";
import { checkStandardInput } from "../input.js";
import {
  exportPublic,
  keyFlag,
  keyPath,
  passphraseFlags,
  publicFormatFlag,
  readPublicKey,
  usualPublicFormat,
} from "../keys.js";
import { outputFlags, writeOutput } from "../output.js";

export const publicCommand: Command = {
  name: "public",
  summary: "write the public key of a key, in any format",
  operand: "[KEY]",
  flags: {
    ...keyFlag,
    ...publicFormatFlag,
    ...outputFlags,
    ...passphraseFlags,
  },
  notes: [
    "For unbalanced keys the default is json, the only format that has the bound of their messages.",
    "KEY is a private or a public key in any format, or a certificate or a request for one, whose signature is not verified;",
    "- or nothing: standard input.",
  ],
  async run(given, context) {
    const path = keyPath(given);
    checkStandardInput(given, path);
    const asked = given.text("format") === undefined ? undefined : given.choice("format", publicKeyFormats);
    const key = await readPublicKey(path, given, context);
    const format = asked ?? usualPublicFormat(key);
    const options = { force: given.has("force"), binary: format.endsWith("-der") };
    await writeOutput(given.text("out"), await exportPublic(key, format, context), options, context);
  },
};
