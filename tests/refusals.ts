// Errors as tests expect them: with their code, and with the limit and the value in the message. Runs in Node and in browsers.
import { expect } from "vitest";

type Fragments = readonly (string | number | bigint)[];

/** The expectations of a package whose errors have this class. */
export function refusalsOf<E extends Error & { readonly code: string }>(Kind: abstract new (...args: never[]) => E) {
  function checked(thrown: unknown, code: E["code"], fragments: Fragments): E {
    expect(thrown).toBeInstanceOf(Kind);
    const error = thrown as E;
    expect(error.code, error.message).toBe(code);
    for (const fragment of fragments) expect(error.message).toContain(String(fragment));
    return error;
  }
  return {
    /** Expects an error with the code, whose message contains each of the fragments (a limit, a value). */
    expectRefused(call: () => unknown, code: E["code"], ...fragments: Fragments): E {
      let thrown: unknown;
      try {
        call();
      } catch (error) {
        thrown = error;
      }
      return checked(thrown, code, fragments);
    },
    /** Like `expectRefused`, for a promise. */
    async expectRejected(promise: Promise<unknown>, code: E["code"], ...fragments: Fragments): Promise<E> {
      const thrown = await promise.then(
        () => undefined,
        (error: unknown) => error,
      );
      return checked(thrown, code, fragments);
    },
  };
}
