import { defaultSelection } from "@rsa-variants/measure/plan/selection";
import { readRunFile, writeRunFile } from "@rsa-variants/measure/run/file";
import { readRunLink, writeRunLink } from "@rsa-variants/measure/run/link";
import { linkedRun } from "@rsa-variants/measure/run/linked";
import { addEvent, emptyRun, type Run } from "@rsa-variants/measure/run/run";
import { derive } from "@rsa-variants/page/compare/derive.ts";
import { nameRuns, runFileName } from "@rsa-variants/page/compare/names.ts";
import recordedText from "@rsa-variants/page/compare/recorded.json?raw";
import { type LibraryState, originOf } from "@rsa-variants/page/compare/state.ts";
import { describe, expect, it } from "vitest";
import { formerLink } from "./former-link.ts";

const recorded = readRunFile(recordedText);
const firefox = "Mozilla/5.0 (X11; Linux x86_64; rv:155.0) Gecko/20100101 Firefox/155.0";

function runOf(userAgent: string, startedAt: string, processor?: string): Run {
  const run = { ...emptyRun("n=2048", startedAt), state: "done" as const };
  const environment = { timerStep: 0.005, crossOriginIsolated: true, build: "baseline", engines: ["scalar"] as const };
  const place = { userAgent, processors: 2, ...(processor === undefined ? {} : { processor }) };
  addEvent(run, { type: "environment", environment }, place);
  return run;
}

async function readFormer(): Promise<Run> {
  return readRunLink(linkedRun(formerLink.hash) ?? "");
}

it("names of runs have browser and day, and more only where two would be the same", () => {
  const runs = [
    runOf("HeadlessChrome/156.0.0.0 Safari/537.36", "2026-11-25T14:05:00.000Z"),
    runOf(firefox, "2026-11-25T14:05:00.000Z"),
    runOf(firefox, "2026-11-25T15:05:00.000Z"),
    runOf(firefox, "2026-11-25T15:05:59.000Z"),
    runOf("something", "2026-01-31T23:59:00.000Z"),
  ];
  expect(nameRuns(runs.map((run) => ({ run }))).map(({ name }) => name)).toEqual([
    "Chromium 156, 25 Nov 2026",
    "Firefox 155, 25 Nov 2026, 14:05 UTC",
    "Firefox 155, 25 Nov 2026, 15:05 UTC",
    "Firefox 155, 25 Nov 2026, 15:05 UTC (2)",
    "Another browser, 31 Jan 2026",
  ]);
  expect(runs.slice(0, 2).map((run) => runFileName(run, 2048))).toEqual([
    "rsa-variants-2048-chromium-156-2026-11-25T14-05",
    "rsa-variants-2048-firefox-155-2026-11-25T14-05",
  ]);
});

describe("the run that is shown", () => {
  const library: LibraryState = { state: "ready", engines: ["scalar"], build: "baseline", check: () => undefined };
  const given = { selection: defaultSelection, library, security: { state: "loading" }, recorded, opened: [] } as const;
  const [first, second] = nameRuns([{ run: structuredClone(recorded), link: "x" }, { run: structuredClone(recorded) }]);
  if (first === undefined || second === undefined) throw new Error("there must be two runs");
  const show = (change: Partial<Parameters<typeof derive>[0]>) => {
    const state = { ...given, ...change };
    const derived = derive(state);
    const columns = new Set(derived.rows.map(({ loaded }) => loaded.length));
    expect([...columns]).toEqual([derived.loaded.length]); // rows and list agree
    const ofVariants = derived.rows.filter(({ subject }) => subject.kind === "variant");
    const measured = ofVariants.filter(({ summaries }) => summaries.decrypt).length;
    const unavailable = derived.rows.filter(({ messageKind }) => messageKind === "unavailable").length;
    return { ...derived, origin: originOf({ ...state, ...derived }), measured, unavailable };
  };

  it.each<LibraryState>([library, { state: "loading" }, { state: "failed" }])(
    "is the recorded one where its engine does not run, too: $state",
    (state) => {
      const { rows, measured, ...shown } = show({ library: state });
      expect(shown).toMatchObject({ origin: "recorded", loaded: [], unavailable: 0 });
      expect(measured).toBeGreaterThanOrEqual(10);
      // Without the recorded run there are rows all the same.
      expect(show({ library: state, recorded: emptyRun("") }).rows).toHaveLength(rows.length);
      // An engine that the user chose is not taken for another.
      const engines = ["scalar"] as const;
      const chosen = show({ library: state, selection: { ...defaultSelection, engines } });
      expect(chosen).toMatchObject({ unavailable: 0, measured: 0 });
    },
  );

  it("is the first that is opened, whose engine need not run here; the others are columns", () => {
    const both = show({ opened: [first, second] });
    expect([both.shown, both.origin, both.loaded]).toEqual([first.run, first, [second]]);
    expect(both.measured).toBeGreaterThanOrEqual(10);
    expect(show({ opened: [first], selection: { ...defaultSelection, engines: ["lanes"] } }).unavailable).toBe(0);
  });

  it("is this tab's from the start of a measurement, and again an opened one if nothing came of it", () => {
    const run = emptyRun("n=2048");
    const opened = [first, second];
    expect(show({ opened, run, running: "table" })).toMatchObject({ shown: run, origin: "here", loaded: opened });
    run.state = "stopped";
    expect(show({ opened, run })).toMatchObject({ shown: first.run, loaded: [second] });
    expect(show({ run })).toMatchObject({ origin: "recorded" });
    const measured = structuredClone(recorded);
    expect(show({ opened, run: measured }).origin).toBe("here");
    expect(show({ opened, run: measured }).loaded).toEqual(opened);
  });
});

describe("files and links", () => {
  it("keep the processor's name where it is known", async () => {
    const run = runOf(firefox, "2026-11-25T14:05:00.000Z", "AMD EPYC 7763");
    expect(readRunFile(writeRunFile(run))).toEqual(run);
    const link = linkedRun(await writeRunLink(run, 2048)) ?? "";
    expect((await readRunLink(link)).environment?.processor).toBe("AMD EPYC 7763");
    expect(readRunFile(recordedText).environment?.processor).toMatch(/family|implementer/);
  });

  it("of the former page still open", async () => {
    const run = await readFormer();
    expect(`?${run.selection}`).toBe(formerLink.query);
    expect(run.startedAt).toBe("2026-11-24T19:45:44.480Z");
    const decrypt = run.measurements.filter(({ operation }) => operation === "decrypt");
    expect(decrypt.map(({ samples }) => samples.length)).toEqual([6, 6, 6, 6]);
    expect(decrypt[0]?.samples).toEqual([1.995, 1.99, 1.975, 1.97, 2.04, 2.015]);
  });
});
