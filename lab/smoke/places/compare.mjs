// Compare: a short run at a small size fills the table.
import assert from "node:assert/strict";

export const address = "?n=512&r=3&w=128&samples=3";

/** Where the table has its figures, for each operation. */
const operations = ["Encrypt", "Decrypt"];
const figures = "tr.row:not(.reference) td.col-measured .value";

/** @param {import("./visitor.mjs").Visitor} visitor */
export async function doJob(visitor) {
  await visitor.press("Run");
  assert.match(
    await visitor.read(".progress-text", /^(Done|Stopped|Ended)/),
    /^Done: [\d,]+ samples, and every result is correct/,
  );
  for (const operation of operations) {
    await visitor.press(operation, "outcome");
    const values = await visitor.readAll(figures);
    assert.equal(values.length, 11, `rows of ${operation}`);
    // A Scheme A key is generated only on request.
    const measured = values.filter((value) => /\d|same/.test(value));
    assert.ok(measured.length >= 10, `${operation}: ${values.join(", ")}`);
  }
}
