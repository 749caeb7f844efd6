import type { WorkbenchStore } from "../state.ts";

/** A password that is being asked for. */
export interface PasswordQuestion {
  /** What it opens: the name of a file. */
  readonly of: string;
  /** Why it is asked for again. */
  readonly problem: string | undefined;
  /** Gives the password, or nothing to do without. */
  readonly answer: (password: string | undefined) => void;
}

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
