import type { KeyEntry } from "../keys/entry.ts";
import type { State } from "../state.ts";
import type { WorkTab } from "./job.ts";

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

/** The key that work on a tab takes: the one chosen, or else the one that came last. */
export function chosenKey(state: Pick<State, "keys" | "forms">, tab: WorkTab): KeyEntry | undefined {
  const keys = fittingKeys(state, tab);
  return keys.find(({ id }) => id === state.forms[tab].keyId) ?? keys.at(-1);
}
