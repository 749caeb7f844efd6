import type { SourceId } from "rsa-variants/theory";

/** The first author and the year, where a table has no room for more. */
export function sourceInBrief(source: SourceId): string {
  const name = shortSources[source];
  return `${/^[^\s,]+/.exec(name)?.[0]} ${/\d{4}$/.exec(name)?.[0]}`;
}

/** Short names of the papers whose figures the library has. */
export const shortSources: Readonly<Record<SourceId, string>> = {
  "hansen-2009": "Hansen, Larsen, Olsen 2009",
  "paixao-2005": "Paixão, Gazzoni Filho 2005",
  "biswas-2003": "Biswas, Bandyopadhyay, Banerjee 2003",
  "ijafrc-2014": "IJAFRC 1(10), 2014",
  "dang-2021": "Dang, Li, Chen 2021",
};
