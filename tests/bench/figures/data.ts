// What references in documents stand for: figures of the recorded run, of formulas, verdicts and sizes.
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { gunzipSync } from "node:zlib";
import { readSelection } from "@rsa-variants/measure/plan/url";
import { createAssessor } from "@rsa-variants/measure/run/assessor";
import { readRunFile } from "@rsa-variants/measure/run/file";
import { buildRows, guardedRow, type Row } from "@rsa-variants/measure/run/rows";
import { methodId } from "@rsa-variants/measure/tasks/subject";
import { formatNumber } from "@rsa-variants/measure/text/format";
import type { Variant } from "rsa-variants";
import { load } from "rsa-variants/security";
import { theoreticalSpeedup } from "rsa-variants/theory";
import { powerProducts, type Recombination, recombinationProducts } from "./recombination.ts";

export const root = fileURLToPath(new URL("../../..", import.meta.url));
export const security = await load();
/** The run that Compare shows before its first one. */
export const run = readRunFile(await readFile(join(root, "web/page/src/compare/recorded.json"), "utf8"));
const sizes = JSON.parse(await readFile(join(root, "scripts/lib/test/sizes.json"), "utf8")) as Record<string, number>;
/** The run with the papers' parameters. */
export const papers = readRunFile(gunzipSync(await readFile(join(root, "lab/data/papers.json.gz"))).toString());

/** The rows that the page shows of a run, of the recorded one unless another is given. */
export function rowsAt(modulusLength: number, of = run): Row[] {
  const assess = createAssessor(security);
  const { selection } = readSelection(of.selection);
  return buildRows({ selection: { ...selection, modulusLength }, available: of.environment?.engines, assess, run: of });
}

function timeOf(name: string, length: number, operation: "encrypt" | "decrypt", guarded = false): number {
  const row = rowsAt(length).find(({ subject }) => methodId(subject) === name);
  const chosen = row && guarded && row.subject.kind === "variant" ? guardedRow(row) : row;
  return chosen?.summaries[operation]?.time ?? Number.NaN;
}

/** A figure with what it is divided by or measured in, and its unit. */
interface Figure {
  readonly value: number;
  readonly unit: string;
  /** What a ratio divides by, and whether with guards. */
  readonly baseline?: string;
  /** Rounded to an integer, not to two digits. */
  readonly isWhole?: boolean;
}

const bare = "plain RSA, both without guards and padding";

/** The figures that a document can refer to, by the first word of a reference. */
const kinds: Readonly<Record<string, (length: number, name: string, words: string) => Figure>> = {
  /** speedup 2048 crt: decryption. */
  speedup: (length, name) => ({
    value: timeOf("original", length, "decrypt") / timeOf(name, length, "decrypt"),
    unit: "×",
    baseline: bare,
  }),
  /** browser 2048 crt: decryption with guards; the browser's adds the padding. */
  browser: (length, name) => ({
    value: timeOf("webcrypto", length, "decrypt") / timeOf(name, length, "decrypt", true),
    unit: "×",
    baseline: "the browser's RSA-OAEP, both with guards",
  }),
  /** theory 2048 scheme-a: decryption with the default parameters. */
  theory: (length, name) => ({
    value: theoreticalSpeedup({ variant: name as Variant, modulusLength: length }, "original"),
    unit: "×",
    baseline: "plain RSA, in theory",
  }),
  encrypt: (length, name) => ({ value: timeOf(name, length, "encrypt"), unit: "ms" }),
  /** strength 2048 multi-prime primes=4: of the cheapest attack. */
  strength: (modulusLength, name, words) => {
    const others = [...words.matchAll(/(\w+)=(\d+)/g)].map(([, key, value]) => [key, Number(value)]);
    const params = { variant: name as Variant, modulusLength, ...Object.fromEntries(others) };
    return { value: security.assess(params).strength, unit: "bits of work", isWhole: true };
  },
  /** recombination 2048 garner primes=3: products of words. */
  recombination: (length, name, words) => ({
    value: recombinationProducts(length, primesIn(words), name as Recombination),
    unit: "products",
    isWhole: true,
  }),
  /** recombination-share 2048 sum primes=3: of the powers of R-Prime with w 160. */
  "recombination-share": (length, name, words) => {
    const primes = primesIn(words);
    const share = recombinationProducts(length, primes, name as Recombination) / powerProducts(length, primes, 160);
    return { value: share * 100, unit: "%" };
  },
  /** papers 1024 r-prime engine=scalar: decryption with the papers' parameters. */
  papers: (length, name, words) => {
    const engine = /engine=(\w+)/.exec(words)?.[1];
    const isMeant = ({ subject }: Row) =>
      methodId(subject) === name && "engine" in subject && subject.engine === engine;
    const row = rowsAt(length, papers).find(isMeant);
    return {
      value: row?.comparisons.decrypt.measured?.value ?? Number.NaN,
      unit: "×",
      baseline: `${bare}, with ${engine}`,
    };
  },
  /** size rsa-variants-formats.wasm: compressed, as at the last release. */
  size: (_, __, words) => ({ value: (sizes[words] ?? Number.NaN) / 1000, unit: "kB", isWhole: true }),
};

function primesIn(words: string): number {
  return Number(/primes=(\d+)/.exec(words)?.[1]);
}

function figure(reference: string): Figure {
  const [, kind = "", words = ""] = /^([\w-]+) (.*)$/.exec(reference) ?? [];
  const [length, name = ""] = words.split(" ");
  return kinds[kind]?.(Number(length), name, words) ?? { value: Number.NaN, unit: "" };
}

/** Whether the recorded run, or another source, has every figure of a reference. */
const isThere = ({ value }: Figure) => !Number.isNaN(value);

/**
 * What stands at a reference. One that compares, such as `speedup 2048 crt > speedup 2048 original`, keeps its text if that is true.
 * @throws {Error} if there is no such figure, or the comparison is false
 */
export function textOf(reference: string, present: string): string {
  const [first, second] = reference.split(" > ").map(figure) as [Figure, Figure | undefined];
  if (![first, second ?? first].every(isThere)) throw new Error(`${reference}: nothing measures that`);
  if (second === undefined) {
    const number = first.isWhole ? Math.round(first.value).toString() : formatNumber(first.value, 2);
    return `${number} ${first.unit}`;
  }
  if (first.baseline !== second.baseline) throw new Error(`${reference} compares ratios with different baselines`);
  if (first.value <= second.value) throw new Error(`${reference} is false: ${first.value} and ${second.value}`);
  return present;
}

/** What the ratio of a reference divides by; undefined for times and comparisons. */
export function baselineOf(reference: string): string | undefined {
  return reference.includes(" > ") ? undefined : figure(reference).baseline;
}
