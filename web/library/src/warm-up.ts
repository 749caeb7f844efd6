/** Operations with a key made for this, until the platform has compiled the code that they run with its optimizing compiler. */

import { bigIntToBytes } from "./bytes.js";
import { guarded, RsaError } from "./errors.js";
import type { Glue } from "./glue.js";
import { type AbortOptions, abortNames, checkOptions, throwIfAborted, toPrivateOptions } from "./options.js";
import { generatorSeed, toGlueParams } from "./params.js";

/**
 * Three primes of 256 bits: an operation computes two powers together and the third alone, so it runs the kernel's code for pairs and
 * that for single numbers. Nobody ever uses the key for anything.
 */
const primes = [(15n << 252n) + 317n, (14n << 252n) + 429n, (13n << 252n) + 79n];
const params = { variant: "multi-prime", modulusLength: 768, primes: 3 } as const;

/** How many operations it takes until Chromium's compiler has seen enough of every function, with some to spare. */
const operations = 150;
/** How long this thread is blocked at a time, in milliseconds. */
const slice = 5;

/** Runs the operations in slices. */
export async function warmUp(glue: Glue, options: AbortOptions): Promise<void> {
  const { signal } = checkOptions(options, abortNames, "{ signal }");
  throwIfAborted(signal);
  const random = generatorSeed(undefined);
  const key = guarded(() =>
    glue.PrivateKey.generateFrom(toGlueParams(params), primes.map(bigIntToBytes), random, undefined),
  );
  if (key === undefined) throw new RsaError("internal", "the key of a warm-up was not made");
  try {
    const [block, guards] = [Uint8Array.of(2), toPrivateOptions({})];
    for (let done = 0; done < operations; ) {
      await new Promise((resolve) => setTimeout(resolve));
      throwIfAborted(signal);
      for (const end = performance.now() + slice; done < operations && performance.now() < end; done++) {
        guarded(() => key.decryptRaw(block, guards));
      }
    }
  } finally {
    key.free();
  }
}
