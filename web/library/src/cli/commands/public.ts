import { publicKeyFormats } from "../../formats/formats.js";
import type { Command } from "../context.js";
import { checkStandardInput } from "../input.js";
import {
  exportKey,
  keyFlag,
  keyPath,
  passphraseFlags,
  publicFormatFlag,
  readPublicKey,
  usualPublicFormat,
} from "../keys.js";
import { outputFlags, produceOutput } from "../output.js";

export const publicCommand: Command = {
  name: "public",
  summary: "Write the public key of a key",
  operand: {
    name: "[KEY]",
    text: "a private or public key in any format, a certificate or a certificate request; default: standard input (-)",
  },
  flags: {
    ...keyFlag,
    ...publicFormatFlag,
    ...outputFlags,
    ...passphraseFlags,
  },
  examples: ["public --out public.pem private.pem", "public --format openssh private.pem"],
  notes: [
    "The signature of a certificate is not verified. For unbalanced keys the default format is json, the only one that holds the " +
      "maximum length of their messages.",
  ],
  async run(given, context) {
    const path = keyPath(given);
    checkStandardInput(given, path);
    const asked = given.text("format") === undefined ? undefined : given.choice("format", publicKeyFormats);
    const key = await readPublicKey(path, given, context);
    const format = asked ?? usualPublicFormat(key);
    const options = { force: given.has("force"), binary: format.endsWith("-der") };
    await produceOutput(given.text("out"), () => exportKey(key, format, context), options, context);
  },
};
