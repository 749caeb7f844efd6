import { describe, expect, it } from "vitest";
import { timingParts as parts } from "./parts.mjs";
import { listTests, measure } from "./programs.mjs";

/** Tests only that everything runs; node lab/timing.mjs measures and judges the times. */
describe("the timing program in Node", async () => {
  const tests = await listTests("node");

  it("has tests and controls, each with a unique name", () => {
    expect(new Set(tests.map(({ name }) => name)).size).toBe(tests.length);
    const known = [...Object.keys(parts), "control"];
    for (const { part } of tests) expect(known).toContain(part);
    expect(tests.filter(({ part }) => part === "control").length).toBeGreaterThan(1);
  });

  it.each(tests)("measures $name", async (test) => {
    const samples = await measure(test, 0.2);
    expect(samples).toHaveLength(2);
    for (const times of samples) {
      expect(times.length).toBeGreaterThan(1);
      expect(times.every((time) => time > 0)).toBe(true);
    }
  });

  it("refuses unknown tests", async () => {
    await expect(measure({ place: "node", name: "nothing" }, 1)).rejects.toThrow("unknown test nothing");
  });
});
