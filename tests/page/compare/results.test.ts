import { deflateRawSync } from "node:zlib";
import { defaultSelection, type Selection } from "@rsa-variants/measure/plan/selection";
import { writeSelection } from "@rsa-variants/measure/plan/url";
import { answerOf, isMachineBusy, longestMessage } from "@rsa-variants/measure/run/answer";
import { createAssessor } from "@rsa-variants/measure/run/assessor";
import { toCsv, toMarkdown } from "@rsa-variants/measure/run/export";
import { readRunFile, writeRunFile } from "@rsa-variants/measure/run/file";
import { readRunLink, writeRunLink } from "@rsa-variants/measure/run/link";
import { linkedRun } from "@rsa-variants/measure/run/linked";
import { buildRows, type Row } from "@rsa-variants/measure/run/rows";
import { addEvent, emptyRun, ofBuild, type Run } from "@rsa-variants/measure/run/run";
import { isGuarded, scaleFigure, scaleRow } from "@rsa-variants/measure/run/scale";
import {
  formulaOf,
  publishedSpeedUps,
  publishedTimes,
  speedupFormula,
  theoreticalSpeedUp,
} from "@rsa-variants/measure/run/theory";
import type { MeasureEvent, Operation, Subject } from "@rsa-variants/measure/tasks/protocol";
import { sampleDigits } from "@rsa-variants/measure/tasks/protocol";
import { formatDuration, formatNumber, formatRange, formatSpeedRange } from "@rsa-variants/measure/text/format";
import { variants as variantNames } from "rsa-variants";
import { load } from "rsa-variants/security";
import { describe, expect, it } from "vitest";

const selection: Selection = {
  ...defaultSelection,
  modulusLength: 1024,
  crtExponentLength: 160,
  variants: ["original", "crt", "multi-prime"],
  references: ["bigint"],
};
const assess = createAssessor(await load());
const place = { userAgent: 'A "quoted", agent', processors: 2 };

type Variant = Selection["variants"][number];

function subjectOf(variant: Variant): Subject {
  return { kind: "variant", variant, engine: "scalar" };
}

/** A run as the worker would report it: around each time given, samples that differ by a per cent. */
function runWith(times: Partial<Record<Variant, Partial<Record<Operation, number>>>>, modulusLength = 1024): Run {
  const run = emptyRun(writeSelection(selection), "2026-01-31T12:00:00.000Z");
  const events: MeasureEvent[] = [
    {
      type: "environment",
      environment: { timerStep: 0.005, crossOriginIsolated: true, build: "baseline", engines: ["scalar"] },
    },
  ];
  for (const [name, operations] of Object.entries(times)) {
    const variant = name as Variant;
    const params = {
      variant,
      modulusLength,
      ...(variant === "multi-prime" ? { primes: 3 } : {}),
      ...(variant === "batch" ? { primes: 2 } : {}),
      publicExponent: "65537",
    };
    events.push({
      type: "subject",
      report: { subject: subjectOf(variant), modulusLength, params, keySource: "generate" },
    });
    for (const [operation, time] of Object.entries(operations)) {
      const samples = [0.99, ...Array<number>(13).fill(1), 1.01].map((factor) =>
        Number((factor * time).toPrecision(sampleDigits)),
      );
      const report = {
        subject: subjectOf(variant),
        modulusLength,
        operation: operation as Operation,
        samples,
        repetitions: 5,
      };
      events.push({ type: "samples", reports: [report] });
    }
  }
  for (const event of events) addEvent(run, event, place);
  run.state = "done";
  return run;
}

const measured = runWith({
  original: { keygen: 50, encrypt: 0.1, decrypt: 8 },
  crt: { keygen: 52, encrypt: 0.1, decrypt: 2 },
  "multi-prime": { keygen: 30, encrypt: 0.1005, decrypt: 1 },
});

function row(rows: readonly Row[], variant: Variant): Row {
  const found = rows.find(({ subject }) => subject.kind === "variant" && subject.variant === variant);
  if (found === undefined) throw new Error(`no row ${variant}`);
  return found;
}

/** A factor over plain RSA in the first loaded run, as the table shows it. */
function loadedFigure(rows: readonly Row[], id: string, compared: Operation) {
  const all = rows.flatMap(({ loaded }) => loaded[0] ?? []);
  const own = rows.find((each) => each.id === id)?.loaded[0];
  return own && scaleFigure(own, all, { ...selection, compared });
}

describe("rows", () => {
  it("stand with theory and published figures before anything is measured", () => {
    const rows = buildRows({ selection });
    expect(rows.map(({ id }) => id)).toEqual(["original/scalar", "crt/scalar", "multi-prime/scalar", "bigint"]);
    expect(row(rows, "multi-prime").comparisons.decrypt).toMatchObject({ theory: 9 });
    expect(row(rows, "multi-prime").comparisons.decrypt.published.map(({ value }) => value)).toContain(7.4);
  });

  it("compare with the original", () => {
    const crt = row(buildRows({ selection, run: measured }), "crt");
    expect(crt.comparisons.decrypt.measured?.value).toBeCloseTo(4);
    expect(crt.comparisons.decrypt.ratio).toBeCloseTo(1);
    // The range that the intervals of both times allow, but at least what two runs differ by.
    expect(crt.comparisons.decrypt.measured?.low).toBeCloseTo(4 * 0.985);
    expect(crt.comparisons.decrypt.measured?.high).toBeCloseTo(4 * 1.015);
    // The very same computation is as fast as itself; other keys are compared by their intervals.
    expect(crt.comparisons.encrypt.measured).toEqual({ value: 1, low: 1, high: 1, kind: "same", isClear: false });
    const { keygen } = row(buildRows({ selection, run: measured }), "multi-prime").comparisons;
    expect(keygen.measured?.low).toBeLessThan(keygen.measured?.value ?? 0);
    expect(crt.comparisons.encrypt.theory).toBe(1);
  });

  it("share the times of keys that are made by the same work", () => {
    const rows = buildRows({ selection, run: measured });
    expect(row(rows, "original").summaries.keygen).toEqual(row(rows, "crt").summaries.keygen);
    expect(row(rows, "original").summaries.keygen?.count).toBe(30);
    expect(row(rows, "multi-prime").summaries.keygen?.count).toBe(15);
  });

  it("show no figures of keys with other parameters", () => {
    const rows = buildRows({ selection: { ...selection, primes: 4 }, run: measured });
    expect(row(rows, "multi-prime").summaries).toEqual({});
    expect(row(rows, "crt").summaries.decrypt).toBeDefined();
  });

  it("put a loaded run beside the present one and say where its parameters differ", () => {
    const other = runWith({ original: { decrypt: 16 }, crt: { decrypt: 4 }, "multi-prime": { decrypt: 2 } });
    const rows = buildRows({ selection: { ...selection, primes: 4 }, run: measured, loaded: [other] });
    expect(row(rows, "crt").loaded[0]).toMatchObject({ summaries: { decrypt: { time: 4 } } });
    expect(row(rows, "crt").loaded[0]?.difference).toBeUndefined();
    expect(loadedFigure(rows, "crt/scalar", "decrypt")?.value).toBeCloseTo(4);
    expect(row(rows, "multi-prime").loaded[0]?.difference).toBe("r 3");
  });

  it("show the same factors of a run that is loaded as of the page's own, though its speed wanders", () => {
    const wandering = runWith({ original: { encrypt: 0.1, decrypt: 8 }, crt: { encrypt: 0.11, decrypt: 2 } });
    for (const { samples, subject } of wandering.measurements) {
      const isCrt = subject.kind === "variant" && subject.variant === "crt";
      for (const [round, sample] of samples.entries())
        samples[round] = sample * (round + 1) * (isCrt && round > 3 ? 2 : 1);
    }
    const rows = buildRows({ selection, run: wandering, loaded: [wandering] });
    for (const operation of ["encrypt", "decrypt"] as const)
      expect(loadedFigure(rows, "crt/scalar", operation)).toEqual(row(rows, "crt").comparisons[operation].measured);
  });

  it("are compared on the first engine that was measured, not on one that does not run here", () => {
    const run = runWith({ original: { encrypt: 0.1, decrypt: 8 }, crt: { encrypt: 0.1, decrypt: 2 } });
    const [environment, samples] = [run.environment, run.measurements[1]?.samples ?? []];
    if (environment === undefined) return expect.fail("no environment");
    run.environment = { ...environment, engines: ["lanes", "scalar"] };
    const bigint = { subject: { kind: "reference", reference: "bigint" } as const, modulusLength: 1024 };
    run.subjects.push(bigint);
    const half = samples.map((sample) => sample / 2);
    run.measurements.push({ ...bigint, operation: "decrypt", samples: half, repetitions: 1 });
    const engines = ["lanes", "scalar"] as const;
    const rows = buildRows({ selection: { ...selection, engines }, available: ["scalar"], run, loaded: [run] });
    const reference = rows.find(({ id }) => id === "bigint");
    expect(reference?.comparisons.decrypt.measured?.value).toBeCloseTo(2);
    expect(loadedFigure(rows, "bigint", "decrypt")?.value).toBeCloseTo(2);
    const good = { verdict: "good" } as Row["assessment"] & object;
    const answer = answerOf(
      rows.map((each) => ({ ...each, assessment: good })),
      "decrypt",
    );
    if (typeof answer === "string") return expect.fail(answer);
    expect(answer.overPlain?.value).toBeCloseTo(4);
    expect(answer.price).toBe(1);
  });

  it("carry refusals and failures", () => {
    const check = () => {
      throw new Error("too short");
    };
    expect(row(buildRows({ selection, check }), "crt")).toMatchObject({ message: "too short", messageKind: "refused" });
    const engines = { ...selection, engines: ["lanes"] as const };
    const [first] = buildRows({ selection: engines, available: ["scalar"] });
    expect(first).toMatchObject({ messageKind: "unavailable" });
  });
});

describe("a run", () => {
  it("counts for the build that it measured", () => {
    expect(ofBuild(measured, "baseline")).toBe(measured);
    expect(ofBuild(measured, "relaxed-simd")).toBeUndefined();
    // Before the library is loaded, or the run has reported, nothing speaks against it.
    expect(ofBuild(measured, undefined)).toBe(measured);
    expect(ofBuild(emptyRun(""), "baseline")).toBeDefined();
  });
});

describe("the answer", () => {
  const variants = ["original", "crt", "multi-prime", "scheme-b", "batch"] as const;
  const modulusLength = 2048;
  const run = runWith(
    {
      original: { encrypt: 0.1, decrypt: 8 },
      crt: { encrypt: 0.1, decrypt: 2 },
      "multi-prime": { encrypt: 0.1, decrypt: 1 },
      "scheme-b": { encrypt: 3, decrypt: 0.2 },
      batch: { encrypt: 0.02, decrypt: 0.5 },
    },
    modulusLength,
  );
  for (const report of run.subjects) Object.assign(report.params as object, { crtExponentLength: 198, batchSize: 4 });
  const rowsOf = (run?: Run) =>
    buildRows({ selection: { ...selection, modulusLength, variants }, assess, ...(run === undefined ? {} : { run }) });
  const rows = rowsOf(run);

  it("is the fastest safe variant for any message, with its price", () => {
    const answer = answerOf(rows, "decrypt");
    if (typeof answer === "string") return expect.fail(answer);
    expect([answer.fastest.id, answer.ties]).toEqual(["multi-prime/scalar", []]);
    expect(answer.overPlain?.value).toBeCloseTo(8);
    expect(answer.price).toBeCloseTo(1);
    expect(answer.both).toBeUndefined();
    expect(answer.special.map(({ id }) => id)).toEqual(["batch/scalar"]);
    expect(rows.filter(({ fastest }) => fastest.has("decrypt")).map(({ id }) => id)).toEqual(["multi-prime/scalar"]);
  });

  it("names one, and beside it all that cannot be told apart from it, each with its own speed", () => {
    const answer = answerOf(rows, "encrypt");
    if (typeof answer === "string") return expect.fail(answer);
    // The one that decrypts fastest, for that is what sets them apart: its encryption takes longest here.
    expect(answer.fastest.id).toBe("multi-prime/scalar");
    expect(answer.ties.map(({ row: { id }, overPlain }) => [id, overPlain?.value])).toEqual([
      ["crt/scalar", 1],
      ["original/scalar", 1],
    ]);
    expect(answer.price).toBeCloseTo(1 / 8);
    expect(answer.both).toBeUndefined();
  });

  it("gives a variant that may be as fast its own speed", () => {
    const close = runWith(
      { original: { decrypt: 8 }, crt: { decrypt: 1.01 }, "multi-prime": { decrypt: 1 } },
      modulusLength,
    );
    const answer = answerOf(rowsOf(close), "decrypt");
    if (typeof answer === "string") return expect.fail(answer);
    expect([answer.fastest.id, answer.overPlain?.value]).toEqual(["multi-prime/scalar", 8]);
    expect(answer.ties.map(({ row: { id } }) => id)).toEqual(["crt/scalar"]);
    expect(answer.ties[0]?.overPlain?.value).toBeCloseTo(8 / 1.01);
  });

  it("is none where a variant that seems much slower may be as fast", () => {
    const noisy = runWith(
      { original: { decrypt: 8 }, crt: { decrypt: 2 }, "multi-prime": { decrypt: 1 } },
      modulusLength,
    );
    for (const { samples } of noisy.measurements) {
      for (const [round, sample] of samples.entries())
        samples[round] = sample * ([0.3, 1.2, 3, 1.1, 2.4, 2, 5][round % 7] ?? 1);
    }
    expect(answerOf(rowsOf(noisy), "decrypt")).toBe("too-noisy");
  });

  it("tells two variants apart, however much the machine's speed wanders meanwhile", () => {
    const wandering = runWith(
      { original: { decrypt: 8 }, crt: { decrypt: 2 }, "multi-prime": { decrypt: 1.9 } },
      modulusLength,
    );
    for (const { samples } of wandering.measurements) {
      samples.push(...samples, ...samples, ...samples);
      // Half of the rounds on a machine at half of its speed: the intervals of the medians would overlap by far.
      for (const [round, sample] of samples.entries()) samples[round] = round % 2 === 0 ? 2 * sample : sample;
    }
    const answer = answerOf(rowsOf(wandering), "decrypt");
    if (typeof answer === "string") return expect.fail(answer);
    expect([answer.fastest.id, answer.ties]).toEqual(["multi-prime/scalar", []]);
    expect(isMachineBusy(rowsOf(wandering))).toBe(true);
    expect(isMachineBusy(rows)).toBe(false);
  });

  it("concludes nothing from fewer samples than an interval takes", () => {
    const few = runWith(
      {
        original: { keygen: 50, decrypt: 8 },
        crt: { keygen: 50, decrypt: 2 },
        "multi-prime": { keygen: 10, decrypt: 1 },
      },
      modulusLength,
    );
    for (const { samples } of few.measurements) samples.length = 2;
    expect(answerOf(rowsOf(few), "keygen")).toBe("too-few");
    expect(answerOf(rowsOf(few), "decrypt")).toBe("too-few");
    expect(rowsOf(few).filter(({ fastest }) => fastest.has("decrypt"))).toHaveLength(3);
  });

  it("is missing before anything is measured", () => {
    expect(answerOf(rowsOf(), "decrypt")).toBe("not-measured");
  });
});

describe("theory and published figures", () => {
  const rPrime = { variant: "r-prime", modulusLength: 2048, primes: 3, crtExponentLength: 160 } as const;

  it("join by parameters", () => {
    expect(theoreticalSpeedUp("decrypt", rPrime, 65537n)).toBeCloseTo(38.4);
    expect(theoreticalSpeedUp("keygen", rPrime, 65537n)).toBeUndefined();
    expect(publishedSpeedUps("decrypt", rPrime)).toMatchObject([{ source: "paixao-2005", value: 27.2 }]);
    const [multiPrime] = publishedSpeedUps("decrypt", { variant: "multi-prime", modulusLength: 2048, primes: 3 });
    expect(multiPrime?.value).toBeCloseTo(1.97 * 3.47);
    const batch = { variant: "batch", modulusLength: 2048, primes: 2, batchSize: 4 } as const;
    const [two] = publishedSpeedUps("decrypt", batch);
    expect(two).toMatchObject({ value: 3.42 * 3.47 });
    expect(two).not.toHaveProperty("difference");
    expect(publishedSpeedUps("decrypt", { ...batch, primes: 3 })).toMatchObject([{ difference: "r 2" }]);
    expect(theoreticalSpeedUp("decrypt", { ...batch, primes: 3 }, 65537n)).toBe(36);
  });

  it("give the nearest length with a mark where none fits", () => {
    const far = publishedSpeedUps("decrypt", { ...rPrime, modulusLength: 4096, crtExponentLength: 200 });
    expect(far).toMatchObject([{ value: 27.2, difference: "n 2048, w 160" }]);
  });

  it("count from CRT as well", () => {
    expect(theoreticalSpeedUp("decrypt", rPrime, 65537n, "crt")).toBeCloseTo(9.6);
    // Paixão and Gazzoni Filho print it over CRT, Hansen and others over plain RSA.
    expect(publishedSpeedUps("decrypt", rPrime, "crt")).toMatchObject([{ source: "paixao-2005", value: 7.83 }]);
    const small = { ...rPrime, modulusLength: 1024 };
    const values = publishedSpeedUps("decrypt", small, "crt").map(({ source, value }) => [source, value.toFixed(2)]);
    expect(values).toContainEqual(["hansen-2009", (13.9 / 3.8).toFixed(2)]);
    expect(values).toContainEqual(["paixao-2005", "3.88"]);
    expect(publishedSpeedUps("decrypt", { variant: "crt", modulusLength: 1024 }, "crt")).toEqual([]);
    const plain = publishedSpeedUps("decrypt", { variant: "original", modulusLength: 1024 }, "crt");
    expect(plain.map(({ value }) => value.toFixed(3))).toContain((1 / 3.8).toFixed(3));
    expect(speedupFormula("rebalanced", "crt")).toBe("n/(2w)");
    expect(speedupFormula("original", "crt")).toBe("1/4");
    expect(speedupFormula("multi-prime", "crt")).toBe("r²/4");
    expect(speedupFormula("crt", "crt")).toBe("1");
  });

  it("give times for one operation, and how encryption is counted", () => {
    const [hansen] = publishedTimes("decrypt", { ...rPrime, modulusLength: 1024 });
    expect(hansen).toMatchObject({ source: "hansen-2009", value: 151 });
    const biswas = publishedTimes("decrypt", { variant: "original", modulusLength: 1024 });
    expect(Math.max(...biswas.map(({ value }) => value))).toBeLessThan(2099); // not of a whole file
    expect(formulaOf("encrypt", { variant: "rebalanced", modulusLength: 2048 }, 65537n)).toBe("17/3071");
    expect(formulaOf("encrypt", { variant: "crt", modulusLength: 2048, publicExponent: 65537n }, 65537n)).toBe("1");
    expect(formulaOf("keygen", rPrime, 65537n)).toBe("");
  });

  it("derive encryption from printed times", () => {
    const [figure] = publishedSpeedUps("encrypt", { variant: "scheme-a", modulusLength: 1024, crtExponentLength: 160 });
    expect(figure?.value).toBeCloseTo(34.2 / 31.2);
  });
});

describe("a unit", () => {
  const rows = buildRows({ selection, run: measured });
  const view = { ...selection, publicExponent: 65537n };
  const multiPrime = () => row(rows, "multi-prime");

  it("counts from plain RSA or CRT, with theory and papers in the same unit", () => {
    const plain = scaleRow(multiPrime(), rows, { ...view, unit: "plain" });
    expect([plain.measured?.value, plain.theory]).toEqual([expect.closeTo(8), 9]);
    const crt = scaleRow(multiPrime(), rows, { ...view, unit: "crt" });
    expect([crt.measured?.value, crt.theory]).toEqual([expect.closeTo(2), 2.25]);
    expect(crt.published).toContainEqual(expect.objectContaining({ source: "paixao-2005", value: 1.89 }));
  });

  it("of milliseconds has theory from the measured time of plain RSA", () => {
    const { measured: time, theory } = scaleRow(multiPrime(), rows, { ...view, unit: "ms" });
    expect([time?.value, theory]).toEqual([1, expect.closeTo(8 / 9)]);
  });

  it("shows guards only beside the browser's RSA and in milliseconds, and only of decryption", () => {
    const guarded = { ...view, guarded: true };
    expect(isGuarded({ ...guarded, unit: "plain" })).toBe(false);
    expect(isGuarded({ ...guarded, unit: "browser" })).toBe(true);
    expect(isGuarded({ ...guarded, unit: "ms", compared: "encrypt" })).toBe(false);
    // What was not measured is not shown as if it had been.
    expect(scaleFigure(multiPrime(), rows, { ...guarded, unit: "ms" })).toBeUndefined();
  });

  it("has ranges in the direction of its figures", () => {
    expect(formatSpeedRange({ value: 1 / 45.6, low: 0.0212, high: 0.0229 })).toBe("43.7–47.2");
    expect(formatSpeedRange({ value: 11.7, low: 11.5, high: 11.9 })).toBe("11.5–11.9");
  });
});

describe("files", () => {
  it("bring a run back with every sample", () => {
    expect(readRunFile(writeRunFile(measured))).toEqual(measured);
  });

  it("have batch keys of two primes where they do not name the count, as before it could be chosen", () => {
    const run = runWith({ batch: { decrypt: 1 } });
    const params = run.subjects[0]?.params as { primes?: number };
    params.primes = 3;
    expect(readRunFile(writeRunFile(run)).subjects[0]?.params).toMatchObject({ variant: "batch", primes: 3 });
    delete params.primes;
    expect(readRunFile(writeRunFile(run)).subjects[0]?.params).toMatchObject({ variant: "batch", primes: 2 });
  });

  it("come back from a link with the first rounds, and the length that it is about", async () => {
    const long = runWith({ original: { decrypt: 8.1234 }, crt: { decrypt: 2 } });
    for (const { samples } of long.measurements) samples.push(...samples, ...samples);
    const other = runWith({ crt: { decrypt: 9 } }, 2048);
    long.measurements.push(...other.measurements);
    const link = await writeRunLink(long, 1024);
    expect(link.length).toBeLessThan(1500);
    const text = linkedRun(link);
    if (text === undefined) return expect.fail("no run in the link");
    const read = await readRunLink(text);
    expect(read.measurements.map(({ modulusLength, samples }) => [modulusLength, samples.length])).toEqual([
      [1024, 12],
      [1024, 12],
    ]);
    expect(read.measurements.map(({ samples }) => samples)).toEqual(
      long.measurements.slice(0, 2).map(({ samples }) => samples.slice(0, 12)),
    );
    expect(read.environment).toEqual(long.environment);
    expect(linkedRun("#compare")).toBeUndefined();
    await expect(readRunLink("A".repeat(100_001))).rejects.toThrow("longer than any link");
  });

  it("are not read from a link that is damaged, or that decompresses into far more than a run", async () => {
    const bomb = deflateRawSync(`{${" ".repeat(70_000_000)}}`).toString("base64url");
    expect(bomb.length).toBeLessThan(100_000);
    for (const text of ["AAAA", "!", bomb]) {
      await expect(readRunLink(text)).rejects.toThrow("the link is damaged or incomplete");
    }
  });

  it.each([
    ["not JSON", "{", "not JSON"],
    ["another format", '{"format":"x","version":1}', "not a run of this page"],
    ["a newer version", '{"format":"rsa-variants run","version":2}', "version 2"],
    ["a list", "[]", "not an object"],
  ])("are refused when they hold %s", (_name, text, message) => {
    expect(() => readRunFile(text)).toThrow(message);
  });

  it("are refused with samples that are no times", () => {
    const broken = writeRunFile(measured).replace(/"samples":\s*\[\s*[\d.]+/, '"samples": ["fast"');
    expect(() => readRunFile(broken)).toThrow("samples must be a number");
    const script = writeRunFile(measured).replace('"variant": "crt"', '"variant": "<script>"');
    expect(() => readRunFile(script)).toThrow("unknown");
  });
});

describe("exports", () => {
  const rows = buildRows({ selection, run: measured });

  it("write a CSV line for each row and operation, numbers in full", () => {
    const [head, ...lines] = toCsv(rows, 1024).trimEnd().split("\r\n") as [string, ...string[]];
    expect(lines).toHaveLength(rows.length * 3);
    const columns = head.split(",");
    const crt = lines.find((line) => line.startsWith("crt,") && line.includes(",decrypt,")) ?? "";
    const fields = [...crt.matchAll(/("(?:[^"]|"")*"|[^,]*)(?:,|$)/g)]
      .map(([, field]) => field)
      .slice(0, columns.length);
    const value = (column: string) => fields[columns.indexOf(column)];
    expect(value("time_ms")).toBe("2");
    expect(value("operations_per_second")).toBe("500");
    expect(value("speedup_over_original")).toBe("4");
    expect(value("samples")).toBe("15");
    expect(value("published_in")).toBe('"Hansen, Larsen, Olsen 2009; Paixão, Gazzoni Filho 2005; IJAFRC 1(10), 2014"');
  });

  it("name the engine of each row where there are several", () => {
    const engines = ["scalar", "num-bigint"] as const;
    const text = toMarkdown(buildRows({ selection: { ...selection, engines, references: [] } }), measured, 1024);
    for (const engine of engines) expect(text).toContain(`| CRT (${engine}) |`);
  });

  it("write Markdown with the machine under the table", () => {
    const text = toMarkdown(rows, measured, 1024);
    const lines = text.split("\n");
    expect(lines[0]).toMatch(/^\| Variant \| Make a key, ms /);
    expect(new Set(lines.slice(0, 2 + rows.length).map((line) => line.split("|").length)).size).toBe(1);
    expect(text).toContain("| CRT |");
    expect(text).toContain("build baseline, engine scalar; timer step 5.0 µs");
    expect(text).toContain("Keys: Original (e 65537), CRT (e 65537), Multi-prime (r 3, e 65537).");
  });
});

describe("the longest message for a short prime", () => {
  it("has fewer bits than the prime", () => {
    const bytes = (primeLength: number) => longestMessage({ variant: "unbalanced", modulusLength: 2048, primeLength });
    expect([511, 512, 513, 640].map(bytes)).toEqual([63, 63, 64, 79]);
    expect(longestMessage({ variant: "crt", modulusLength: 1025 })).toBe(129);
  });
});

describe("numbers", () => {
  it("have three significant digits and no exponent", () => {
    expect(formatNumber(0.0123456)).toBe("0.0123");
    expect(formatNumber(9.996)).toBe("10.0");
    expect(formatNumber(99_960)).toBe("100,000");
    expect(formatNumber(1234)).toBe("1230");
    expect(formatNumber(0)).toBe("0");
    expect(formatNumber(Number.NaN)).toBe("–");
  });

  it("tell the ends of a range apart", () => {
    expect(formatRange(1.001, 1.004)).toBe("1.001–1.004");
    expect(formatRange(1, 2)).toBe("1.00–2.00");
  });

  it("speak of durations as people do", () => {
    expect(formatDuration(0.005)).toBe("5.0 µs");
    expect(formatDuration(12_300)).toBe("12 s");
    expect(formatDuration(200_000)).toBe("3 min 20 s");
  });
});

describe("formulas of the speed-up", () => {
  it("are those of the papers", () => {
    const formulas = variantNames.map((variant) => [variant, speedupFormula(variant)]);
    expect(Object.fromEntries(formulas)).toMatchObject({
      original: "1",
      crt: "4",
      "multi-prime": "r²",
      "multi-power": "r³/2",
      rebalanced: "2n/w",
      "r-prime": "n·r/w",
      "scheme-b": "2n/w",
      batch: "r²·b",
      unbalanced: "n³/|p|³",
    });
  });
});
