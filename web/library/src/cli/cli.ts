import { setMaxListeners } from "node:events";
import { Arguments, flagTable } from "./arguments.js";
import { attack } from "./commands/attack.js";
import { bench } from "./commands/bench.js";
import { convert } from "./commands/convert.js";
import { decrypt } from "./commands/decrypt.js";
import { encrypt } from "./commands/encrypt.js";
import { inspect } from "./commands/inspect.js";
import { keygen } from "./commands/keygen.js";
import { menu } from "./commands/menu.js";
import { publicCommand } from "./commands/public.js";
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
  sign,
  verify,
  inspect,
  bench,
  attack,
  menu,
];

/** Runs a command line. Resolves with what the process is to end with, and never rejects. */
export async function run(words: readonly string[], version: string, context: Context): Promise<number> {
  setMaxListeners(0, context.signal); // as many as there are calls under way, which Node would take for a leak
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
    const behind = first === "help" ? [...rest] : [...words];
    const name = behind.shift();
    if (name === undefined) throw new UsageError("a command is missing");
    command = commands.find((each) => each.name === name);
    if (command === undefined) throw new UsageError(`there is no command ${JSON.stringify(name)}`);
    if (command.commands !== undefined && behind[0] !== undefined && !behind[0].startsWith("-")) {
      const ownName = `${name} ${behind.shift()}`;
      const own = command.commands.find((each) => each.name === ownName);
      if (own === undefined) throw new UsageError(`there is no command ${JSON.stringify(ownName)}`);
      command = own;
    }
    const given = Arguments.parse(first === "help" ? ["--help"] : behind, command.flags, operandsOf(command));
    if (given.has("help")) await print(context.stdout, helpOf(command));
    else await command.run(given, context);
    return exitCodes.success;
  } catch (error) {
    if (context.signal.aborted) return exitCodes.failure;
    const { message, code } = explain(error, command?.flags);
    const whose = command === undefined ? "" : ` ${command.name}`;
    const hint = code === exitCodes.usage ? `rsa-variants${whose} --help says what there is.\n` : "";
    await print(context.stderr, `rsa-variants${whose}: ${message}\n${hint}`).catch(() => {});
    return code;
  }
}

/** The help without a command. */
export function overview(): string {
  return (
    "rsa-variants COMMAND [flags]\n\nKeys, files and signatures with every fast RSA variant.\n\n" +
    `${commandTable(commands)}\nrsa-variants COMMAND --help tells more; --version tells the version.\n` +
    "Ends with 0, with 1 for a failure (another key, a bad signature, a full disk), with 2 for a wrong command line.\n"
  );
}

function commandTable(listed: readonly Command[]): string {
  const width = Math.max(...listed.map(({ name }) => name.length)) + 2;
  return listed.map(({ name, summary }) => `  ${name.padEnd(width)}${summary}\n`).join("");
}

function helpOf({ name, operand, summary, flags, notes, commands: own }: Command): string {
  const usage = `rsa-variants ${name} [flags]${operand === undefined ? "" : ` ${operand}`}`;
  const list = own === undefined ? "" : `\n${commandTable(own)}`;
  const more = notes === undefined ? "" : `\n${notes.join("\n")}\n`;
  return `${usage}\n\n${summary}\n\n${flagTable(flags)}${list}${more}`;
}

/** How many operands a command takes: an operand that ends in an ellipsis may be repeated. */
function operandsOf({ operand }: Command): number {
  if (operand === undefined) return 0;
  return operand.includes("…") ? Number.POSITIVE_INFINITY : 1;
}
