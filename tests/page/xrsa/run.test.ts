import type { RunEvent, RunProgress } from "@rsa-variants/page/xrsa/run/protocol.ts";
import { run } from "@rsa-variants/page/xrsa/run/session.ts";
import { defaultSelection } from "@rsa-variants/page/xrsa/selection.ts";
import { load } from "rsa-variants";
import { load as loadXrsa } from "rsa-variants/xrsa";
import { beforeAll, describe, expect, it } from "vitest";

/** The events of a run on a clock that goes on by so many milliseconds whenever it is read. */
async function eventsOf(tick: number): Promise<readonly RunEvent[]> {
  const [rsa, xrsa] = await Promise.all([load(), loadXrsa()]);
  const events: RunEvent[] = [];
  let time = 0;
  const now = () => {
    time += tick;
    return time;
  };
  const selection = { ...defaultSelection, modulusLength: 512, multiplierLength: 256, keySource: "device" } as const;
  run(selection, { rsa, xrsa, now, emit: (event) => events.push(event) });
  return events;
}

function progressOf(events: readonly RunEvent[], stage: RunProgress["stage"]): readonly RunProgress[] {
  return events.flatMap((event) => (event.type === "progress" && event.progress.stage === stage ? event.progress : []));
}

describe("a run", () => {
  let events: readonly RunEvent[];
  beforeAll(async () => {
    events = await eventsOf(20);
  });

  it("says how far each stage that takes long is, up to its end", () => {
    expect(progressOf(events, "key").length).toBeGreaterThan(100);
    for (const stage of ["device", "software"] as const) {
      const progress = progressOf(events, stage);
      expect(progress.length, stage).toBeGreaterThan(3);
      const counts = progress.map(({ multiplications }) => multiplications);
      expect(counts, stage).toEqual([...counts].sort((a, b) => a - b));
      const { multiplications, expected = 0 } = progress.at(-1) as RunProgress;
      expect(multiplications / expected, stage).toBeGreaterThan(0.98);
      expect(multiplications, stage).toBeLessThanOrEqual(expected);
      const outcome = stage === "device" ? { report: { total: { multiplications: expected } } } : { equal: true };
      expect(
        events.find(({ type }) => type === stage),
        stage,
      ).toMatchObject({ outcome });
    }
    // A multiplication and a squaring a bit, and three between the domains.
    expect(progressOf(events, "software").at(-1)).toMatchObject({ multiplications: 1027, expected: 1027 });
  });

  it("says so no oftener than a screen can show", async () => {
    // On a clock that stands still: once for the naive method, and once for every section of the device's.
    const seldom = await eventsOf(0);
    expect(progressOf(seldom, "software")).toHaveLength(1);
    const sections = progressOf(seldom, "device").map(
      (progress) => "section" in progress && `${progress.section.step} ${progress.section.prime}`,
    );
    expect(sections.length).toBeGreaterThan(1);
    expect(new Set(sections).size).toBe(sections.length);
  });
});
