import { deflateRawSync } from "node:zlib";
import { defaultSelection, type Selection } from "@rsa-variants/measure/plan/selection";
import { type Answer, answerOf, isMachineBusy, longestMessage } from "@rsa-variants/measure/run/answer";
import { createAssessor } from "@rsa-variants/measure/run/assessor";
import { toCsv, toMarkdown } from "@rsa-variants/measure/run/export";
import { readRunFile, writeRunFile } from "@rsa-variants/measure/run/file";
import { readRunLink, writeRunLink } from "@rsa-variants/measure/run/link";
import { linkedRun } from "@rsa-variants/measure/run/linked";
import { buildRows, type Row } from "@rsa-variants/measure/run/rows";
import { emptyRun, ofBuild } from "@rsa-variants/measure/run/run";
import { isGuarded, scaleFigure, scaleRow } from "@rsa-variants/measure/run/scale";
import {
  formulaOf,
  publishedSpeedUps,
  publishedTimes,
  speedupFormula,
  theoreticalSpeedUp,
} from "@rsa-variants/measure/run/theory";
import type { Operation } from "@rsa-variants/measure/tasks/protocol";
import { formatDuration, formatNumber, formatRange, formatSpeedRange } from "@rsa-variants/measure/text/format";
import { load } from "rsa-variants/security";
import { describe, expect, it } from "vitest";
import { rowOf, runOf, type Times } from "./runs.ts";

const selection: Selection = {
  ...defaultSelection,
  modulusLength: 1024,
  crtExponentLength: 160,
  variants: ["original", "crt", "multi-prime"],
  references: ["bigint"],
};
const assess = createAssessor(await load());
const measured = runOf(selection, {
  original: { keygen: 50, encrypt: 0.1, decrypt: 8 },
  crt: { keygen: 52, encrypt: 0.1, decrypt: 2 },
  "multi-prime": { keygen: 30, encrypt: 0.1005, decrypt: 1 },
});

/** A factor over plain RSA in the first loaded run, as the table shows it. */
function loadedFigure(rows: readonly Row[], name: "crt" | "bigint", compared: Operation) {
  const all = rows.flatMap(({ loaded }) => loaded[0] ?? []);
  const own = rowOf(rows, name).loaded[0];
  return own && scaleFigure(own, all, { ...selection, compared });
}

describe("rows", () => {
  it("stand with theory and published figures before anything is measured", () => {
    const rows = buildRows({ selection });
    expect(rows.map(({ id }) => id)).toEqual(["original/scalar", "crt/scalar", "multi-prime/scalar", "bigint"]);
    expect(rowOf(rows, "multi-prime").comparisons.decrypt).toMatchObject({ theory: 9 });
    expect(rowOf(rows, "multi-prime").comparisons.decrypt.published.map(({ value }) => value)).toContain(7.4);
  });

  it("compare with the original", () => {
    const rows = buildRows({ selection, run: measured });
    const { decrypt, encrypt } = rowOf(rows, "crt").comparisons;
    // The range that the intervals of both times allow, but at least what two runs differ by.
    const range = { value: 4, low: 4 * 0.985, high: 4 * 1.015 };
    for (const [name, value] of Object.entries(range)) {
      expect(decrypt.measured?.[name as keyof typeof range], name).toBeCloseTo(value);
    }
    expect(decrypt.ratio).toBeCloseTo(1);
    // The very same computation is as fast as itself; other keys are compared by their intervals.
    expect(encrypt.measured).toEqual({ value: 1, low: 1, high: 1, kind: "same", isClear: false });
    expect(encrypt.theory).toBe(1);
    const { keygen } = rowOf(rows, "multi-prime").comparisons;
    expect(keygen.measured?.low).toBeLessThan(keygen.measured?.value ?? 0);
  });

  it("share the times of keys that are made by the same work, and have none of keys with other parameters", () => {
    const rows = buildRows({ selection, run: measured });
    expect(rowOf(rows, "original").summaries.keygen).toEqual(rowOf(rows, "crt").summaries.keygen);
    expect([rowOf(rows, "crt"), rowOf(rows, "multi-prime")].map((row) => row.summaries.keygen?.count)).toEqual([
      30, 15,
    ]);
    const others = buildRows({ selection: { ...selection, primes: 4 }, run: measured });
    expect(rowOf(others, "multi-prime").summaries).toEqual({});
    expect(rowOf(others, "crt").summaries.decrypt).toBeDefined();
  });

  it("put a loaded run beside the present one and say where its parameters differ", () => {
    const other = runOf(selection, {
      original: { decrypt: 16 },
      crt: { decrypt: 4 },
      "multi-prime": { decrypt: 2 },
    });
    const rows = buildRows({ selection: { ...selection, primes: 4 }, run: measured, loaded: [other] });
    expect(rowOf(rows, "crt").loaded[0]).toMatchObject({ summaries: { decrypt: { time: 4 } } });
    expect(rowOf(rows, "crt").loaded[0]?.difference).toBeUndefined();
    expect(loadedFigure(rows, "crt", "decrypt")?.value).toBeCloseTo(4);
    expect(rowOf(rows, "multi-prime").loaded[0]?.difference).toBe("r 3");
  });

  it("show the same factors of a run that is loaded as of the page's own, though its speed wanders", () => {
    const wandering = runOf(selection, { original: { encrypt: 0.1, decrypt: 8 }, crt: { encrypt: 0.11, decrypt: 2 } });
    for (const { samples, subject } of wandering.measurements) {
      const isCrt = subject.kind === "variant" && subject.variant === "crt";
      for (const [round, sample] of samples.entries())
        samples[round] = sample * (round + 1) * (isCrt && round > 3 ? 2 : 1);
    }
    const rows = buildRows({ selection, run: wandering, loaded: [wandering] });
    for (const operation of ["encrypt", "decrypt"] as const)
      expect(loadedFigure(rows, "crt", operation)).toEqual(rowOf(rows, "crt").comparisons[operation].measured);
  });

  it("are compared on the first engine that was measured, not on one that does not run here", () => {
    const times = { original: { encrypt: 0.1, decrypt: 8 }, crt: { encrypt: 0.1, decrypt: 2 }, bigint: { decrypt: 4 } };
    const run = runOf(selection, times);
    const engines = ["lanes", "scalar"] as const;
    Object.assign(run.environment as object, { engines });
    const rows = buildRows({ selection: { ...selection, engines }, available: ["scalar"], run, loaded: [run] });
    expect(rowOf(rows, "bigint").comparisons.decrypt.measured?.value).toBeCloseTo(2);
    expect(loadedFigure(rows, "bigint", "decrypt")?.value).toBeCloseTo(2);
    const good = { verdict: "good" } as Row["assessment"] & object;
    const answer = answerOf(
      rows.map((each) => ({ ...each, assessment: good })),
      "decrypt",
    ) as Answer;
    expect(answer.fastest.comparisons.decrypt.measured?.value).toBeCloseTo(4);
  });

  it("carry refusals and failures", () => {
    const check = () => {
      throw new Error("too short");
    };
    const refused = { message: "too short", messageKind: "refused" };
    expect(rowOf(buildRows({ selection, check }), "crt")).toMatchObject(refused);
    const [first] = buildRows({ selection: { ...selection, engines: ["lanes"] }, available: ["scalar"] });
    expect(first).toMatchObject({ messageKind: "unavailable" });
  });

  it("are those of the build that a run measured, if it is known", () => {
    for (const build of ["baseline", undefined]) expect(ofBuild(measured, build)).toBe(measured);
    expect(ofBuild(measured, "relaxed-simd")).toBeUndefined();
    expect(ofBuild(emptyRun(""), "baseline")).toBeDefined();
  });
});

describe("the answer", () => {
  const chosen: Selection = {
    ...selection,
    modulusLength: 2048,
    variants: ["original", "crt", "multi-prime", "scheme-b", "batch"],
  };
  const rowsOf = (times: Times, change: (samples: number[]) => void = () => undefined) => {
    const run = runOf(chosen, times);
    for (const { samples } of run.measurements) change(samples);
    return buildRows({ selection: chosen, assess, run });
  };
  const decryption = (multiPrime: number, crt = 2) => ({
    original: { decrypt: 8 },
    crt: { decrypt: crt },
    "multi-prime": { decrypt: multiPrime },
  });
  const rows = rowsOf({
    original: { encrypt: 0.1, decrypt: 8 },
    crt: { encrypt: 0.1, decrypt: 2 },
    "multi-prime": { encrypt: 0.1, decrypt: 1 },
    "scheme-b": { encrypt: 3, decrypt: 0.2 },
    batch: { encrypt: 0.02, decrypt: 0.5 },
  });

  /** Half of the rounds on a machine at half of its speed: the intervals of the medians would overlap by far. */
  const wander = (samples: number[]) => {
    samples.push(...samples, ...samples, ...samples);
    for (const [round, sample] of samples.entries()) samples[round] = round % 2 === 0 ? 2 * sample : sample;
  };
  // Each operation in other rounds: what slows them all alike disturbs no comparison.
  let first = 0;
  const disturb = (samples: number[]) => {
    first += 3;
    for (const [round, sample] of samples.entries())
      samples[round] = sample * ([0.3, 1.2, 3, 1.1, 2.4, 2, 5][(first + round) % 7] ?? 1);
  };
  const cut = (samples: number[]) => {
    samples.length = 2;
  };

  it.each<[string, Operation, readonly Row[], unknown]>([
    ["the fastest safe one for any message", "decrypt", rows, ["multi-prime", 8, [], ["batch"]]],
    // The one that decrypts fastest, for that is what sets them apart: its encryption takes longest here.
    ["one of those that do the same", "encrypt", rows, ["multi-prime", 1, [1, 1], ["batch"]]],
    [
      "with others, each with its own speed",
      "decrypt",
      rowsOf(decryption(1, 1.01)),
      ["multi-prime", 8, [8 / 1.01], []],
    ],
    ["found though the machine wanders", "decrypt", rowsOf(decryption(1.9), wander), ["multi-prime", 8 / 1.9, [], []]],
    ["none where one that seems much slower may be as fast", "decrypt", rowsOf(decryption(1), disturb), "too-noisy"],
    ["none from fewer samples than an interval takes", "decrypt", rowsOf(decryption(1), cut), "too-few"],
    ["none before anything is measured", "decrypt", rowsOf({}), "not-measured"],
  ])("is %s (%s)", (_what, operation, among, expected) => {
    const answer = answerOf(among, operation);
    if (typeof answer === "string") return expect(answer).toBe(expected);
    const { fastest, ties, special, both } = answer;
    const speedOf = ({ comparisons }: Row) => comparisons[operation].measured?.value;
    const [name, speed, others, ofSpecial] = expected as [string, number, number[], string[]];
    expect([fastest.id, speedOf(fastest), both]).toEqual([`${name}/scalar`, expect.closeTo(speed), undefined]);
    expect(ties.map(speedOf)).toEqual(others.map((value) => expect.closeTo(value)));
    expect(special.map(({ id }) => id)).toEqual(ofSpecial.map((each) => `${each}/scalar`));
  });

  it("comes with a word if other work kept the machine busy", () => {
    expect([rowsOf(decryption(1.9), wander), rows].map(isMachineBusy)).toEqual([true, false]);
  });
});

describe("theory and published figures", () => {
  const rPrime = { variant: "r-prime", modulusLength: 2048, primes: 3, crtExponentLength: 160 } as const;
  const small = { ...rPrime, modulusLength: 1024 };
  const batch = { variant: "batch", modulusLength: 2048, primes: 2, batchSize: 4 } as const;
  const plain = { variant: "original", modulusLength: 1024 } as const;

  it("join by parameters, with a mark at the nearest ones where none fit", () => {
    expect(theoreticalSpeedUp("decrypt", rPrime, 65537n)).toBeCloseTo(38.4);
    expect(theoreticalSpeedUp("decrypt", rPrime, 65537n, "crt")).toBeCloseTo(9.6);
    expect(theoreticalSpeedUp("keygen", rPrime, 65537n)).toBeUndefined();
    expect(theoreticalSpeedUp("decrypt", { ...batch, primes: 3 }, 65537n)).toBe(36);
    const multiPrime = { variant: "multi-prime", modulusLength: 2048, primes: 3 } as const;
    const schemeA = { variant: "scheme-a", modulusLength: 1024, crtExponentLength: 160 } as const;
    const far = { ...rPrime, modulusLength: 4096, crtExponentLength: 200 };
    for (const [figures, value, difference] of [
      [publishedSpeedUps("decrypt", rPrime), 27.2, undefined],
      [publishedSpeedUps("decrypt", far), 27.2, "n 2048, w 160"],
      [publishedSpeedUps("decrypt", multiPrime), 1.97 * 3.47, undefined],
      [publishedSpeedUps("decrypt", batch), 3.42 * 3.47, undefined],
      [publishedSpeedUps("decrypt", { ...batch, primes: 3 }), 3.42 * 3.47, "r 2"],
      [publishedSpeedUps("encrypt", schemeA), 34.2 / 31.2, undefined], // from printed times
    ] as const) {
      expect([figures[0]?.value, figures[0]?.difference]).toEqual([expect.closeTo(value), difference]);
    }
  });

  it("count from CRT as well", () => {
    // Paixão and Gazzoni Filho print it over CRT, Hansen and others over plain RSA.
    expect(publishedSpeedUps("decrypt", rPrime, "crt")).toMatchObject([{ source: "paixao-2005", value: 7.83 }]);
    const values = publishedSpeedUps("decrypt", small, "crt").map(({ source, value }) => [source, value.toFixed(2)]);
    expect(values).toEqual(
      expect.arrayContaining([
        ["hansen-2009", (13.9 / 3.8).toFixed(2)],
        ["paixao-2005", "3.88"],
      ]),
    );
    expect(publishedSpeedUps("decrypt", { variant: "crt", modulusLength: 1024 }, "crt")).toEqual([]);
    const ofPlain = publishedSpeedUps("decrypt", plain, "crt").map(({ value }) => value.toFixed(3));
    expect(ofPlain).toContain((1 / 3.8).toFixed(3));
  });

  it("have the formulas of the papers", () => {
    const formulas = {
      original: "1",
      crt: "4",
      "multi-prime": "r²",
      "multi-power": "r³/2",
      rebalanced: "2n/w",
      "r-prime": "n·r/w",
      "scheme-b": "2n/w",
      batch: "r²·b",
      unbalanced: "n³/|p|³",
    } as const;
    for (const [variant, formula] of Object.entries(formulas))
      expect(speedupFormula(variant as keyof typeof formulas), variant).toBe(formula);
    expect(formulaOf("encrypt", { variant: "rebalanced", modulusLength: 2048 }, 65537n)).toBe("17/3071");
    expect(formulaOf("encrypt", { variant: "crt", modulusLength: 2048, publicExponent: 65537n }, 65537n)).toBe("1");
    expect(formulaOf("keygen", rPrime, 65537n)).toBe("");
  });

  it("give times of one operation, not of a whole file", () => {
    expect(publishedTimes("decrypt", small)[0]).toMatchObject({ source: "hansen-2009", value: 151 });
    expect(Math.max(...publishedTimes("decrypt", plain).map(({ value }) => value))).toBeLessThan(2099);
  });
});

describe("a unit", () => {
  const rows = buildRows({ selection, run: measured });
  const view = { ...selection, publicExponent: 65537n };
  const multiPrime = rowOf(rows, "multi-prime");

  it.each([
    ["plain", 8, 9],
    ["crt", 2, 2.25],
    ["ms", 1, 8 / 9], // theory from the measured time of plain RSA
  ] as const)("of %s counts theory like what was measured", (unit, own, theory) => {
    const scaled = scaleRow(multiPrime, rows, { ...view, unit });
    expect([scaled.measured?.value, scaled.theory]).toEqual([expect.closeTo(own), expect.closeTo(theory)]);
    const ofPaper = expect.objectContaining({ source: "paixao-2005", value: 1.89 });
    if (unit === "crt") expect(scaled.published).toContainEqual(ofPaper);
  });

  it("shows guards only beside the browser's RSA and in milliseconds, and only of decryption", () => {
    const guarded = { ...view, guarded: true };
    expect(isGuarded({ ...guarded, unit: "plain" })).toBe(false);
    expect(isGuarded({ ...guarded, unit: "browser" })).toBe(true);
    expect(isGuarded({ ...guarded, unit: "ms", compared: "encrypt" })).toBe(false);
    // What was not measured is not shown as if it had been.
    expect(scaleFigure(multiPrime, rows, { ...guarded, unit: "ms" })).toBeUndefined();
  });
});

describe("files", () => {
  it("bring a run back with every sample", () => {
    expect(readRunFile(writeRunFile(measured))).toEqual(measured);
  });

  it("have batch keys of two primes where they do not name the count, as before it could be chosen", () => {
    const run = runOf({ ...selection, variants: ["batch"], batchPrimes: 3 }, { batch: { decrypt: 1 } });
    const read = () => readRunFile(writeRunFile(run)).subjects[0]?.params;
    expect(read()).toMatchObject({ variant: "batch", primes: 3 });
    Object.assign(run.subjects[0]?.params ?? {}, { primes: undefined });
    expect(read()).toMatchObject({ variant: "batch", primes: 2 });
  });

  it("come back from a link with the length that it is about, and of a long run the figures that are shown", async () => {
    const short = structuredClone(measured);
    short.measurements.push(...runOf({ ...selection, modulusLength: 2048 }, { crt: { decrypt: 9 } }).measurements);
    const read = async (text: string) => readRunLink(linkedRun(text) ?? "");
    const link = await writeRunLink(short, 1024);
    expect(link.length).toBeLessThan(1500);
    expect(await read(link)).toEqual(measured);
    expect(linkedRun("#compare")).toBeUndefined();
    await expect(readRunLink("A".repeat(100_001))).rejects.toThrow("longer than any link");

    // Its first rounds were slow for CRT only: they would say 1.5 ×.
    const long = runOf(
      { ...selection, measureGuards: true },
      { original: { keygen: 5, decrypt: 8 }, crt: { keygen: 9, decrypt: 2, "decrypt-both-guards": 3 } },
      () => Array.from({ length: 500 }, (_, round) => 1 + 0.01 * Math.sin(round)),
    );
    const crt = long.measurements.filter(({ subject }) => subject.kind === "variant" && subject.variant === "crt");
    for (const { samples } of crt) for (let round = 0; round < 20; round += 1) samples[round] = 5.3;
    const rows = buildRows({ selection, run: long });
    const linked = await writeRunLink(long, 1024, rows);
    expect(linked.length).toBeLessThan(1500);
    const shared = buildRows({ selection, run: await read(linked) });
    for (const [at, row] of rows.entries()) {
      for (const operation of ["keygen", "decrypt"] as const) {
        const [own, other] = [row, shared[at]].map((each) => each?.summaries[operation]);
        expect(other?.count).toBe(own?.count);
        for (const of of ["time", "lowerQuartile", "upperQuartile"] as const)
          expect(formatNumber(other?.[of] ?? Number.NaN, 5)).toBe(formatNumber(own?.[of] ?? Number.NaN, 5));
        const [speed, sent] = [row, shared[at]].map((each) => each?.comparisons[operation].measured?.value ?? 0);
        expect(sent).toBeCloseTo(speed ?? Number.NaN, 8);
      }
    }
  });

  it("are not read from a link that is damaged, or that decompresses into far more than a run", async () => {
    const bomb = deflateRawSync(`{${" ".repeat(70_000_000)}}`).toString("base64url");
    expect(bomb.length).toBeLessThan(100_000);
    for (const text of ["AAAA", "!", bomb]) {
      await expect(readRunLink(text)).rejects.toThrow("the link is damaged or incomplete");
    }
  });

  const text = writeRunFile(measured);
  it.each([
    ["what is not JSON", "{", "not JSON"],
    ["another format", '{"format":"x","version":1}', "not a run of this page"],
    ["a newer version", '{"format":"rsa-variants run","version":2}', "version 2"],
    ["a list", "[]", "not an object"],
    ["no times", text.replace(/"samples":\s*\[\s*[\d.]+/, '"samples": ["fast"'), "samples must be a number"],
    ["an unknown variant", text.replace('"variant": "crt"', '"variant": "<script>"'), "unknown"],
    ...["yesterday", "2026-13-31T12:00:00.000Z", "2026"].map((startedAt) => [
      startedAt,
      writeRunFile({ ...measured, startedAt }),
      "this run's startedAt must be a date and time",
    ]),
  ])("are refused when they hold %s", (_name, content = "", message) => {
    expect(() => readRunFile(content)).toThrow(message);
  });
});

describe("exports", () => {
  const rows = buildRows({ selection, run: measured });
  const tables = [{ rows, modulusLength: 1024 }];

  it("write a CSV line for each length, row and operation, without the noise of binary fractions", () => {
    const run = structuredClone(measured);
    Object.assign(run.environment ?? {}, { processor: "AMD EPYC 7763", version: "1.0.0, commit abc" });
    const both = [
      ...tables,
      { rows: buildRows({ selection: { ...selection, modulusLength: 2048 } }), modulusLength: 2048 },
    ];
    const [head, ...lines] = toCsv(both, run).trimEnd().split("\r\n") as [string, ...string[]];
    expect(lines).toHaveLength(rows.length * 3 * 2);
    const of = (start: string) => {
      const line = lines.find((each) => each.startsWith(start) && each.includes(",decrypt,")) ?? "";
      const fields = [...line.matchAll(/("(?:[^"]|"")*"|[^,]*)(?:,|$)/g)].map(([, field]) => field);
      return Object.fromEntries(head.split(",").map((column, at) => [column, fields[at]]));
    };
    expect(of("crt,")).toMatchObject({
      time_ms: "2",
      operations_per_second: "500",
      speedup_over_original: "4",
      speedup_low: "3.94",
      samples: "15",
      published_in: '"Hansen, Larsen, Olsen 2009; Paixão, Gazzoni Filho 2005; IJAFRC 1(10), 2014"',
      measured: "2026-01-31T12:00:00.000Z",
      processor: "AMD EPYC 7763",
      browser: '"A ""quoted"", agent"',
      build: "baseline",
      page_version: '"1.0.0, commit abc"',
    });
    expect(of("multi-prime,")).toMatchObject({ speedup_over_crt: "2" });
    expect(lines.join().match(/\d\.\d{7,}/g)).toBeNull();
    expect(readRunFile(writeRunFile(run)).environment).toEqual(run.environment);
    run.hiddenSeconds = 0.1 + 0.2;
    expect(writeRunFile(run)).toContain('"hiddenSeconds": 0.3,');
  });

  it("write Markdown as the page shows it, with the papers' names and the machine, and the engine of each row where there are several", () => {
    const text = toMarkdown(tables, measured, selection);
    const lines = text.split("\n").filter((line) => line.startsWith("| "));
    expect(lines[0]).toMatch(/^\| Variant \| Make a key, ms \|.+\| Decrypt, × plain RSA \| Theory \| Papers \|$/);
    expect(new Set(lines.map((line) => line.split("|").length)).size).toBe(1);
    for (const part of [
      "**n = 1024 bits**",
      "| 8.00\u202f× | 9.00\u202f× | 7.40\u202f× (Hansen 2009); 6.27\u202f× (Paixão 2005) |",
      "build baseline, engine scalar; timer step 5.0 µs",
      "Keys: Original (e 65537), CRT (e 65537), Multi-prime (r 3, e 65537).",
    ]) {
      expect(text).toContain(part);
    }
    const inCrt = toMarkdown(tables, measured, { ...selection, unit: "crt" });
    expect(inCrt).toContain("| Decrypt, × CRT |");
    expect(inCrt).toContain("| 2.00\u202f× | 2.25\u202f× | 1.89\u202f× (Paixão 2005); 1.95\u202f× (Hansen 2009)");
    const encrypt = toMarkdown(tables, measured, { ...selection, compared: "encrypt", unit: "ms" });
    expect(encrypt).not.toContain("× plain RSA");
    const loaded = [{ rows: buildRows({ selection, run: measured, loaded: [measured] }), modulusLength: 1024 }];
    expect(toMarkdown(loaded, measured, selection, ["Firefox 155"])).toContain("| Firefox 155: Decrypt, × plain RSA |");
    const engines = ["scalar", "num-bigint"] as const;
    const several = buildRows({ selection: { ...selection, engines, references: [] } });
    const both = toMarkdown([{ rows: several, modulusLength: 1024 }], measured, selection);
    for (const engine of engines) expect(both).toContain(`| CRT (${engine}) |`);
  });
});

it("the longest message for a short prime has fewer bits than the prime", () => {
  const bytes = (primeLength: number) => longestMessage({ variant: "unbalanced", modulusLength: 2048, primeLength });
  expect([511, 512, 513, 640].map(bytes)).toEqual([63, 63, 64, 79]);
  expect(longestMessage({ variant: "crt", modulusLength: 1025 })).toBe(129);
});

it.each([
  [formatNumber(0.0123456), "0.0123"],
  [formatNumber(9.996), "10.0"],
  [formatNumber(99_960), "100,000"],
  [formatNumber(1234), "1230"],
  [formatNumber(0), "0"],
  [formatNumber(Number.NaN), "–"],
  [formatRange(1.001, 1.004), "1.001–1.004"], // its ends can be told apart
  [formatRange(1, 2), "1.00–2.00"],
  [formatSpeedRange({ value: 1 / 45.6, low: 0.0212, high: 0.0229 }), "43.7–47.2"], // in the direction of the figure
  [formatSpeedRange({ value: 11.7, low: 11.5, high: 11.9 }), "11.5–11.9"],
  [formatDuration(0.005), "5.0 µs"],
  [formatDuration(12_300), "12 s"],
  [formatDuration(200_000), "3 min 20 s"],
])("a number is written as %s", (text, expected) => expect(text).toBe(expected));
