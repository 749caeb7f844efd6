import type { Command } from "../context.js";
import { checkStandardInput } from "../input.js";
import { exportPublic, passphraseFlags, publicFormats, readPublicKey } from "../keys.js";
import { outputFlags, writeOutput } from "../output.js";

export const publicCommand: Command = {
  name: "public",
  summary: "write the public key of a key, in any format",
  operand: "[KEY]",
  flags: {
    format: { short: "f", value: "FORMAT", text: `one of ${publicFormats.join(", ")}; default spki-pem` },
    ...outputFlags,
    ...passphraseFlags,
  },
  notes: ["KEY is a private or a public key, in any format; - or nothing: standard input."],
  async run(given, context) {
    checkStandardInput(given, given.operands[0]);
    const format = given.choice("format", publicFormats);
    const key = await readPublicKey(given.operands[0], given, context);
    const options = { force: given.has("force"), binary: format.endsWith("-der") };
    await writeOutput(given.text("out"), await exportPublic(key, format, context), options, context);
  },
};
