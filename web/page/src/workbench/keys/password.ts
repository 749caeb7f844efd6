import type { WorkbenchStore } from "../state.ts";

/** Asks the user for a password. */
export function askPassword(
  store: WorkbenchStore,
  of: string,
  problem: string | undefined,
): Promise<string | undefined> {
  return new Promise((resolve) => {
    const answer = (password: string | undefined) => {
      store.change({ question: undefined });
      resolve(password);
    };
    store.change({ question: { of, problem, answer } });
  });
}
