import type { Attacked } from "./state.ts";

/** Where the attacks wait for this tab to come back. */
const name = "rsa-variants attacks";

/** Keeps entries and finished runs for when this tab is reloaded or returns from another place. */
export function keepAttacked({ entries, runs }: Attacked): void {
  const finished = Object.fromEntries(Object.entries(runs).filter(([, run]) => run.state !== "running"));
  try {
    sessionStorage.setItem(name, writeAttacked({ entries, runs: finished }));
  } catch {
    // Without a store, or in a full one, nothing is kept.
  }
}

/** What was kept, if it can be read. */
export function keptAttacked(): Attacked {
  try {
    const text = sessionStorage.getItem(name);
    if (text !== null) return readAttacked(text);
  } catch {
    // What cannot be read was not kept.
  }
  return { entries: {}, runs: {} };
}

/** As JSON, with whole numbers of any length as `{ "n": "123" }`. */
export function writeAttacked(attacked: Attacked): string {
  return JSON.stringify(attacked, (_key, value) => (typeof value === "bigint" ? { n: value.toString() } : value));
}

/** Reads what `writeAttacked` wrote. */
export function readAttacked(text: string): Attacked {
  return JSON.parse(text, (_key, value) => {
    const isNumber = typeof value?.n === "string" && Object.keys(value).length === 1;
    return isNumber ? BigInt(value.n) : value;
  });
}
