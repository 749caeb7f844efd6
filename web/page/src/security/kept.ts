import type { Attacked } from "./state.ts";

/** Where the attacks wait for this tab to come back. Another number means another form of what is kept. */
const name = "rsa-variants attacks 1";

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

/**
 * Reads what `writeAttacked` wrote.
 *
 * @throws if it is something else
 */
export function readAttacked(text: string): Attacked {
  const value: unknown = JSON.parse(text, (_key, each) => {
    const isNumber = typeof each?.n === "string" && Object.keys(each).length === 1;
    return isNumber ? BigInt(each.n) : each;
  });
  if (!isAttacked(value)) throw new Error("not what was kept of attacks");
  return value;
}

function isAttacked(value: unknown): value is Attacked {
  if (!isRecord(value)) return false;
  const { entries, runs } = value;
  if (!isRecord(entries) || !isRecord(runs)) return false;
  return Object.values(entries).every(isRecord) && Object.values(runs).every(isRun);
}

function isRun(value: unknown): boolean {
  if (!isRecord(value)) return false;
  const { state, stage, steps } = value;
  return ["done", "stopped", "failed"].includes(String(state)) && typeof stage === "string" && Array.isArray(steps);
}

function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
