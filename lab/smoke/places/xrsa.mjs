// xRSA: the device decrypts, with the same result as the usual method.
import assert from "node:assert/strict";

export const address = "xrsa/?n=1024&k=512&mode=window";

/** @param {import("./visitor.mjs").Visitor} visitor */
export async function doJob(visitor) {
  await visitor.press("Run");
  assert.match(
    await visitor.read(".progress-text", /^(Done|Stopped|Ended)/),
    /^Done: \d[\d ]* ⊗ in .+ The result is correct/,
  );
  assert.deepEqual(await visitor.readAll(".result tbody tr:nth-child(3) td:last-child"), ["equal"]);
}
