import { RsaError } from "./errors.js";

/** The names of an options object: all of them, or it does not compile. */
export type Names<Options> = { readonly [Name in keyof Options]-?: true };

/**
 * Refuses what is not an object, and names that are not options. A misspelt name would leave its option at the default, unnoticed.
 *
 * @throws RsaError `invalid-params` with the nearest name, or all of them
 */
export function checkOptions<Options>(
  options: Options,
  names: Readonly<Record<string, true>>,
  example: string,
): Options {
  if (typeof options !== "object" || options === null) {
    const message = `the options must be an object such as ${example}, got ${String(options)}`;
    throw new RsaError("invalid-params", message, { parameter: "options" });
  }
  checkNames(options, Object.keys(names));
  return options;
}

/** As `checkOptions`, for what is known to be an object. */
export function checkNames(options: object, names: readonly string[], kind = "an option"): void {
  const unknown = Object.keys(options).find((name) => !names.includes(name));
  if (unknown === undefined) return;
  throw new RsaError("invalid-params", `${unknown} is not ${kind}; ${suggestion(unknown, names)}`, {
    parameter: unknown,
  });
}

/** The name that was probably meant, or else all that there are. */
function suggestion(unknown: string, names: readonly string[]): string {
  const [nearest] = names
    .map((name) => ({ name, distance: distance(unknown.toLowerCase(), name.toLowerCase()) }))
    .filter(({ name, distance }) => distance <= Math.max(1, Math.min(unknown.length, name.length) / 3))
    .sort((a, b) => a.distance - b.distance);
  if (nearest !== undefined) return `did you mean ${nearest.name}?`;
  return names.length === 0 ? "there are none" : `expected one of ${names.join(", ")}`;
}

/** How many characters to insert, remove, replace or swap with their neighbour (optimal string alignment). */
function distance(a: string, b: string): number {
  let [before, last]: number[][] = [[], Array.from({ length: b.length + 1 }, (_, j) => j)];
  for (let i = 1; i <= a.length; i++) {
    const row = [i];
    for (let j = 1; j <= b.length; j++) {
      const at = (line: readonly number[] | undefined, index: number) => line?.[index] ?? Number.POSITIVE_INFINITY;
      const replaced = at(last, j - 1) + (a[i - 1] === b[j - 1] ? 0 : 1);
      const swapped = a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1] ? at(before, j - 2) + 1 : replaced;
      row.push(Math.min(at(last, j) + 1, at(row, j - 1) + 1, replaced, swapped));
    }
    [before, last] = [last, row];
  }
  return last?.[b.length] ?? 0;
}
