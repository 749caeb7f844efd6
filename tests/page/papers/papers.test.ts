import { emptyRun } from "@rsa-variants/measure/run/run";
import { papers } from "@rsa-variants/page/papers/all.ts";
import { matches } from "@rsa-variants/page/papers/bibliography.tsx";
import { claimTable, decrypt, type Paper } from "@rsa-variants/page/papers/paper.ts";
import { numberCorrections } from "@rsa-variants/page/papers/paper-view.tsx";
import { publications } from "@rsa-variants/page/papers/publications.ts";
import { fill } from "@rsa-variants/page/papers/table.tsx";
import { hereTime, requestOf, tablesOf, withKeysOf } from "@rsa-variants/page/papers/times.ts";
import { corrections, published, type SourceId, sources } from "rsa-variants/theory";
import { describe, expect, it } from "vitest";

const paperOf = (id: SourceId) => papers.find((each) => each.id === id) as Paper;

function filled(id: SourceId, table: string) {
  const paper = paperOf(id);
  const found = tablesOf(paper).find((each) => each.id === table);
  if (found === undefined) throw new Error(`${id} has no table ${table}`);
  return fill(paper, found, {});
}

const printed = (id: SourceId, table: string) =>
  filled(id, table).rows.map((row) => row.printed.map(({ text }) => text).join(" | "));

const theory = (id: SourceId, table: string) =>
  filled(id, table).rows.map(({ added }) =>
    added
      .filter(({ kind }) => kind === "theory")
      .map(({ text }) => text.replace(/\s/g, " "))
      .join(" | "),
  );

describe("the tables", () => {
  // One of each kind: formulas, figures with a comma, and cells without any.
  it.each<[SourceId, string, string[]]>([
    [
      "hansen-2009",
      "ii-f",
      [
        "Original | O(n^3) | 1.0 | 1.0",
        "CRT | 2 · O((n/2)^3) | 4.0 | 4.0",
        "Multi-Prime | r · O((n/r)^3) | r^2 | 9.0",
        "Multi-Power | 2 · O((n/r)^3) | r^2/2 | 13.5",
        "Rebalanced | 2 · O(w(n/2)^2) | 2n/w | 12.8",
        "R-Prime | r · O(w(n/r)^2) | nr/w | 19.2",
      ],
    ],
    [
      "paixao-2005",
      "table-1",
      [
        "Batch = b | b | b | b",
        "Mprime = k^2/4 | 2,25 | 2,25 | 2,25",
        "Mpower = k^3/8 | 3,37 | 3,37 | 3,37",
        "Rebalanced = (log N)/2s | 2,40 | 3,20 | 6,40",
        "Rprime = (log N)k/4s | 3,60 | 4,80 | 9,60",
      ],
    ],
    [
      "ijafrc-2014",
      "table-1",
      [
        "128 | En-Time | 0 ms | 0 ms | 0 ms | _ | _",
        " | De-time | 0 ms | 0 ms | 0 ms | _ | _",
        "256 | En-Time | 0 ms | 3.75 ms | 34 ms | _ | _",
        " | De-time | 31 ms | 3.75 ms | 13 ms | _ | _",
        "512 | En-Time | 0 ms | 3 ms | 37.6 ms | _ | _",
        " | De-time | 18.8 ms | 6.2 ms | 5.2 ms | _ | _",
        "1024 | En-Time | 34.2 ms | 37.8 ms | 137.4 ms | 31.2 ms | 84.6 ms",
        " | De-time | 138.2 ms | 37.4 ms | 19 ms | 40.4 ms | 37.4 ms",
        "2048 | En-Time | 225 ms | 281.4 ms | 649.8 ms | _ | _",
        " | De-time | 672 ms | 227.8 ms | 31 ms | _ | _",
      ],
    ],
  ])("%s, %s, is as printed", (id, table, rows) => {
    expect(printed(id, table)).toEqual(rows);
  });

  it("have the theory of exactly their parameters, which is the printed one where a paper prints it", () => {
    expect(theory("hansen-2009", "ii-f")).toEqual(["1.00 ×", "4.00 ×", "9.00 ×", "13.5 ×", "12.8 ×", "19.2 ×"]);
    expect(theory("hansen-2009", "iv")[1]).toBe("525 ms | 4.00 ×");
    expect(theory("paixao-2005", "table-1")).toEqual([
      "4.00 × | 4.00 × | 4.00 ×",
      "2.25 × | 2.25 × | 2.25 ×",
      "3.38 × | 3.38 × | 3.38 ×",
      "2.40 × | 3.20 × | 6.40 ×",
      "3.60 × | 4.80 × | 9.60 ×",
    ]);
    // 10,000 powers in place of 100, and a power at 1024 bits in place of 512.
    expect(theory("biswas-2003", "6-1")[0]).toBe("7890 ms | 337 s");
    expect(theory("biswas-2003", "6-2")[2]).toBe("109 ms | 3610 ms");
  });

  it("leave out no published figure", () => {
    for (const { id } of papers) {
      const shown = tablesOf(paperOf(id)).flatMap(({ rows }) => rows.flat());
      const texts = new Set(shown.map((cell) => (typeof cell === "string" ? cell : cell.text)));
      for (const { value, source } of published) {
        if (source !== id) continue;
        const forms = [`${value}`, `${value} ms`, value.toFixed(1), value.toFixed(2).replace(".", ",")];
        const has = [...forms, (value / 1000).toFixed(6)].some((form) => texts.has(form));
        // Batch is printed as "b", and 27.2 is the product of two others.
        expect(has || value === 27.2 || (id === "paixao-2005" && value === 4), `${id} ${value}`).toBe(true);
      }
    }
  });
});

describe("the claims", () => {
  it("follow from the papers' own figures, rounded as printed, but for those of Paixão's text that count a factor as a gain", () => {
    const contradicted = papers.flatMap((paper) =>
      claimTable(paper)
        .rows.filter((row) => /^≠/.test(`${row[2]}`))
        .map((row) => (typeof row[1] === "object" ? row[1].text : row[1])),
    );
    expect(contradicted).toEqual(["783 %", "2720 %", "30 %"]);
  });

  it("of Hansen, Larsen and Olsen are their column Actual, which follows from their times", () => {
    for (const row of filled("hansen-2009", "iv").rows) {
      const [, , time, actual] = row.printed.map(({ text }) => Number(text));
      expect((2098 / (time as number)).toFixed(1)).toBe(actual?.toFixed(1));
    }
  });
});

it("the corrections are all there, each with one number, and cells name only those of their paper", () => {
  for (const paper of papers) {
    const own = corrections.filter((each) => each.papers.includes(paper.id));
    const { numbered, tables } = numberCorrections(paper);
    expect(numbered).toHaveLength(own.length);
    expect(new Set(numbered)).toEqual(new Set(own));
    const places = tables.flatMap(({ table }) =>
      table.rows.flat().flatMap((cell) => (typeof cell === "object" && cell.note ? [cell.note] : [])),
    );
    expect(places.filter((place) => !own.some((each) => each.place === place))).toEqual([]);
  }
  expect(papers.map(({ id }) => id).sort()).toEqual(Object.keys(sources).sort());
});

describe("what is measured", () => {
  it("is exactly the keys of a paper, all lengths in one run", () => {
    const { lengths, guards, references } = requestOf(paperOf("paixao-2005"));
    expect([guards, references]).toEqual(["none", []]);
    expect(lengths.map(({ modulusLength }) => modulusLength)).toEqual([768, 1024, 2048]);
    expect(lengths[2]?.keys.map(({ params }) => params)).toEqual(
      expect.arrayContaining([
        expect.objectContaining({ variant: "original" }),
        expect.objectContaining({ variant: "crt" }),
        expect.objectContaining({ variant: "batch", primes: 2, batchSize: 4 }),
        expect.objectContaining({ variant: "r-prime", primes: 3, crtExponentLength: 160 }),
      ]),
    );
    const schemes = requestOf(paperOf("ijafrc-2014")).lengths;
    const keysAt = (n: number) => schemes.find(({ modulusLength }) => modulusLength === n)?.keys ?? [];
    expect(keysAt(1024)).toContainEqual({
      params: expect.objectContaining({ variant: "scheme-a", crtExponentLength: 160 }),
      source: "sample",
    });
    expect(keysAt(256).map(({ params }) => params.crtExponentLength)).toContain(80);
    expect(keysAt(2048)).toHaveLength(3);
  });

  it("fills the columns of this machine", () => {
    const run = emptyRun("");
    const report = (variant: "original" | "crt", time: number) => {
      const subject = { kind: "variant", variant, engine: "scalar" } as const;
      run.subjects.push({ subject, modulusLength: 1024 });
      const samples = Array.from({ length: 20 }, () => time);
      run.measurements.push({ subject, modulusLength: 1024, operation: "decrypt", samples, repetitions: 1 });
    };
    report("original", 2);
    report("crt", 0.5);
    expect(hereTime({ run }, decrypt("crt", 1024))).toBe(0.5);
    expect(hereTime({ run }, decrypt("crt", 2048))).toBeUndefined();
    const paper = paperOf("hansen-2009");
    const [table] = paper.tables;
    const here = fill(paper, table as never, { run }).rows[1]?.added.filter(({ kind }) => kind === "here");
    expect(here?.map(({ text }) => text.replace(/\s/g, " "))).toEqual(["–", "500 µs", "4.00 ×"]);
  });
});

it("the runs of others count where their keys are those of the paper", () => {
  const subject = { kind: "variant", variant: "r-prime", engine: "scalar" } as const;
  const runWith = (crtExponentLength: number, time: number) => {
    const params = { variant: "r-prime", modulusLength: 1024, primes: 3, crtExponentLength } as const;
    const measured = { subject, modulusLength: 1024, operation: "decrypt", repetitions: 1 } as const;
    const run = emptyRun("");
    run.subjects.push({ subject, modulusLength: 1024, params });
    run.measurements.push({ ...measured, samples: Array.from({ length: 20 }, () => time) });
    return run;
  };
  const paper = paperOf("hansen-2009");
  const others = [runWith(160, 2), runWith(224, 3), runWith(160, 4), runWith(160, 8)].map((run) =>
    withKeysOf(paper, run),
  );
  const row = fill(paper, paper.tables[0] as never, {}, others).rows.at(-1);
  const added = row?.added.filter(({ kind }) => kind === "others");
  expect(added?.map(({ values }) => values)).toEqual([[], [2, 4, 8], []]);
  expect(added?.[1]?.text).toBe("4.00\u00a0ms");
});

it("the filter of the bibliography finds all words in any text, without accents", () => {
  const found = (words: string) => publications.filter((each) => matches(each, words)).map(({ id }) => id);
  expect(found("paixao")).toContain("paixao-gazzoni-filho-2005");
  expect(found("takagi 1998")).toEqual(["takagi-1998"]);
  expect(found("")).toHaveLength(publications.length);
  expect(found("nothing like this")).toEqual([]);
});
