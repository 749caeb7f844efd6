import { formatCount, formatDuration, formatNumber } from "../../common/format.ts";
import { candidatesWithin } from "./distribution.ts";
import type { SearchRate } from "./measure.ts";

/** How long a key will take, as a sentence about shares of all keys: what a single one takes is a matter of luck. */
export function expectationText(rate: SearchRate): string {
  const within = (share: number) => formatDuration(candidatesWithin(share, rate.primes, rate.mean) * rate.milliseconds);
  return `Half of such keys are made within ${within(0.5)}, nine of ten within ${within(0.9)}.`;
}

/** Where the sentence comes from. */
export function expectationReason({ milliseconds, candidates, mean, primes }: SearchRate): string {
  return (
    `Measured just now: ${formatCount(candidates)} candidates for a prime took ${formatNumber(milliseconds, 2)} ms each. ` +
    `One candidate in about ${formatCount(mean)} is a prime that fits, whatever came before, so the candidates for one ` +
    `prime are geometrically distributed; this key needs ${primes} primes, and the sum over them gives the two times. ` +
    `While other programs run it takes longer.`
  );
}
