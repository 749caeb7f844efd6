import { load } from "rsa-variants";
import { Device, type DeviceDecryption, load as loadXrsa } from "rsa-variants/xrsa";
import { beforeAll, describe, expect, it } from "vitest";
import { defaultSelection } from "../../../web/page/src/xrsa/params/selection.ts";
import { figureAcross } from "../../../web/page/src/xrsa/picture/across.ts";
import { figureDown } from "../../../web/page/src/xrsa/picture/down.ts";
import { type Figure, type FigureNode, nodeHeight } from "../../../web/page/src/xrsa/picture/figure.ts";
import { halves } from "../../../web/page/src/xrsa/picture/geometry.ts";
import { litNumbers } from "../../../web/page/src/xrsa/picture/lit.ts";
import { playbackPosition } from "../../../web/page/src/xrsa/picture/playback.ts";
import { runPosition, sectionViews, tracePosition } from "../../../web/page/src/xrsa/results/sections.ts";
import { addEvent, startedRun } from "../../../web/page/src/xrsa/run/run.ts";
import { listRange, nextSection, previousSection } from "../../../web/page/src/xrsa/stepper/places.ts";
import { explain } from "../../../web/page/src/xrsa/text/explain.ts";

let paper: Required<DeviceDecryption>;
let window: Required<DeviceDecryption>;
let threePrimes: Required<DeviceDecryption>;
beforeAll(async () => {
  const [rsa, xrsa] = await Promise.all([load(), loadXrsa()]);
  const key = rsa.generateKey({ variant: "crt", modulusLength: 128 }, { seed: new Uint8Array([1]) });
  const device = new Device(xrsa, { multiplierLength: 64 });
  const run = (mode: "paper" | "window") =>
    device.decryptRaw(key, new Uint8Array([42]), { mode, trace: "values" }) as Required<DeviceDecryption>;
  paper = run("paper");
  window = run("window");
  key.free();
  const longer = rsa.generateKey(
    { variant: "multi-prime", modulusLength: 192, primes: 3 },
    { seed: new Uint8Array([2]) },
  );
  threePrimes = device.decryptRaw(longer, new Uint8Array([42]), { trace: "values" }) as Required<DeviceDecryption>;
  longer.free();
});

const parts = [2, 4, 8].flatMap((primes) =>
  (["paper", "squarings", "window"] as const).flatMap((mode) =>
    Array.from({ length: primes }, (_, prime) => ({ prime, primes, mode, windowWidth: 5 })),
  ),
);

function boxOf({ at: [x, y], width, domain }: FigureNode): [left: number, top: number, right: number, bottom: number] {
  const [w, h] = domain === "product" ? [halves.width, halves.height] : [width, nodeHeight];
  return [x - w / 2, y - h / 2, x + w / 2, y + h / 2];
}

describe.each([
  ["across", figureAcross],
  ["down", figureDown],
] as const)("the picture %s", (_name, make) => {
  const figures: Figure[] = parts.map(make);

  it("keeps every number within its bounds, and none over another", () => {
    for (const { nodes, width, height } of figures) {
      for (const [index, node] of nodes.entries()) {
        const [left, top, right, bottom] = boxOf(node);
        expect(left, node.id).toBeGreaterThanOrEqual(0);
        expect(top, node.id).toBeGreaterThanOrEqual(0);
        expect(right, node.id).toBeLessThanOrEqual(width);
        expect(bottom, node.id).toBeLessThanOrEqual(height);
        for (const other of nodes.slice(index + 1)) {
          const box = boxOf(other);
          // The digits of m touch, as parts of one number.
          const overlap = Math.min(
            Math.min(right, box[2]) - Math.max(left, box[0]),
            Math.min(bottom, box[3]) - Math.max(top, box[1]),
          );
          expect(overlap, `${node.id} and ${other.id}`).toBeLessThan(4);
        }
      }
    }
  });

  it("has a heading for every step, and arrows that begin and end at its numbers", () => {
    for (const [index, { nodes, edges, steps }] of figures.entries()) {
      // q, the first prime, has nothing to recombine with.
      expect(steps).toHaveLength(parts[index]?.prime === 1 ? 3 : 5);
      const ids = new Set(nodes.map(({ id }) => id));
      for (const { from, to } of edges) expect([ids.has(from), ids.has(to)], `${from} ${to}`).toEqual([true, true]);
      const touched = new Set(edges.flatMap(({ from, to }) => [from, to]));
      for (const id of ids) expect(touched.has(id), id).toBe(true);
    }
  });
});

describe("the sections", () => {
  it("fill as a run goes on", () => {
    const { report } = paper;
    expect(report.sections.map(({ multiplications }) => multiplications)).toEqual([63, 1, 131, 63, 1, 131, 4, 4]);
    const progress = {
      stage: "device",
      section: { step: "exponentiation", prime: 1, multiplications: 50 },
      multiplications: 114,
      expected: 398,
    } as const;
    const run = addEvent(startedRun(defaultSelection), { type: "progress", progress });
    const views = sectionViews(report, runPosition(report, run));
    expect(views.slice(0, 4).map(({ state, done }) => [state, done])).toEqual([
      ["done", 63],
      ["done", 1],
      ["current", 50],
      ["waiting", 0],
    ]);
    const done = addEvent(run, { type: "device", outcome: { report, milliseconds: 1 } });
    expect(runPosition(report, done)).toBe("end");
    expect(runPosition(report, undefined)).toBe("start");
  });

  it("each have their time in slow motion", () => {
    const { report } = paper;
    const seen = new Set<number>();
    let last = 0;
    for (let share = 0.001; share < 1; share += 0.001) {
      const position = playbackPosition(report, share);
      if (typeof position === "string") throw new Error(`at ${share} the slow motion is at its ${position}`);
      expect(position.section).toBeGreaterThanOrEqual(last);
      last = position.section;
      seen.add(last);
    }
    expect(seen.size).toBe(report.sections.length);
    expect(playbackPosition(report, 0)).toBe("start");
    expect(playbackPosition(report, 1)).toBe("end");
  });
});

describe("stepping", () => {
  it("counts in each section as many ⊗ as the report", () => {
    for (const { trace, report } of [paper, window]) {
      for (const [index, { multiplications }] of report.sections.entries()) {
        const last = trace.findLastIndex(({ section }) => section === index);
        expect(tracePosition(trace, last)).toEqual({ section: index, multiplications });
      }
    }
  });

  it("lights what comes of every ⊗", () => {
    for (const { trace, report } of [paper, window, threePrimes]) {
      const ids = new Set(
        figureAcross({ prime: 0, primes: 2, mode: "paper", windowWidth: 5 }).nodes.map(({ id }) => id),
      );
      for (const operation of trace) {
        const { step } = report.sections[operation.section] as (typeof report.sections)[number];
        const lit = litNumbers(operation, step);
        for (const id of lit) expect(ids.has(id), id).toBe(true);
        const name = `${step}: ${operation.operands.map((number) => number.name).join(" ")} → ${operation.result.name}`;
        if (operation.operation !== "multiply") continue;
        // The picture does not show how what was recombined is reduced modulo a further prime.
        if (step === "recombination" && operation.result.name.startsWith("S₁")) continue;
        expect(litNumbers({ ...operation, operands: [] }, step).size, name).toBe(1);
      }
    }
  });

  it("explains what each ⊗ does with what it finds", () => {
    const mod = (value: bigint, modulus: bigint) => ((value % modulus) + modulus) % modulus;
    const R = 1n << 64n;
    const seen = new Set<string>();
    for (const operation of [...paper.trace, ...window.trace]) {
      const sentence = explain(operation);
      seen.add(sentence);
      if (operation.operation !== "multiply") continue;
      const [a, b] = operation.operands.map(({ value }) => value as bigint) as [bigint, bigint];
      const modulus = operation.modulus?.value as bigint;
      const result = operation.result.value as bigint;
      // a ⊗ b = a·b·R⁻¹: times R it is the product.
      expect(mod(result * R, modulus)).toBe(mod(a * b, modulus));
    }
    const all = [...seen].join("\n");
    for (const words of [
      "leads into the Montgomery domain",
      "leads back",
      "A square within",
      "m₁·R stood for m₁ in the Montgomery domain",
      "bare product of two halves",
    ]) {
      expect(all).toContain(words);
    }
  });

  it("names p's and q's numbers where they take part alone", () => {
    const { trace, report } = threePrimes;
    const namesOf = (prime: number) =>
      trace
        .filter(({ section }) => report.sections[section]?.step === "recombination")
        .filter(({ section }) => report.sections[section]?.prime === prime)
        .map(({ result }) => result.name);
    expect(namesOf(0)).toEqual(expect.arrayContaining(["S_q", "S_p − S_q", "q_inv"]));
    expect(namesOf(2)).toEqual(expect.arrayContaining(["S", "S_i − S", "t_i"]));
    for (const name of namesOf(2)) expect(name).not.toMatch(/[pq]/);
  });

  it("goes from step to step and shows the operations around", () => {
    const { trace } = paper;
    const second = nextSection(trace, 0);
    expect(trace[second]?.section).toBe(1);
    expect(previousSection(trace, second + 1)).toBe(second);
    expect(previousSection(trace, second)).toBe(0);
    expect(previousSection(trace, 0)).toBe(0);
    expect(nextSection(trace, trace.length - 1)).toBe(trace.length - 1);
    expect(listRange(100, 0)).toEqual([0, 9]);
    expect(listRange(100, 50)).toEqual([46, 55]);
    expect(listRange(100, 99)).toEqual([91, 100]);
    expect(listRange(3, 1)).toEqual([0, 3]);
  });
});
