import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { browsers, callInBrowser, serveMeasuringPage } from "../../scripts/lib/measuring-page.mjs";
import type { PageTable } from "../../web/bench/src/page-table.ts";
import type { BrowserResult } from "../../web/bench/src/protocol.ts";

/** What needs no other crates: compiling them takes a minute, and `npm run test:bench` measures everything. */
describe("the measuring page in Chromium", () => {
  let served: Awaited<ReturnType<typeof serveMeasuringPage>>;
  let executablePath: string;
  beforeAll(async () => {
    executablePath = await browsers.chromium.ensure();
    served = await serveMeasuringPage();
  });
  afterAll(() => served.close());

  const call = (name: "compare" | "pageTable", argument: unknown, onProgress: (text: string) => void = () => {}) => {
    const { launch } = browsers.chromium;
    return callInBrowser({ launch, executablePath, address: served.address, onProgress }, name, argument);
  };

  it("measures a part, isolated, with a fine timer and right results", async () => {
    const texts: string[] = [];
    const request = { parts: [{ name: "bulk", budget: { seconds: 1, rounds: 2 } }] };
    const { result, version } = await call("compare", request, (text) => texts.push(text));
    const { environment, measurements, failures } = result as BrowserResult;
    expect(failures).toEqual([]);
    expect(version).toMatch(/^\d+\./);
    expect(environment.crossOriginIsolated).toBe(true);
    expect(environment.timerStep).toBeLessThan(0.05);
    expect(measurements.map(({ contestant }) => contestant)).toEqual([
      "one-by-one",
      "one-call",
      "workers-1",
      "workers-2",
    ]);
    for (const { samples, repetitions } of measurements) {
      expect(samples.length).toBeGreaterThanOrEqual(2);
      expect(samples.every((sample) => sample > 0)).toBe(true);
      expect(repetitions % 64).toBe(0);
    }
    expect(texts.some((text) => text.startsWith("bulk: "))).toBe(true);
  });

  it("measures the page's own table", async () => {
    const { result } = await call("pageTable", "n=512&samples=1&variants=crt,r-prime");
    const { table, problems, failures } = result as PageTable;
    expect([...problems, ...failures]).toEqual([]);
    expect(table).toMatch(/^\| CRT \|/m);
    expect(table).toMatch(/^\| R-Prime \|/m);
  });

  it("refuses words that the page does not know", async () => {
    const { result } = await call("pageTable", "n=512&m=3&samples=0");
    const { problems, table } = result as PageTable;
    expect(problems).toHaveLength(2);
    expect(problems[0]).toContain("no parameter m: there are n, r, w");
    expect(table).toBe("");
  });
});
