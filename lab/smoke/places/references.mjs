// References: the list is there, and an address leads to an entry.
import assert from "node:assert/strict";

export const address = "references/#kocher-1996";

/** @param {import("./visitor.mjs").Visitor} visitor */
export async function doJob(visitor) {
  assert.match(await visitor.read("li:target", /Kocher/), /Timing Attacks/);
}
