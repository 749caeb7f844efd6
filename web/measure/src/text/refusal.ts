import { type KeyParams, paramFacts } from "rsa-variants";

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
  return { message, parameter, problem };
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

/** A parameter of the library's keys that is a number. */
export type Parameter = Exclude<keyof KeyParams, "variant">;

/** All of them, in the order of tables. */
export const parameters = Object.keys(paramFacts) as readonly Parameter[];
