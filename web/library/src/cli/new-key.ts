import type { KeyParams } from "../params.js";
import type { Arguments, Flag } from "./arguments.js";
import { type Context, print } from "./context.js";
import { flagName, UsageError } from "./failure.js";

/** The flag of commands that make keys. */
export const newKeyFlags = {
  "allow-broken": { text: "make the key even if it can be broken: only for tests, it protects nothing" },
} satisfies Record<string, Flag>;

/** Refuses broken parameters unless the flag allows them, and prints warnings on standard error. */
export async function judge(
  command: string,
  params: KeyParams,
  given: Arguments,
  context: Context,
): Promise<{ allowBroken: boolean }> {
  const allowBroken = given.has("allow-broken");
  const warning = await (await context.rsa()).warningFor(params);
  if (warning === undefined) return { allowBroken };
  const message = warning.message.replace(warning.parameter, `--${flagName(warning.parameter)}`);
  if (warning.verdict === "broken" && !allowBroken) {
    throw new UsageError(`${message} Add --allow-broken to make such a key anyway.`);
  }
  await print(context.stderr, `rsa-variants ${command}: ${message}\n`);
  return { allowBroken };
}
