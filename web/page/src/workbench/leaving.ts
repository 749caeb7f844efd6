import type { State } from "./state.ts";

/** What the question hangs on. */
type Losable = {
  readonly keys: readonly Pick<State["keys"][number], "privateKey" | "fingerprint" | "isInFile">[];
  readonly jobs: State["jobs"];
};

/**
 * Whether something is lost when the page is left: work that runs, or a private key that is nowhere but in the page.
 *
 * @param isKept whether the private key of a fingerprint is kept in the browser
 */
export function losesSomething({ keys, jobs }: Losable, isKept: (fingerprint: string) => boolean): boolean {
  if (Object.values(jobs).some(({ running }) => running !== undefined)) return true;
  return keys.some(
    ({ privateKey, fingerprint, isInFile }) => privateKey !== undefined && !isInFile && !isKept(fingerprint),
  );
}
