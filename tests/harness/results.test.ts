import { describe, expect, it } from "vitest";
import { Results } from "../../scripts/lib/test/results.mjs";

describe("the summary", () => {
  const results = new Results();
  results.add("rust", { passed: 3, failed: 1, seconds: 20 });
  results.add("rust", { passed: 100, failed: 0, seconds: 1.25 });
  for (let i = 0; i < 12; i += 1) {
    results.addFile("page", { path: `page/${i}.test.ts`, passed: i, failed: i === 7 ? 1 : 0, seconds: 12 - i });
  }
  results.addFailure("clippy", "cargo clippy");
  results.addRerun("page/3.test.ts: opens", "The browser process ended");
  const text = results.toText();

  it("counts and times each part, and ends with the sums", () => {
    expect(text).toMatch(/^rust +103 +1 +21\.3$/m);
    expect(text).toMatch(/^page +66 +1 +78\.0$/m);
    expect(text).toMatch(/\n169 passed, 2 failed$/);
  });

  it("names the ten slowest files, the slowest first", () => {
    const files = [...text.matchAll(/^ +[\d.]+ s {2}page\/(\d+)\.test\.ts$/gm)].map(([, number]) => Number(number));
    expect(files).toEqual([0, 1, 2, 3, 4, 5, 6, 7, 8, 9]);
  });

  it("does not mention failures if there are none", () => {
    const green = new Results();
    green.add("rust", { passed: 3, failed: 0, seconds: 1 });
    expect(green.toText()).toMatch(/\nrust +3 +0 +1\.0\n\n3 passed, 0 failed$/);
  });

  it("has the command that repeats a failure, and what ran again", () => {
    expect(text).toContain("✗ clippy\n  again: cargo clippy\n");
    expect(text).toContain("! page/3.test.ts: opens ran again, after:\nThe browser process ended\n");
    expect(JSON.parse(results.toJson())).toEqual({ failures: ["clippy"], rerun: ["page/3.test.ts: opens"] });
  });
});
