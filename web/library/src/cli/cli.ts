import { setMaxListeners } from "node:events";
import { Arguments, flagTable, wrap } from "./arguments.js";
import { attack } from "./commands/attack.js";
import { bench } from "./commands/bench.js";
import { convert } from "./commands/convert.js";
import { decrypt } from "./commands/decrypt.js";
import { doctor } from "./commands/doctor.js";
import { encrypt } from "./commands/encrypt.js";
import { inspect } from "./commands/inspect.js";
import { keygen } from "./commands/keygen.js";
import { menu } from "./commands/menu.js";
import { publicCommand } from "./commands/public.js";
import { recipients } from "./commands/recipients.js";
import { sign } from "./commands/sign.js";
import { verify } from "./commands/verify.js";
import { type Command, type Context, print } from "./context.js";
import { exitCodes, explain, UsageError } from "./failure.js";

/** Every command, in the order of the help. */
export const commands: readonly Command[] = [
  keygen,
  publicCommand,
  convert,
  encrypt,
  decrypt,
  recipients,
  sign,
  verify,
  inspect,
  doctor,
  bench,
  attack,
  menu,
];

/** Runs a command line. Resolves with the exit code, and never rejects. */
export async function run(words: readonly string[], version: string, context: Context): Promise<number> {
  setMaxListeners(0, context.signal); // one for each running call; Node would warn of a leak
  let command: Command | undefined;
  try {
    const [first, ...rest] = words;
    if (first === "--version" || first === "-V") {
      await print(context.stdout, `${version}\n`);
      return exitCodes.success;
    }
    if (first === "--help" || first === "-h" || (first === "help" && rest.length === 0)) {
      await print(context.stdout, overview());
      return exitCodes.success;
    }
    const remaining = first === "help" ? [...rest] : [...words];
    const name = remaining.shift();
    if (name === undefined) throw new UsageError("a command is missing");
    command = commands.find((each) => each.name === name);
    if (command === undefined) throw new UsageError(`unknown command ${JSON.stringify(name)}`);
    if (command.commands !== undefined && remaining[0] !== undefined && !remaining[0].startsWith("-")) {
      const ownName = `${name} ${remaining.shift()}`;
      const own = command.commands.find((each) => each.name === ownName);
      if (own === undefined) throw new UsageError(`unknown command ${JSON.stringify(ownName)}`);
      command = own;
    }
    const given = Arguments.parse(first === "help" ? ["--help"] : remaining, command.flags, operandsOf(command));
    if (given.has("help")) await print(context.stdout, helpOf(command));
    else await command.run(given, context);
    return exitCodes.success;
  } catch (error) {
    if (context.signal.aborted) return exitCodes.failure;
    const { message, code } = explain(error, command?.flags);
    const whose = command === undefined ? "" : ` ${command.name}`;
    const hint = code === exitCodes.usage ? `Run "rsa-variants${whose} --help" for help.\n` : "";
    await print(context.stderr, `rsa-variants${whose}: ${message}\n${hint}`).catch(() => {});
    return code;
  }
}

/** The help without a command. */
export function overview(): string {
  return [
    "Make keys, encrypt and sign files with the fast variants of RSA, and find out which keys are safe.\n",
    "Usage: rsa-variants COMMAND [flags]\n",
    `Commands:\n${commandTable(commands)}`,
    `Flags:\n${flagTable({ version: { short: "V", text: "show the version" } })}`,
    examplesOf([
      "keygen --variant multi-prime --out private.pem --public-out public.pem",
      "encrypt --key public.pem --out letter.encrypted letter.txt",
      "decrypt --key private.pem letter.encrypted",
    ]),
    'Run "rsa-variants COMMAND --help" for the flags of a command.\n' +
      "Exit codes: 0 for success; 1 for a failure, such as a wrong key or a full disk; 2 for an invalid command line.\n",
  ].join("\n");
}

function commandTable(listed: readonly Command[]): string {
  const width = Math.max(...listed.map(({ name }) => name.length)) + 2;
  return listed.map(({ name, summary }) => `  ${name.padEnd(width)}${summary}\n`).join("");
}

function examplesOf(examples: readonly string[]): string {
  return `Examples:\n${examples.map((example) => `  rsa-variants ${example}\n`).join("")}`;
}

function helpOf({ name, operand, summary, flags, examples, notes, commands: own }: Command): string {
  const sections = [`${summary}.\n`, `Usage: rsa-variants ${name} [flags]${operand ? ` ${operand.name}` : ""}\n`];
  if (operand !== undefined) {
    sections.push(`Arguments:\n  ${operand.name}  ${wrap(operand.text, " ".repeat(4 + operand.name.length))}\n`);
  }
  sections.push(`Flags:\n${flagTable(flags)}`);
  if (own !== undefined) sections.push(`Commands:\n${commandTable(own)}`);
  sections.push(examplesOf(examples), ...(notes ?? []).map((note) => (note.includes("\n") ? note : `${wrap(note)}\n`)));
  return sections.join("\n");
}

/** How many operands a command accepts: an ellipsis in the name means any number. */
function operandsOf({ operand }: Command): number {
  if (operand === undefined) return 0;
  return operand.name.includes("…") ? Number.POSITIVE_INFINITY : 1;
}
