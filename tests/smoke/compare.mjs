// Compare: a short run at a small size fills the table.
import assert from "node:assert/strict";

export const address = "?n=512&r=3&w=128&samples=3";

/** The columns of the table that a run fills with figures, and where the figures of a column are. */
const columns = ["encrypt", "decrypt", "measured"];
const figuresOf = (column) => `tr.row:not(.reference) td.col-${column} .value`;

/** @param {import("./visitor.mjs").Visitor} visitor */
export async function doJob(visitor) {
  await visitor.press("Run");
  assert.match(
    await visitor.read(".progress-text", /^(Done|Stopped|Ended)/),
    /^Done: \d+ samples, and every result is correct/,
  );
  for (const column of columns) {
    const values = await visitor.readAll(figuresOf(column));
    assert.equal(values.length, 11, `rows with ${column}`);
    // A Scheme A key is generated only on request.
    const figures = values.filter((value) => Number.parseFloat(value) > 0);
    assert.ok(figures.length >= 10, `${column}: ${values.join(", ")}`);
  }
}
