import type { KeyParams } from "../params.js";
import { heed } from "../warning.js";
import type { Arguments, Flag } from "./arguments.js";
import { type Context, print } from "./context.js";

/** The flag of commands that make keys. */
export const newKeyFlags = {
  "allow-broken": { text: "make the key even if it can be broken: for tests, it protects nothing" },
} satisfies Record<string, Flag>;

/** Refuses broken parameters unless the flag is there, and says on standard error what is wrong with others. */
export async function judge(
  command: string,
  params: KeyParams,
  given: Arguments,
  context: Context,
): Promise<{ allowBroken: boolean }> {
  const allowBroken = given.has("allow-broken");
  const warnings: string[] = [];
  const warning = await (await context.rsa()).warningFor(params);
  heed(warning, { allowBroken, onWarning: ({ message }) => warnings.push(message) });
  for (const message of warnings) await print(context.stderr, `rsa-variants ${command}: ${message}\n`);
  return { allowBroken };
}
