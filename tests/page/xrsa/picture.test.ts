import {
  columnOf,
  type Figure,
  type FigureNode,
  figureOf,
  halves,
  nodeHeight,
} from "@rsa-variants/page/xrsa/picture/layout.ts";
import { litNumbers, type PartOptions, partOptions } from "@rsa-variants/page/xrsa/picture/part.ts";
import { addEvent, startedRun } from "@rsa-variants/page/xrsa/run/protocol.ts";
import { defaultSelection } from "@rsa-variants/page/xrsa/selection.ts";
import { describeSection, explain, explainMoves, named } from "@rsa-variants/page/xrsa/text.ts";
import {
  listRange,
  nextSection,
  playedOn,
  previousSection,
  runPosition,
  sectionViews,
  stopsOf,
  type Track,
  trackOf,
} from "@rsa-variants/page/xrsa/track.ts";
import { load } from "rsa-variants";
import { Device, type DeviceDecryption, load as loadXrsa, type Mode, modes } from "rsa-variants/xrsa";
import { describe, expect, it } from "vitest";

const [rsa, xrsa] = await Promise.all([load(), loadXrsa()]);
const key = rsa.generateKey({ variant: "crt", modulusLength: 128 }, { allowBroken: true, seed: new Uint8Array([1]) });
const device = new Device(xrsa, { multiplierLength: 64 });
const run = (mode: "paper" | "window") =>
  device.decryptRaw(key, new Uint8Array([42]), { mode, trace: "values" }) as Required<DeviceDecryption>;
const paper = run("paper");
const window = run("window");
const longer = rsa.generateKey(
  { variant: "multi-prime", modulusLength: 192, primes: 3 },
  { allowBroken: true, seed: new Uint8Array([2]) },
);
const threePrimes = device.decryptRaw(longer, new Uint8Array([42]), { trace: "values" }) as Required<DeviceDecryption>;
const shorter = rsa.generateKey(
  { variant: "multi-prime", modulusLength: 258, primes: 3 },
  { allowBroken: true, seed: new Uint8Array([3]) },
);
const roomy = new Device(xrsa, { multiplierLength: 128 });
/** Of 86 bits, on operands of 96: neither fill them, nor is their length a power of 2. */
const shortPrimes = roomy.decryptRaw(shorter, new Uint8Array([42]), {
  mode: "squarings",
  trace: "values",
}) as Required<DeviceDecryption>;

/** The part of a prime, by the device's own counts. */
function part(modulusLength: number, primes: number, mode: Mode, prime: number): PartOptions {
  const device = new Device(xrsa, { multiplierLength: 4096, unitRam: 65_536, controllerRam: 262_144 });
  return partOptions(device.plan({ modulusLength, primes }, { mode }), { primes, mode }, prime);
}

const parts = [
  [4096, 2],
  [200, 2],
  [7680, 4],
  [7600, 4],
  [8192, 8],
  [16_000, 8],
  [519, 8],
].flatMap(([modulusLength, primes]) =>
  modes.flatMap((mode) =>
    Array.from({ length: primes as number }, (_, prime) =>
      part(modulusLength as number, primes as number, mode, prime),
    ),
  ),
);

describe("a part of the picture", () => {
  const labels = (options: PartOptions) => {
    const { nodes, edges, notes } = figureOf(options);
    return {
      ones: nodes.find(({ id }) => id === "ones")?.label,
      toR: edges.find(({ to }) => to === "r")?.label?.text,
      loop: edges.find(({ from, to }) => to === "two" && from === "two")?.label?.text,
      known: nodes.find(({ id }) => id === "known")?.label,
      how: notes.find(({ step }) => step === "recombination")?.text,
    };
  };

  it("is the paper's where primes fill the operands", () => {
    expect(labels(part(4096, 2, "paper", 0))).toEqual({
      ones: "R − 1",
      toR: "⊕ 1",
      loop: "⊗ 2R",
      known: "S_q mod p",
      how: "by ⊕ 0",
    });
    expect(labels(part(4096, 2, "window", 1))).toMatchObject({ loop: "squared", known: undefined, how: undefined });
  });

  it("doubles a power of 2 up to R where they are shorter, and takes S_q into the Montgomery domain and back", () => {
    // 100 bits on operands of 128: 2^99 doubled 29 times.
    expect(labels(part(200, 2, "paper", 0))).toMatchObject({ ones: "2^{99}", toR: "29 ⊕", how: "by ⊗ R^2 ⊗ 1" });
    // One bit less than the operands is two doublings.
    expect(labels(part(254, 2, "window", 0))).toMatchObject({ ones: "2^{126}", toR: "2 ⊕", how: "by ⊗ R^2 ⊗ 1" });
  });

  it("reduces what the primes before gave as it reduces the message", () => {
    expect(labels(part(6144, 3, "window", 2))).toMatchObject({ known: "S_{pq} mod r_3", how: "as m, then ⊕ 0" });
    expect(labels(part(6000, 3, "window", 2))).toMatchObject({ how: "as m, then ⊗ R^2 ⊗ 1" });
  });

  it("takes N off at the end alone", () => {
    const noted = [1, 0, 2].filter((prime) =>
      figureOf(part(6144, 3, "window", prime)).notes.some(({ text }) => text.includes("N")),
    );
    expect(noted).toEqual([2]);
  });

  it("doubles between squarings where the operands' length is no power of 2", () => {
    expect(labels(part(3840, 2, "squarings", 0)).loop).toBe("squared, ⊕");
    expect(labels(part(3840, 2, "paper", 0)).loop).toBe("⊗ 2R");
  });

  it("has the digits that the trace has", () => {
    for (const { report, trace } of [paper, threePrimes, shortPrimes]) {
      for (const [index, { step, prime = 0 }] of report.sections.entries()) {
        const { messageDigits, knownDigits, doublings } = partOptions(
          report,
          { primes: report === paper.report ? 2 : 3, mode: report === paper.report ? "paper" : "window" },
          prime,
        );
        const own = trace.filter(({ section }) => section === index);
        const loads = (name: RegExp) =>
          own.filter(({ operation, result }) => operation === "load" && name.test(result.name)).length;
        if (step === "reduction") expect(loads(/^m/)).toBe(messageDigits);
        if (step === "recombination") expect(loads(/^S/)).toBe(knownDigits);
        if (step === "r-squared") {
          const power = own.find(({ operation, result }) => operation === "load" && result.name === "2ⁱ");
          expect(power?.result.value).toBe(doublings && 1n << BigInt(doublings.exponent));
        }
      }
    }
  });
});

/** What an operation takes, its modulus and its result, R, and whether it takes the same number twice. */
type Values = Readonly<Record<"a" | "b" | "p" | "z" | "R", bigint>> & { readonly same: boolean };

function boxOf({ at: [x, y], width, domain }: FigureNode): [left: number, top: number, right: number, bottom: number] {
  const [w, h] = domain === "product" ? [halves.width, halves.height] : [width, nodeHeight];
  return [x - w / 2, y - h / 2, x + w / 2, y + h / 2];
}

describe("the picture", () => {
  const figures: Figure[] = parts.map(figureOf);

  it("keeps every number within its bounds, and none over another", () => {
    for (const { nodes, steps, width, height } of figures) {
      for (const [index, node] of nodes.entries()) {
        const [left, top, right, bottom] = boxOf(node);
        expect(left, node.id).toBeGreaterThanOrEqual(0);
        expect(top, node.id).toBeGreaterThanOrEqual(0);
        expect(right, node.id).toBeLessThanOrEqual(width);
        // A phone shows one step at a time.
        const [start, wide] = columnOf(steps.findIndex(({ step }) => step === node.step));
        expect([left >= start, right <= start + wide], node.id).toEqual([true, true]);
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

function positionOf(track: Track, index: number): { readonly section: number } {
  const position = track.positionAt(index);
  return typeof position === "string" ? expect.fail(position) : position;
}

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

  it("each have their time while it plays, however long a frame is", () => {
    const { report } = paper;
    const track = trackOf(report);
    for (const frame of [16, 100]) {
      const seen: number[] = [];
      let time = 0;
      for (let index = 0; index < track.length; index = playedOn(track, index, frame)) {
        const { section } = positionOf(track, Math.floor(index));
        if (seen.at(-1) !== section) seen.push(section);
        time += frame;
      }
      expect(seen).toEqual([...report.sections.keys()]);
      expect(time, "14 seconds, and a frame that is cut at the end of each section").toBeGreaterThan(13_900);
      expect(time).toBeLessThan(14_100 + report.sections.length * frame);
    }
  });

  it("are each described in words of their own, for two primes and for more", () => {
    for (const [{ report }, primes] of [
      [paper, 2],
      [threePrimes, 3],
    ] as const) {
      const sentences = report.sections.map((section) => describeSection(section, primes));
      for (const sentence of sentences) expect(sentence).toMatch(/^[\wR].+\.$/);
      expect(new Set(sentences).size).toBe(sentences.length);
    }
  });
});

describe("stepping", () => {
  it("counts in each section as many ⊗ as the report", () => {
    for (const { trace, report } of [paper, window]) {
      for (const [index, { multiplications }] of report.sections.entries()) {
        const last = stopsOf(trace).findLastIndex(({ operation }) => operation.section === index);
        expect(trackOf(report, trace).positionAt(last)).toEqual({ section: index, multiplications });
      }
    }
  });

  it("goes through every ⊗ where there is no trace", () => {
    const track = trackOf(paper.report);
    expect(track.length).toBe(398);
    expect(track.positionAt(0)).toEqual({ section: 0, multiplications: 1 });
    expect(track.positionAt(62)).toEqual({ section: 0, multiplications: 63 });
    expect(track.positionAt(63)).toEqual({ section: 1, multiplications: 1 });
    expect(track.positionAt(397)).toEqual({ section: 7, multiplications: 4 });
  });

  it("lights what comes of every ⊗", () => {
    for (const { trace, report } of [paper, window, threePrimes, shortPrimes]) {
      const ids = new Set(figureOf(part(4096, 2, "paper", 0)).nodes.map(({ id }) => id));
      for (const operation of trace) {
        const { step } = report.sections[operation.section] as (typeof report.sections)[number];
        const lit = litNumbers(operation, step);
        for (const id of lit.keys()) expect(ids.has(id), id).toBe(true);
        const name = `${step}: ${operation.operands.map((number) => number.name).join(" ")} → ${operation.result.name}`;
        if (operation.operation !== "multiply") continue;
        expect(litNumbers({ ...operation, operands: [] }, step).size, name).toBe(1);
      }
    }
  });

  it("says of every operation what its values show", () => {
    /** What a sentence claims, checked against the values it is said of. */
    const claims: readonly (readonly [RegExp, (values: Values) => boolean])[] = [
      [
        / enters the Montgomery domain: a·R²·R⁻¹ = a·R\.$/,
        ({ a, b, z, p, R }) => b === (R * R) % p && z === (a * R) % p,
      ],
      [/ leaves the Montgomery domain: /, ({ a, b, z, p, R }) => b === 1n && (z * R - a) % p === 0n],
      [/^A square within the Montgomery domain: /, ({ a, b, z, p, R }) => a === b && (z * R - a * a) % p === 0n],
      [
        /^A product within the Montgomery domain: /,
        ({ a, b, z, p, R, same }) => !same && ![1n, (R * R) % p].includes(b) && (z * R - a * b) % p === 0n,
      ],
      [/: this is the plain product of two halves, /, ({ a, b, z, p, R }) => p === R - 1n && z === a * b],
      [/^[mS]₁·R represents [mS]₁ in the Montgomery domain\. /, ({ a, b, z, p }) => a < p && (a + b - z) % p === 0n],
      [/^⊕ 0 subtracts \S+ once /, ({ a, b, z, p, R }) => b === 0n && p > R / 2n && z === (a < p ? a : a - p)],
      [/^This sum is R mod \S+, which is also 1·R/, ({ a, b, z, p, R }) => z === R % p && (a + b - z) % p === 0n],
      [/^Sum modulo /, ({ a, b, z, p }) => b !== 0n && z < p && (a + b - z) % p === 0n],
      [/^Difference modulo /, ({ a, b, z, p }) => z < p && (a - b - z) % p === 0n],
    ];
    const said = new Set<RegExp>();
    for (const { trace, report } of [paper, window, threePrimes, shortPrimes]) {
      const R = 1n << BigInt(report.operandLength);
      for (const { operation, moves } of stopsOf(trace)) {
        const sentence = explain(operation);
        for (const { result } of moves) expect(explainMoves(moves)).toContain(result.name);
        const { operands, result } = operation;
        const modulus = operation.modulus as NonNullable<typeof operation.modulus>;
        const fitting = claims.filter(([words]) => words.test(sentence));
        expect(fitting, sentence).toHaveLength(1);
        const [words, holds] = fitting[0] as (typeof claims)[number];
        said.add(words);
        const [a, b, p, z] = [...operands, modulus, result].map(({ value }) => value) as [
          bigint,
          bigint,
          bigint,
          bigint,
        ];
        const same = operands[0]?.name === operands[1]?.name;
        expect(holds({ a, b, p, z, R, same }), `${sentence} ${operands.map(({ name }) => name)} → ${result.name}`).toBe(
          true,
        );
      }
    }
    // No claim went unsaid, so that each of them was checked.
    expect(said.size).toBe(claims.length);
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

  it("groups what is moved with what it is for, and loses nothing", () => {
    for (const { trace } of [paper, window, threePrimes, shortPrimes]) {
      const stops = stopsOf(trace);
      expect(stops.reduce((sum, { moves }) => sum + 1 + moves.length, 0)).toBe(trace.length);
      for (const { operation, moves } of stops) {
        expect(operation.operation).toMatch(/^(add|subtract|multiply)$/);
        for (const move of moves) expect(move.section).toBe(operation.section);
      }
    }
    const [first] = stopsOf(paper.trace);
    expect(explainMoves(first?.moves ?? [])).toBe(
      "The controller loads q into slot 0 of the unit’s RAM, R − 1 into slot 1 and 1 into slot 2.",
    );
  });

  it("shows the first three operations of each step and the last for as long as they take to read", () => {
    const { report, trace } = paper;
    const track = trackOf(report, trace);
    const times = Array.from({ length: track.length }, (_, index) => track.timeAt(index));
    expect(times.slice(0, 3)).toEqual([1500, 1500, 1500]);
    expect(times[3]).toBeLessThan(100);
    expect(times[(track.starts[1] as number) - 1]).toBe(1500);
    for (const [at, start] of track.starts.entries()) {
      const step = times.slice(start, track.starts[at + 1]).reduce((sum, time) => sum + time, 0);
      expect(step, `step ${at + 1}`).toBeLessThanOrEqual(9000);
    }
  });

  it("uses the picture's names, and tells what an operation takes from what it gives", () => {
    const { report, trace } = paper;
    const texts = stopsOf(trace).map(({ operation }) => {
      const section = report.sections[operation.section] as (typeof report.sections)[number];
      const { operands, result } = named(operation, section);
      return [[...operands, result].map(({ name }) => name).join(), litNumbers(operation, section.step)] as const;
    });
    const litBy = (names: string) => [...(texts.find(([each]) => each === names)?.[1] ?? [])];
    expect(litBy("R − 1,1,R")).toEqual([
      ["ones", "operand"],
      ["r", "result"],
    ]);
    expect(litBy("y,1,S_q")).toContainEqual(["power", "result"]);
    expect(litBy("S_q,0,S_q mod p")).toEqual([["known", "result"]]);
    expect(litBy("S_p,S_q mod p,S_p − S_q")).toEqual([
      ["power", "operand"],
      ["known", "operand"],
      ["difference", "result"],
    ]);
  });

  it("goes from step to step and shows the operations around", () => {
    const { report, trace } = paper;
    for (const track of [trackOf(report), trackOf(report, trace)]) {
      const second = nextSection(track, 0);
      expect(positionOf(track, second).section).toBe(1);
      expect(positionOf(track, second - 1).section).toBe(0);
      expect(previousSection(track, second + 1)).toBe(second);
      expect(previousSection(track, second)).toBe(0);
      expect(previousSection(track, 0)).toBe(0);
      expect(nextSection(track, track.length - 1)).toBe(track.length - 1);
    }
    expect(listRange(100, 0)).toEqual([0, 5]);
    expect(listRange(100, 50)).toEqual([48, 53]);
    expect(listRange(100, 99)).toEqual([95, 100]);
    expect(listRange(3, 1)).toEqual([0, 3]);
  });
});
