// Runs commands.
import { spawn } from "node:child_process";
import { environment, root } from "./paths.mjs";

/** A failure that one line explains; the line also says what to do, if possible. */
export class Problem extends Error {}

/**
 * Runs a command without a shell and waits for its end.
 * @param {string} command
 * @param {string[]} args
 * @param {{ env?: Record<string, string>, cwd?: string, show?: boolean }} options show: also print the output
 * @returns {Promise<{ code: number, output: string, stdout: string }>} code: −1 if the command does not exist; output: standard
 * output and standard error
 */
export function run(command, args, { env = {}, cwd = root, show = false } = {}) {
  return new Promise((resolve) => {
    const child = spawn(command, args, { cwd, env: { ...environment, ...env }, stdio: ["ignore", "pipe", "pipe"] });
    let output = "";
    let stdout = "";
    const take = (stream) => (chunk) => {
      output += chunk;
      if (stream === process.stdout) stdout += chunk;
      if (show) stream.write(chunk);
    };
    child.stdout.setEncoding("utf8").on("data", take(process.stdout));
    child.stderr.setEncoding("utf8").on("data", take(process.stderr));
    child.on("error", (error) => resolve({ code: -1, output: error.message, stdout }));
    child.on("close", (code) => resolve({ code: code ?? 1, output, stdout }));
  });
}

/** Like `run`, but returns standard output, and throws a Problem with the command's output unless the command succeeds. */
export async function mustRun(command, args, options = {}) {
  const { code, output, stdout } = await run(command, args, options);
  if (code === 0) return stdout;
  const shown = options.show ? "" : `\n${output.trimEnd()}`;
  throw new Problem(`${[command, ...args].join(" ")} failed${code === -1 ? "" : ` with exit code ${code}`}${shown}`);
}
