/** The tabs that there are, in their order. */
export const tabNames = {
  keys: "Keys",
  encrypt: "Encrypt",
  decrypt: "Decrypt",
  sign: "Sign",
  verify: "Verify",
  experiment: "Experiment",
} as const;

export type TabId = keyof typeof tabNames;

export const tabIds = Object.keys(tabNames) as readonly TabId[];

/** The tab that an address's fragment names, or nothing: the skip link's names none. */
export function tabOf(hash: string): TabId | undefined {
  return tabIds.find((id) => hash === `#${id}`);
}
