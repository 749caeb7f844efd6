import { readFile } from "node:fs/promises";
import { describe, expect, it } from "vitest";
import { tableIn } from "../../scripts/lib/places.mjs";
import {
  buildTables,
  controlsCaught,
  failureLines,
  judge,
  judgeLonger,
  judgePlace,
  type Run,
  tableNames,
} from "./report.mjs";

const same = [
  [1000, 1010, 1020],
  [1000, 1010, 1020],
];
const different = [
  [1000, 1010, 1020],
  [5000, 5010, 5020],
];
const test = { place: "native", name: "raw-one", part: "raw", operation: "an operation", classes: ["one", "random"] };
const control = { ...test, name: "control-bad", part: "control" };

function runOf(...results: Run["results"]): Run {
  return {
    startedAt: "2026-01-31T12:00:00.000Z",
    command: "node lab/timing.mjs",
    seconds: 20,
    machine: { processor: "a processor", threads: 2, system: "Linux 1" },
    versions: { commit: "1234567", rust: "rustc 1", node: "22.1.0", build: "baseline" },
    results,
  };
}

/** Two classes of which the second takes `shift` nanoseconds longer, too few for crops: |t| is a fourteenth of the shift. */
function samplesApart(shift: number) {
  const times = (mean: number) => Array.from({ length: 98 }, (_, i) => mean + (i % 2 === 0 ? 100 : -100));
  return [times(1000), times(1000 + shift)] as const;
}

describe("a test that leaves doubt", () => {
  it("is measured again, twice as long, until there is none", async () => {
    const asked: number[] = [];
    const shifts = [100, 100, 0];
    const result = await judgeLonger(test, 20, async (seconds) => {
      asked.push(seconds);
      return samplesApart(shifts[asked.length - 1] ?? 0);
    });
    expect(asked).toEqual([20, 40, 80]);
    expect(result.verdict).toBe("nothing found");
  });

  it("ends at sixteen times, or once it leaks", async () => {
    const asked: number[] = [];
    const undecided = await judgeLonger(test, 1, async (seconds) => {
      asked.push(seconds);
      return samplesApart(100);
    });
    expect(asked).toEqual([1, 2, 4, 8, 16]);
    expect(undecided.verdict).toBe("undecided");
    expect((await judgeLonger(test, 1, async () => samplesApart(1000))).verdict).toBe("leaks");
  });
});

describe("the tests of a place", () => {
  it("get as much time as it took to catch the controls, which come first", async () => {
    const asked: [string, number][] = [];
    const results = await judgePlace([test, control], 5, async ({ name }, seconds) => {
      asked.push([name, seconds]);
      return samplesApart(name === control.name && seconds >= 20 ? 1000 : 0);
    });
    expect(asked).toEqual([
      [control.name, 5],
      [control.name, 10],
      [control.name, 20],
      [test.name, 20],
    ]);
    expect(results.map(({ name, verdict }) => [name, verdict])).toEqual([
      [test.name, "nothing found"],
      [control.name, "leaks"],
    ]);
  });

  it("are measured as long as requested if a control is never caught, and the run reports it", async () => {
    const asked: [string, number][] = [];
    const results = await judgePlace([test, control], 1, async ({ name }, seconds) => {
      asked.push([name, seconds]);
      return samplesApart(0);
    });
    expect(asked).toEqual([...[1, 2, 4, 8, 16].map((seconds) => [control.name, seconds]), [test.name, 1]]);
    expect(controlsCaught({ results })).toBe(false);
  });
});

describe("the report", () => {
  const good = runOf(judge(test, same), judge(control, different));

  it("has a row for each test, in the table of its place", () => {
    const tables = buildTables(good);
    expect(tables.map(({ name }) => name)).toEqual(["native", "machine"]);
    const rows = tables[0]?.markdown.split("\n").slice(2);
    expect(rows).toEqual([
      "| an operation | one – random | 1.01 | 6 | 0.0 | nothing found |",
      "| control: an operation | one – random | 1.01 | 6 | 490 | leaks |",
    ]);
  });

  it("passes when the controls are caught and nothing else leaks", () => {
    expect(failureLines(good)).toEqual([]);
    expect(controlsCaught(good)).toBe(true);
  });

  it("fails when a control is not caught, and when something else leaks", () => {
    const bad = runOf(judge(test, different), judge(control, same));
    const [leaks, missed] = failureLines(bad);
    expect(leaks).toMatch(/^native: raw-one: .* it leaks$/);
    expect(missed).toMatch(/^native: control-bad: \|t\| is 0\.0, so this control was not caught/);
    expect(controlsCaught(bad)).toBe(false);
  });

  it("has a place in SECURITY.md for each table", async () => {
    const text = await readFile(new URL("../../SECURITY.md", import.meta.url), "utf8");
    for (const name of tableNames) expect(tableIn(text, "timing", name), name).not.toBe("");
  });
});
