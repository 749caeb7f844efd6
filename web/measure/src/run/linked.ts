// Apart from link.ts, which the page loads only when there is a link to read or to write.

/** The start of the part of an address that contains a run. */
export const linkPrefix = "#run=";

/** The run in the last part of an address, as text, if there is one. */
export function linkedRun(hash: string): string | undefined {
  return hash.startsWith(linkPrefix) ? hash.slice(linkPrefix.length) : undefined;
}
