import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { defaultSelection, type Selection } from "@rsa-variants/measure/plan/selection";
import { advisedFor, caveatsOf, needs } from "@rsa-variants/measure/run/advice";
import { answerOf } from "@rsa-variants/measure/run/answer";
import { createAssessor } from "@rsa-variants/measure/run/assessor";
import { readRunFile } from "@rsa-variants/measure/run/file";
import { readersOf } from "@rsa-variants/measure/run/readers";
import { buildRows, type Row } from "@rsa-variants/measure/run/rows";
import { enginesOf } from "@rsa-variants/measure/run/run";
import type { Operation } from "@rsa-variants/measure/tasks/protocol";
import { formatNumber } from "@rsa-variants/measure/text/format";
import recordedText from "@rsa-variants/page/compare/recorded.json?raw";
import type { Variant } from "rsa-variants";
import { load } from "rsa-variants/security";
import { describe, expect, it } from "vitest";
import { replaceTables } from "../../../scripts/lib/places.mjs";

const root = fileURLToPath(new URL("../../..", import.meta.url));
const assess = createAssessor(await load());
const run = readRunFile(recordedText);
const lengths = [2048, 3072, 4096] as const;
type Advice = (typeof needs)[number];
/** What the page shows of the recorded run. */
const tables = new Map(lengths.map((modulusLength) => [modulusLength, rowsOf({ modulusLength })]));

function rowsOf(change: Partial<Selection>): readonly Row[] {
  return buildRows({ selection: { ...defaultSelection, ...change }, available: enginesOf(run), run, assess });
}

function rowsAt(modulusLength: (typeof lengths)[number]): readonly Row[] {
  return tables.get(modulusLength) ?? expect.unreachable();
}

function variantOf({ subject }: Row): Variant {
  return subject.kind === "variant" ? subject.variant : expect.unreachable();
}

/** The greatest factor between the times of two variants for which the advice does not decide: another machine may reverse it. */
const nearlyAsFast = 1.05;

/** The variants that a need is advised at a length: the fastest, and those that may be or nearly are as fast. */
function advisedAt(need: Advice, modulusLength: (typeof lengths)[number]): Variant[] {
  const rows = advisedFor(need, rowsAt(modulusLength));
  const speed = (row: Row | undefined, operation: Operation) => row?.comparisons[operation].measured?.value ?? 0;
  const isAsFast = (row: Row) =>
    need.operations.every((each) => row.fastest.has(each) || nearlyAsFast * speed(row, each) >= speed(rows[0], each));
  return rows.filter((row) => row === rows[0] || isAsFast(row)).map(variantOf);
}

/** The variant that is advised at every length. */
function advised(need: Advice): Variant {
  const [first, ...others] = lengths.map((length) => advisedAt(need, length));
  const common = (first ?? []).filter((variant) => others.every((each) => each.includes(variant)));
  expect(common, need.text).toHaveLength(1);
  return common[0] ?? expect.unreachable();
}

function answerAt(
  modulusLength: (typeof lengths)[number],
  operation: Operation = "decrypt",
  rows = rowsAt(modulusLength),
) {
  const answer = answerOf(rows, operation);
  return typeof answer === "string" ? expect.unreachable(answer) : answer;
}

describe("the advice for both directions", () => {
  it.each(lengths)("at %i bits is a variant whose private keys a standard format holds", (length) => {
    const { both } = answerAt(length);
    expect(both && variantOf(both.row)).toBe("multi-prime");
    expect(both && caveatsOf(both.row)).toEqual([]);
  });

  it("names a faster one with what speaks against it", () => {
    expect(answerAt(2048).both?.faster).toBeUndefined(); // weak there
    for (const length of [3072, 4096] as const) {
      const faster = answerAt(length).both?.faster ?? expect.unreachable();
      expect(variantOf(faster)).toBe("multi-power");
      expect(caveatsOf(faster)).toEqual([
        "no standard format holds its private keys",
        "the estimate of its safety is uncertain",
      ]);
    }
  });
});

describe("an answer", () => {
  const shortExponents = ["original", "crt", "multi-prime", "multi-power"] as const;
  const rows = rowsOf({ modulusLength: 4096, variants: shortExponents });

  it("that something speaks against comes with the advice for both directions, too", () => {
    const { fastest, both } = answerAt(4096, "decrypt", rows);
    expect([variantOf(fastest), both && variantOf(both.row)]).toEqual(["multi-power", "multi-prime"]);
    expect(caveatsOf(fastest)).toHaveLength(2);
    expect(both?.faster).toBeUndefined();
  });

  it("for encryption, which is the same computation, is the one advised for both directions", () => {
    const { fastest, ties } = answerAt(4096, "encrypt", rows);
    expect(variantOf(fastest)).toBe("multi-prime");
    expect(ties.map(variantOf)).toContain("multi-power");
  });
});

describe("docs/choosing-a-variant.md", async () => {
  const path = join(root, "docs/choosing-a-variant.md");
  const text = await readFile(path, "utf8");

  it("gives the advice that follows from the recorded run", async () => {
    const table = [
      "| your need | use | decryption | encryption | software for private keys | verdict |",
      "| --- | --- | --: | --: | --- | --- |",
      ...needs.map(lineOf),
    ];
    const written = replaceTables(text, "advice", [{ name: "needs", markdown: table.join("\n") }]);
    await expect(written).toMatchFileSnapshot(path);
  });

  it("explains each advice under the heading that the table links to", () => {
    for (const need of needs) {
      const section = text.split(/^## /m).find((each) => anchorOf(each.split("\n", 1)[0] ?? "") === need.anchor);
      expect(section, need.text).toContain(`\`${advised(need)}\``);
    }
    const { faster } = answerAt(4096).both ?? expect.unreachable();
    const both = text.split(/^## /m).find((section) => section.startsWith("Both directions")) ?? "";
    expect(both.replaceAll(/\s+/g, " ")).toContain(faster && caveatsOf(faster).join(", and "));
  });
});

it("who reads keys agrees with the table in docs/keys-and-formats.md", () => {
  expect(readersOf("crt")).toEqual({ privateKeys: "all software", publicKeys: "all software" });
  expect(readersOf("multi-prime", 3)).toEqual({
    privateKeys: "OpenSSL and Node; browsers refuse them",
    publicKeys: "all software",
  });
  for (const [variant, primes] of [
    ["rebalanced", 2],
    ["tunable", 2],
    ["r-prime", 3],
  ] as const) {
    const { privateKeys, publicKeys } = readersOf(variant, primes);
    expect(publicKeys).toContain("OpenSSL and Node up to 3072 bits");
    expect(privateKeys.includes("Firefox"), variant).toBe(primes === 2);
  }
  expect(readersOf("multi-power", 3).privateKeys).toBe("only this library");
});

it("the package's README advises the same variants in the same order", async () => {
  const text = await readFile(join(root, "docs/npm-package.md"), "utf8");
  const table = /\n\| you need \|.*\n((?:\|.*\n)+)/.exec(text)?.[1] ?? "";
  const named = [...table.matchAll(/^\| [^|]* \| `([a-z-]+)` \|/gm)].map(([, name]) => name);
  expect(named).toEqual(needs.map(advised));
});

function lineOf(need: Advice): string {
  const variant = advised(need);
  const row = rowsAt(2048).find(({ subject }) => subject.kind === "variant" && subject.variant === variant);
  const { resolved, comparisons, assessment } = row ?? expect.unreachable();
  const { primes, crtExponentLength, batchSize, primeLength } = resolved?.params ?? expect.unreachable();
  const details = [
    batchSize === undefined && primes !== undefined ? `r ${primes}` : [],
    crtExponentLength === undefined ? [] : `w ${crtExponentLength}`,
    batchSize === undefined ? [] : `${batchSize} messages`,
    primeLength === undefined ? [] : `p of ${primeLength} bits`,
  ].flat();
  const speed = `${figure(comparisons.decrypt.measured?.value)} ×${batchSize === undefined ? "" : " a message"}`;
  return `| ${[
    need.text,
    [`[\`${variant}\`](#${need.anchor})`, ...details].join(", "),
    speed,
    encryptionText(1 / (comparisons.encrypt.measured?.value ?? Number.NaN)),
    readersOf(variant, batchSize === undefined ? primes : undefined).privateKeys,
    verdictText(variant, assessment?.verdict),
  ].join(" | ")} |`;
}

function figure(value: number | undefined): string {
  return formatNumber(value ?? Number.NaN, 2);
}

function encryptionText(factor: number): string {
  if (Math.abs(factor - 1) < 0.1) return "unchanged";
  return factor < 1 ? `${figure(1 / factor)} × as fast` : `takes ${figure(factor)} × as long`;
}

/** The verdict at 2048 bits, and the length from which on it is better. */
function verdictText(variant: Variant, verdict: string | undefined): string {
  const better = lengths.find((length) => {
    const row = rowsAt(length).find(({ subject }) => subject.kind === "variant" && subject.variant === variant);
    return row?.assessment?.verdict === "good" && verdict !== "good";
  });
  return better === undefined ? `${verdict}` : `${verdict}; good from ${better} bits`;
}

function anchorOf(heading: string): string {
  return heading.toLowerCase().replaceAll(" ", "-");
}
