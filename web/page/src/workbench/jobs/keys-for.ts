import type { KeyEntry } from "../keys/entry.ts";
import type { State } from "../state.ts";
import { idle, type WorkTab, workTabs } from "./job.ts";

/** Whether work takes the private half of a key. */
export const needsPrivate: Readonly<Record<WorkTab, boolean>> = {
  encrypt: false,
  decrypt: true,
  sign: true,
  verify: false,
};

/** The keys that work on a tab can take. */
export function fittingKeys({ keys }: Pick<State, "keys">, tab: WorkTab): readonly KeyEntry[] {
  return needsPrivate[tab] ? keys.filter(({ privateKey }) => privateKey !== undefined) : keys;
}

/** The key that work on a tab takes: the one chosen, and nothing where it is gone. */
export function chosenKey(state: Pick<State, "keys" | "forms">, tab: WorkTab): KeyEntry | undefined {
  const { fingerprint } = state.forms[tab];
  return fittingKeys(state, tab).find((key) => key.fingerprint === fingerprint);
}

/**
 * What changes with the keys in this page: the first that a tab can take is chosen there, and stays so whatever comes later;
 * what a key that is gone gave is taken away.
 */
export function withKeys(
  state: Pick<State, "forms" | "jobs">,
  keys: readonly KeyEntry[],
): Pick<State, "keys" | "forms" | "jobs"> {
  const forms = { ...state.forms };
  const jobs = { ...state.jobs };
  for (const tab of workTabs) {
    forms[tab] = { ...forms[tab], fingerprint: forms[tab].fingerprint ?? fittingKeys({ keys }, tab)[0]?.fingerprint };
    const isGone = chosenKey({ keys, forms }, tab) === undefined;
    if (isGone && jobs[tab].running === undefined) jobs[tab] = idle;
  }
  return { keys, forms, jobs };
}
