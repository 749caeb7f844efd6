import { summarize, undisturbed } from "@rsa-variants/measure";
import { expect, it } from "vitest";
import { shortened, thinned } from "./recording.mjs";

it("a recorded run keeps the quantiles of all samples, in their order", () => {
  const samples = Array.from({ length: 400 }, (_, at) => 1 + ((at * 149) % 400) / 400);
  const kept = thinned(samples, 16);
  expect(kept).toHaveLength(16);
  const places = kept.map((sample) => samples.indexOf(sample));
  expect(places).toEqual([...places].sort((a, b) => a - b));
  for (const quantile of [undisturbed, 0.5, 0.75]) {
    expect(summarize(kept, quantile)?.time).toBeCloseTo(summarize(samples, quantile)?.time ?? 0, 1);
  }
  expect(thinned([3, 1, 2], 16)).toEqual([3, 1, 2]);
});

it("a recorded run has the default settings, and no verdicts", () => {
  const samples = Array.from({ length: 40 }, (_, at) => at + 1);
  const run = {
    format: "x",
    selection: "n=2048&r=3&w=320&seconds=60",
    measurements: [{ operation: "decrypt", samples, keys: [10, 30] }],
  };
  const { measurements, ...rest } = shortened({ ...run, verdicts: [1] });
  expect(rest).toEqual({ format: "x", selection: "n=2048&r=3&w=320" });
  expect(measurements).toHaveLength(1);
  expect(measurements[0]).toMatchObject({ operation: "decrypt" });
  expect(measurements[0]).not.toHaveProperty("keys");
  expect(measurements[0].samples).toHaveLength(16);
});
