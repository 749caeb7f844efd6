import { type KeyParams, paramFacts, variantFacts } from "rsa-variants";
import { formatExponent } from "./format.ts";

/** Why something is refused, as plain data: what an RsaError and a worker's last event have in common. */
export interface Refused {
  readonly message: string;
  /** The parameter at fault, by the library's name. */
  readonly parameter?: string | undefined;
  /** The message without that name, where it begins with it. */
  readonly problem?: string | undefined;
}

/** What was thrown, as plain data. */
export function refusedBy(error: unknown): Refused {
  if (!(error instanceof Error)) return { message: String(error) };
  const { message, parameter, problem }: Refused = error;
  return { message: message || error.name, parameter, problem }; // some errors of WebCrypto have only a name
}

/** The message, with the page's own name for the parameter at fault. */
export function inWords({ message, parameter, problem }: Refused, names: Readonly<Record<string, string>>): string {
  const name = parameter === undefined ? undefined : names[parameter];
  return name === undefined || problem === undefined ? message : `${name} ${problem}`;
}

/** The numbers of a key with the papers' letters for them, which the page's fields show, in the order of tables. */
export const letters: Readonly<Record<Parameter | "publicExponentLength", string>> = Object.fromEntries([
  ...Object.entries(paramFacts).map(([name, { letter }]) => [name, letter]),
  ["publicExponentLength", "|e|"],
]);

/** The word for a parameter in an address: the letter of the papers. */
export function wordOf(name: Parameter): string {
  return letters[name].replaceAll("|", "");
}

/** A parameter of the library's keys that is a number. */
export type Parameter = Exclude<keyof KeyParams, "variant">;

/** All of them, in the order of tables. */
export const parameters = Object.keys(paramFacts) as readonly Parameter[];

/** The numbers of a key, each with its letter: ["n 2048", "r 3", "e 65537"]. An s of 1 is left out. */
export function paramList(params: KeyParams): string[] {
  return parameters.flatMap((name) => {
    const value = params[name];
    if (value === undefined || (name === "multiplicity" && value === 1)) return [];
    return `${letters[name]} ${typeof value === "bigint" ? formatExponent(value) : value}`;
  });
}

/** Parameters in a line: "Rebalanced, n 2048, w 160". The usual e is left out. */
export function paramsText(params: KeyParams): string {
  const shown = paramList(params).filter((text) => text !== "e 65537");
  return [variantFacts[params.variant].title, ...shown.map((text) => text.replace(" ", "\u00a0"))].join(", ");
}

/** The length of e that key generation gives the variants that take one. */
const usualExponentLength = 17;

/**
 * Parameters as the query string of the place Security, without the question mark. It names only what the variant takes.
 *
 * @param publicExponentLength bits of e, where key generation would give it another length
 *
 * @example
 * ```ts
 * writeParams({ variant: "rebalanced", modulusLength: 2048, crtExponentLength: 160 }); // "variant=rebalanced&n=2048&w=160"
 * ```
 */
export function writeParams(params: KeyParams, publicExponentLength?: number): string {
  const query = new URLSearchParams({ variant: params.variant });
  for (const name of parameters) {
    const value = params[name];
    const isUsual = name === "multiplicity" && value === 1;
    if (typeof value === "number" && !isUsual) query.set(wordOf(name), String(value));
  }
  const own = params.publicExponent?.toString(2).length;
  const length = publicExponentLength ?? (own === usualExponentLength ? undefined : own);
  if (length !== undefined) query.set("e-length", String(length));
  return query.toString();
}
