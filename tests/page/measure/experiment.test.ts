import { experimentText, keysPerLength, plan, type Step } from "@rsa-variants/measure/experiment/plan";
import type { ExperimentEvent, Point } from "@rsa-variants/measure/experiment/protocol";
import { rowsOf } from "@rsa-variants/measure/experiment/rows";
import { runExperiment } from "@rsa-variants/measure/experiment/session";
import { load } from "rsa-variants";
import { describe, expect, it, vi } from "vitest";

describe("the paper's experiment", () => {
  it("repeats the paper's tables, beside all of its figures", () => {
    const pieces = rowsOf("pieces", []);
    expect(pieces.map(({ step }) => step.charactersAtOnce)).toEqual([1, 2, 5, 10, 25, 50, 75, 100, 102]);
    // Section 6.1, seconds.
    expect(pieces.find(({ step }) => step.charactersAtOnce === 75)?.paper).toEqual({
      encrypt: 96.291,
      decrypt: 4419.277,
    });
    expect(pieces.filter(({ paper }) => paper.encrypt !== undefined)).toHaveLength(5);
    const lengths = rowsOf("lengths", []);
    expect(lengths.map(({ step }) => step.charactersAtOnce)).toEqual([50, 75, 100, 125, 150, 175, 200]);
    expect(lengths.at(-1)?.paper).toEqual({ encrypt: 126.361, decrypt: 9001.286, "key-generation": 4052.181 });
    expect(lengths.filter(({ paper }) => Object.keys(paper).length === 3)).toHaveLength(7);
    expect(experimentText()).toHaveLength(10_000);
    expect(experimentText()).toMatch(/^[ -~]+$/);
  });

  it("measures each step with real keys, and shows it in its row", async () => {
    const steps: Step[] = [
      { table: "lengths", modulusLength: 512, charactersAtOnce: 50 },
      { table: "pieces", modulusLength: 1024, charactersAtOnce: 102 },
      { table: "pieces", modulusLength: 1024, charactersAtOnce: 5 },
    ];
    const points = await run(steps);
    expect(points).toMatchObject(steps);
    for (const { encrypt, decrypt, runs } of points) {
      expect(encrypt).toBeGreaterThan(0);
      expect(decrypt).toBeGreaterThan(0);
      expect([1, 3]).toContain(runs);
    }
    // Keys are timed where the paper timed them.
    expect(points.map(({ keys }) => keys)).toEqual([keysPerLength, undefined, undefined]);
    expect(points.map(({ keyGeneration }) => keyGeneration !== undefined)).toEqual([true, false, false]);
    expect(rowsOf("pieces", points).filter(({ here }) => here !== undefined)).toHaveLength(2);
    expect(rowsOf("lengths", points)[0]?.here).toEqual(points[0]);
    expect(plan.filter(({ table }) => table === "pieces").at(-1)?.charactersAtOnce).toBe(1);
  });

  it("decrypts as the paper did, without guards", async () => {
    using key = (await load()).generateKey({ variant: "original", modulusLength: 512 }, { allowBroken: true });
    const asked = vi.spyOn(Object.getPrototypeOf(key), "decryptRawMany");
    await run([{ table: "pieces", modulusLength: 512, charactersAtOnce: 50 }]);
    expect(asked).toHaveBeenCalled();
    for (const [, options] of asked.mock.calls) expect(options).toMatchObject({ blinding: false, faultCheck: false });
    asked.mockRestore();
  });
});

/** What the experiment measures in these steps, with a short text. */
async function run(steps: readonly Step[]): Promise<Point[]> {
  const points: Point[] = [];
  const emit = (event: ExperimentEvent) => event.type === "point" && points.push(event.point);
  await runExperiment(
    { plan: steps, text: experimentText(300) },
    { rsa: await load(), now: () => performance.now(), emit },
  );
  return points;
}
