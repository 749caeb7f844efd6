import { openSync } from "node:fs";
import { ReadStream } from "node:tty";
import { type Context, print } from "./context.js";
import { Failure } from "./failure.js";

/** The parts of a terminal that a prompt needs. */
export interface Terminal {
  setRawMode(raw: boolean): unknown;
  on(event: "data", listener: (data: Uint8Array) => void): unknown;
  off(event: "data", listener: (data: Uint8Array) => void): unknown;
  resume(): unknown;
  pause(): unknown;
}

/** There is nobody to ask. */
export class NoTerminal extends Failure {}

/** Opens the terminal of the process; standard input may be a file instead. */
function openTerminal(context: Context): { terminal: Terminal; close(): void } {
  if (context.stdin.isTTY) return { terminal: context.stdin as unknown as Terminal, close: () => {} };
  try {
    const terminal = new ReadStream(openSync("/dev/tty", "r"));
    return { terminal, close: () => terminal.destroy() };
  } catch (cause) {
    const remedy = "pass --passphrase-file";
    throw new NoTerminal(`a passphrase is needed, but there is no terminal to ask for it: ${remedy}`, { cause });
  }
}

/** Asks for a passphrase; the terminal does not show it. */
export async function askPassphrase(question: string, context: Context): Promise<string> {
  const { terminal, close } = openTerminal(context);
  try {
    return await readUnseen(terminal, context.signal, () => void context.stderr.write(`${question}: `));
  } finally {
    close();
    await print(context.stderr, "\n");
  }
}

/** Asks for a new passphrase, twice. */
export async function askNewPassphrase(context: Context): Promise<string> {
  const passphrase = await askPassphrase("New passphrase", context);
  if (passphrase === "") throw new Failure("the passphrase must not be empty");
  if ((await askPassphrase("Repeat the passphrase", context)) === passphrase) return passphrase;
  throw new Failure("the two passphrases differ");
}

/** Reads a line from a terminal that does not show it; `ask` is called once typing is hidden. */
export function readUnseen(terminal: Terminal, signal: AbortSignal, ask: () => void): Promise<string> {
  return new Promise((resolve, reject) => {
    const decoder = new TextDecoder();
    const characters: string[] = [];
    const end = (settle: () => void) => {
      signal.removeEventListener("abort", stop);
      terminal.off("data", take);
      terminal.setRawMode(false);
      terminal.pause();
      settle();
    };
    const stop = () => end(() => reject(new Failure("interrupted")));
    const take = (data: Uint8Array) => {
      for (const character of decoder.decode(data, { stream: true })) {
        if (character === "\r" || character === "\n") return end(() => resolve(characters.join("")));
        // In raw mode Ctrl-C and Ctrl-D are characters.
        if (character === "\x03" || character === "\x04") return stop();
        if (character === "\x7f" || character === "\b") characters.pop();
        else if (character === "\x15")
          characters.length = 0; // Ctrl-U
        else if (character >= " ") characters.push(character);
      }
    };
    signal.addEventListener("abort", stop, { once: true });
    terminal.setRawMode(true);
    terminal.on("data", take);
    terminal.resume();
    ask();
  });
}
