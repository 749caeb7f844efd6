/**
 * Each candidate is prime with chance 1/m, whatever came before, so that the candidates for one prime are geometrically
 * distributed with mean m, and those for k primes, one prime after the other, as a sum of k such numbers (negative binomial).
 *
 * @param share of all keys, between 0 and 1
 * @param primes k
 * @param mean m, at least 1
 * @returns the least number of candidates within which that share of the keys is found
 *
 * @example
 * ```ts
 * candidatesWithin(0.5, 1, 100); // 69: (1 − 1/100)^69 < 0.5
 * ```
 */
export function candidatesWithin(share: number, primes: number, mean: number): number {
  if (!(share > 0 && share < 1 && primes >= 1 && mean >= 1)) {
    throw new RangeError(`no quantile of ${share} for ${primes} primes with a mean of ${mean}`);
  }
  const chance = 1 / mean;
  let count = primes;
  // The last of `count` candidates is the k-th prime: C(count − 1, k − 1)·chance^k·(1 − chance)^(count − k).
  let probability = chance ** primes;
  let sum = probability;
  while (sum < share) {
    probability *= (count / (count - primes + 1)) * (1 - chance);
    sum += probability;
    count += 1;
    // What rounding keeps from the sum is less than any share asked for.
    if (probability < Number.EPSILON * (1 - share) && count > primes * mean) break;
  }
  return count;
}
