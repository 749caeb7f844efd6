/** Why something is refused, as plain data: an RsaError is such, and a worker's last event. */
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

/** The message, with a name of the page's own for the parameter at fault. */
export function inWords({ message, parameter, problem }: Refused, names: Readonly<Record<string, string>>): string {
  const name = parameter === undefined ? undefined : names[parameter];
  return name === undefined || problem === undefined ? message : `${name} ${problem}`;
}

/** The letters of the papers, which stand at the page's fields. */
export const letters: Readonly<Record<string, string>> = {
  modulusLength: "n",
  primes: "r",
  multiplicity: "s",
  crtExponentLength: "w",
  batchSize: "b",
  primeLength: "|p|",
  publicExponentLength: "|e|",
  publicExponent: "e",
};
