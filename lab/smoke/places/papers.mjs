// Papers: the bibliography is there, and an address leads to an entry.
import assert from "node:assert/strict";

export const address = "papers/#kocher-1996";

/** @param {import("./visitor.mjs").Visitor} visitor */
export async function doJob(visitor) {
  assert.match(await visitor.read("li:target", /Kocher/), /Timing Attacks/);
}
