import { emptyRun, type Run } from "@rsa-variants/measure/run/run";
import { forgetRun, keepRun, keptRuns, mostKept, rememberInTab, runOfTab } from "@rsa-variants/page/compare/kept.ts";
import { beforeEach, describe, expect, it, vi } from "vitest";

/** A browser's storage, with its entries as properties, and room for some characters. */
function storageWith(room: number): Record<string, unknown> {
  const entries: Record<string, string> = {};
  const sizeWithout = (key: string) =>
    Object.entries(entries).reduce((sum, [name, text]) => sum + (name === key ? 0 : text.length), 0);
  const methods: Record<string, unknown> = {
    getItem: (key: string) => entries[key] ?? null,
    removeItem: (key: string) => delete entries[key],
    setItem: (key: string, text: string) => {
      if (sizeWithout(key) + text.length > room) throw new Error("QuotaExceededError");
      entries[key] = text;
    },
  };
  return new Proxy(entries, { get: (_target, name) => methods[String(name)] });
}

const runOf = (day: number, characters = 0): Run => ({
  ...emptyRun("n=2048".padEnd(characters, "&"), `2026-11-${String(day).padStart(2, "0")}T12:00:00.000Z`),
  state: "done",
});
const days = () => keptRuns().map(({ startedAt }) => Number(startedAt.slice(8, 10)));
const use = (room: number) => vi.stubGlobal("localStorage", storageWith(room));

describe("the runs that a browser keeps", () => {
  beforeEach(() => {
    use(1_000_000);
    vi.stubGlobal("sessionStorage", storageWith(100));
  });

  it("come back with their names, the newest first, until they are deleted", () => {
    for (const day of [2, 3, 1]) expect(keepRun({ ...runOf(day), name: `run ${day}` })).toEqual([]);
    expect(keptRuns().map(({ name }) => name)).toEqual(["run 3", "run 2", "run 1"]);
    keepRun({ ...runOf(2), name: "x".repeat(200) });
    expect(keptRuns()[1]?.name).toBe("x".repeat(40));
    forgetRun(runOf(3));
    expect(days()).toEqual([2, 1]);
    rememberInTab(runOf(1));
    expect(runOfTab()?.name).toBe("run 1");
    rememberInTab(undefined);
    expect(runOfTab()).toBeUndefined();
  });

  it("are so many, and as large as there is room for; the oldest go, which the caller learns", () => {
    const dates = Array.from({ length: mostKept }, (_, at) => at + 1);
    for (const day of dates) keepRun(runOf(day));
    const gone = keepRun({ ...runOf(1), startedAt: "2026-12-01T12:00:00.000Z" });
    expect(gone.map(({ startedAt }) => startedAt)).toEqual([runOf(1).startedAt]);
    expect(keptRuns()).toHaveLength(mostKept);
    use(2000);
    for (const day of [1, 2, 3]) keepRun(runOf(day, 400));
    expect(keepRun(runOf(4, 900)).map(({ startedAt }) => startedAt.slice(8, 10))).toEqual(["01", "02"]);
    // One that has no room by itself takes no other's place.
    expect(() => keepRun(runOf(5, 3000))).toThrow("Quota");
    expect(days()).toEqual([4, 3]);
  });

  it("are none where the browser forbids storage, or what is there is not a run", () => {
    localStorage.setItem("rsa-variants run 2026-11-01T12:00:00.000Z", '{"format":"x"}');
    localStorage.setItem("rsa-variants settings", "{}");
    expect(keptRuns()).toEqual([]);
    vi.stubGlobal("localStorage", undefined);
    expect([keptRuns(), runOfTab()]).toEqual([[], undefined]);
    expect(() => keepRun(runOf(1))).toThrow();
  });
});
