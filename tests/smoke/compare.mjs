// Compare: a short run at a small size fills the table.
import assert from "node:assert/strict";

export const address = "?n=512&r=3&w=128&seconds=3";

/** @param {import("./visitor.mjs").Visitor} visitor */
export async function doJob(visitor) {
  await visitor.press("Run");
  assert.match(
    await visitor.read(".progress-text", /^(Done|Stopped|Ended)/),
    /^Done: \d+ samples, and every result is correct/,
  );
  for (const column of ["encrypt", "decrypt", "measured"]) {
    const values = await visitor.readAll(`tr.row:not(.reference) td.col-${column} .value`);
    assert.equal(values.length, 11, `rows with ${column}`);
    // A Scheme A key is generated only on request.
    const figures = values.filter((value) => Number.parseFloat(value) > 0);
    assert.ok(figures.length >= 10, `${column}: ${values.join(", ")}`);
  }
}
