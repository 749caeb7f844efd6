import type { ExperimentResult } from "@rsa-variants/bench/experiment";
import type { PageTable } from "@rsa-variants/bench/page-table";
import type { BrowserResult } from "@rsa-variants/bench/protocol";
import { experimentText, type Step } from "@rsa-variants/measure/experiment/plan";
import { readRunFile } from "@rsa-variants/measure/run/file";
import { type Build, builds } from "rsa-variants";
import { afterAll, describe, expect, it } from "vitest";
import { callInBrowser, followCall, serveMeasuringPage } from "../../lab/bench/measuring-page.mjs";
import { findProgram } from "../../scripts/lib/programs.mjs";

const processor = "A processor, 2 GHz";

const webkit = await findProgram("webkit");

const served = await serveMeasuringPage();
afterAll(() => served?.close());

function callIn(
  browser: "chromium" | "webkit",
  name: Parameters<typeof callInBrowser>[1],
  argument: unknown,
  onProgress: (text: string) => void = () => {},
) {
  return callInBrowser({ browser, address: served.address, onProgress }, name, argument);
}

it("a call whose page reports nothing for too long has failed", async () => {
  const looks = [["a", "b"], [], ["c"]].values();
  const texts: string[] = [];
  const look = async () => ({ reports: looks.next().value ?? [] });
  const call = followCall(look, (text) => texts.push(text), { every: 1, patience: 50 });
  await expect(call).rejects.toThrow("no report for 0.05 s after: c");
  expect(texts).toEqual(["a", "b", "c"]);
});

/** Only what needs no other crates: compiling them takes a minute, and `npm run bench -- --seconds 1` measures everything. */
describe.each(webkit === undefined ? (["chromium"] as const) : (["chromium", "webkit"] as const))(
  "the measuring page in %s",
  (browser) => {
    it("measures a part, isolated, with a fine timer and correct results", async () => {
      const texts: string[] = [];
      const request = { parts: [{ name: "bulk", budget: { seconds: 1, rounds: 2 } }] };
      const { result, version } = await callIn(browser, "compare", request, (text) => texts.push(text));
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
  },
);

describe("the measuring page", () => {
  const call = (name: Parameters<typeof callInBrowser>[1], argument: unknown, onProgress?: (text: string) => void) =>
    callIn("chromium", name, argument, onProgress);

  it("measures a start in workers of their own, with right results", async () => {
    const request = { parts: [{ name: "start", budget: { seconds: 0, rounds: 1 } }] };
    const { measurements, failures, environment } = (await call("compare", request)).result as BrowserResult;
    expect(failures).toEqual([]);
    const timeOf = (name: string) => measurements.find(({ contestant }) => contestant === name)?.samples[0] as number;
    const programs = [...builds.slice(builds.indexOf(environment.build as Build)), "gmp-wasm", "bigint"];
    expect(measurements).toHaveLength(3 * programs.length);
    for (const program of programs) {
      expect(timeOf(`${program}, later`)).toBeGreaterThan(0);
      expect(timeOf(`${program}, hundredth`)).toBeGreaterThan(timeOf(`${program}, later`));
    }
  });

  it("measures the page's own table", async () => {
    const { result } = await call("pageTable", { query: "n=512&samples=1&variants=crt,r-prime", processor });
    const { table, file, problems, failures } = result as PageTable;
    expect([...problems, ...failures]).toEqual([]);
    expect(table).toMatch(/^\| CRT \|/m);
    expect(table).toMatch(/^\| R-Prime \|/m);
    expect(table).toContain(`; ${processor}; build`);
    const run = readRunFile(file);
    expect([run.environment?.processor, run.state]).toEqual([processor, "done"]);
    const variants = run.subjects.flatMap(({ params }) => params?.variant ?? []);
    expect(variants).toEqual(["crt", "r-prime"]);
  });

  it("repeats the experiment of the Workbench, in its worker", async () => {
    const plan: Step[] = [
      { table: "lengths", modulusLength: 512, charactersAtOnce: 50 },
      { table: "pieces", modulusLength: 512, charactersAtOnce: 10 },
    ];
    const texts: string[] = [];
    const request = { plan, text: experimentText(200) };
    const { result } = await call("experiment", request, (text) => texts.push(text));
    const { environment, points } = result as ExperimentResult;
    expect(points).toMatchObject(plan);
    for (const { encrypt, decrypt } of points) expect(Math.min(encrypt, decrypt)).toBeGreaterThan(0);
    expect(environment.crossOriginIsolated).toBe(true);
    expect(environment.engines[0]).toBe(environment.build === "relaxed-simd" ? "lanes" : "scalar");
    expect(texts).toContain("2 of 2: n 512, c 10, encrypting");
  });

  it("refuses words that the page does not know", async () => {
    const { result } = await call("pageTable", { query: "n=99&m=3&samples=0&engines=quick", processor });
    const { problems, table } = result as PageTable;
    expect(problems).toHaveLength(4);
    expect(problems).toEqual(expect.arrayContaining(["Unknown words: m.", "Unknown engines: quick."]));
    expect(problems.join()).toContain("n = 99: ");
    expect(problems.join()).not.toMatch(/address|Using/);
    expect(table).toBe("");
  });

  it("reports in one line that an engine does not run in the requested build", async () => {
    const { result } = await call("pageTable", {
      query: "n=512&samples=1&variants=crt&build=baseline&engines=lanes",
      processor,
    });
    const { problems, table } = result as PageTable;
    expect(problems).toHaveLength(1);
    expect(problems[0]).toContain("lanes");
    expect(table).toBe("");
  });
});
