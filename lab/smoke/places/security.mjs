// Security: a check of a broken key, verdicts on good and broken parameters, and an attack that finds the primes of a new key.
import assert from "node:assert/strict";

export const address = "security/?variant=rebalanced&n=2048&w=160#attacks";

/** @param {import("./visitor.mjs").Visitor} visitor */
export async function doJob(visitor) {
  assert.equal(await visitor.read(".verdict-word"), "Broken in theory");
  await visitor.press("Try a broken one", "own-key");
  await visitor.read(".report .verdict-badge", /^Broken here$/);
  await visitor.read(".key-reports h2", /^1 key: broken\.$/);
  await visitor.choose("variant", "crt");
  await visitor.read(".verdict-word", /^Acceptable$/);
  await visitor.press("Run it", "attack-small-crt-exponents");
  await visitor.read("#attack-small-crt-exponents .attack-clock", /^(Done|Failed)/);
  await visitor.read(
    "article:has(#attack-small-crt-exponents) .check.holds",
    /^Checked: the product of the primes is the modulus/,
  );
  await visitor.read("article:has(#attack-small-crt-exponents) .attack-headline", /^Broken in .+s$/);
}
