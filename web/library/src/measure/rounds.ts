/** The entries in the order of a round. Each round starts one entry later, so that no entry always follows the same pause. */
export function roundOrder<Entry>(entries: readonly Entry[], round: number): Entry[] {
  const first = round % entries.length;
  return [...entries.slice(first), ...entries.slice(0, first)];
}
