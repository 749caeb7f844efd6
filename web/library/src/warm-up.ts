/** Signatures with a key made for this, until the platform has compiled the code that they run with its optimizing compiler. */

import { bigIntToBytes } from "./bytes.js";
import { throwIfAborted } from "./options.js";
import type { Signal } from "./platform/types.js";
import type { PrivateKey } from "./private-key.js";

/**
 * Three primes of 256 bits: an operation computes two powers together and the third alone, so it runs the kernel's code for pairs and
 * that for single numbers. Nobody else uses the key.
 */
export const warmUpPrimes = (): Uint8Array[] =>
  [(15n << 252n) + 317n, (14n << 252n) + 429n, (13n << 252n) + 79n].map(bigIntToBytes);
export const warmUpParams = { variant: "multi-prime", modulusLength: 768, primes: 3 } as const;

/** How many signatures it takes until Chromium's compiler has seen enough of most functions. */
const signatures = 150;
/** How long this thread is blocked at a time once the key is made, in milliseconds. */
const slice = 5;

/** Makes the signatures in slices. */
export async function warmUp(key: PrivateKey, signal: Signal | undefined): Promise<void> {
  for (let made = 0; made < signatures; ) {
    await new Promise((resolve) => setTimeout(resolve));
    throwIfAborted(signal);
    for (const end = performance.now() + slice; made < signatures && performance.now() < end; made++) {
      key.sign("PS256", new Uint8Array(32));
    }
  }
}
