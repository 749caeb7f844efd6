import {
  allEngines,
  type NumberName,
  numberControls,
  type Selection,
  type Unit,
} from "@rsa-variants/measure/plan/selection";
import type { Row } from "@rsa-variants/measure/run/rows";
import type { ScaledRow } from "@rsa-variants/measure/run/scale";
import type { Operation } from "@rsa-variants/measure/tasks/protocol";
import { isPlainVariant, nameWithEngine } from "@rsa-variants/measure/tasks/subject";
import type { Parameter } from "@rsa-variants/measure/text/params";
import { type Engine, type ParamFacts, paramFacts, type Variant } from "rsa-variants";
import type { FieldText } from "../ui/fields.tsx";
import { variantPages } from "../variants.ts";
import type { CompareState, LibraryState } from "./state.ts";

/** The name of a row, with the engine if several engines are chosen. */
export function nameOf({ subject }: Pick<Row, "subject">, { selection }: Pick<CompareState, "selection">): string {
  return nameWithEngine(subject, selection.engines.length > 1);
}

/** What the labels of the fields for numbers of keys say beyond the facts about the parameters. */
const controlTexts: Readonly<Partial<Record<NumberName, FieldText>>> = {
  modulusLength: { label: "modulus length", hint: "Length of the modulus N, 128 to 8192 bits" },
  primes: { label: "primes", hint: "Number of primes in N, for Multi-prime, Multi-power and R-Prime" },
  multiplicity: { label: "for Multi-power" },
  crtExponentLength: {
    label: "private exponents",
    hint: "Length of each private exponent, for Rebalanced, R-Prime and Scheme A",
  },
  schemeBExponentLength: {
    label: "for Scheme B",
    hint: "Length of Scheme B’s private exponents; its paper uses 198 bits",
  },
  publicExponentLength: {
    letter: "|e|",
    label: "for Tunable",
    unit: "bits",
    hint: "Length of Tunable’s public exponent; its private exponents get the shortest acceptable length",
  },
  batchPrimes: { label: "for Batch", hint: "Number of primes in N for Batch; its paper uses 2" },
  batchSize: { label: "batch size", hint: "Number of messages that Batch decrypts together" },
  primeLength: { label: "for Unbalanced", hint: "Length of Unbalanced’s short prime" },
};

/** The label of the field for a number of keys. */
export function controlText(name: NumberName): FieldText {
  const { about, ...facts }: ParamFacts = paramFacts[numberControls[name].parameter ?? (name as Parameter)];
  return { ...facts, hint: about, ...controlTexts[name] };
}

/** An operation on a button, as a title, and as a verb for a variant. */
export const operationTexts = {
  decrypt: { name: "Decrypt", title: "Decrypt one message", verb: "decrypts" },
  encrypt: { name: "Encrypt", title: "Encrypt one message", verb: "encrypts" },
  keygen: { name: "Make a key", title: "Make a key", verb: "makes keys" },
} as const satisfies Readonly<Record<Operation, unknown>>;

/** A unit on a button, and what a figure in it is. */
export const unitTexts: Readonly<Record<Unit, { readonly name: string; readonly of: string }>> = {
  plain: { name: "× plain RSA", of: "times as fast as plain RSA" },
  crt: { name: "× CRT", of: "times as fast as CRT" },
  browser: { name: "× browser", of: "times as fast as the browser’s own RSA" },
  ms: { name: "ms", of: "milliseconds, shorter is better" },
};

/** What the page says about an engine. */
export const engineTexts: Readonly<Record<Engine, string>> = {
  lanes:
    "two exponentiations at a time, in floating point; no branches on secrets; needs SIMD, and is faster with relaxed SIMD, which newer browsers have",
  scalar: "integer arithmetic; no branches on secrets; runs everywhere",
  "num-bigint": "a plain big-integer library; not constant-time",
};

/** One sentence that says why the fastest engine is not offered, or nothing if it is. */
export function whyNotFastest(library: LibraryState, build: Selection["build"]): string | undefined {
  const [fastest] = allEngines;
  if (library.state !== "ready" || fastest === undefined || library.engines.includes(fastest)) return undefined;
  if (library.build === "relaxed-simd") {
    return `${fastest} does not run here: this processor does not multiply and add in one step.`;
  }
  return build === "auto"
    ? `${fastest} does not run here: this browser or processor lacks SIMD.`
    : `${fastest} is not in the build ${library.build}.`;
}

/** From this difference on, the measured figure counts as different from theory. */
const tolerance = 0.1;

/** A sentence on what theory leaves out, if measured and theoretical speed-up surely differ by more than a tenth: by the whole interval. */
export function whyDifferent(
  variant: Variant,
  operation: Operation,
  { measured, theory }: Pick<ScaledRow, "measured" | "theory">,
): string | undefined {
  if (measured?.kind !== "interval" || theory === undefined || isPlainVariant(variant)) return undefined;
  const isFaster = measured.low > theory * (1 + tolerance);
  if (!isFaster && measured.high >= theory * (1 - tolerance)) return undefined;
  if (operation === "encrypt") return isFaster ? whyEncryptsFaster : whyEncryptsSlower;
  return isFaster ? whyDecryptsFaster : variantPages[variant].whySlower;
}

const whyDecryptsFaster =
  "Faster than theory, which counts bits: short numbers also fit better into the processor's registers and caches.";
const whyEncryptsFaster =
  "Encryption is slowed down less than in theory, which counts 1.5 multiplications for each bit of e: a table of powers saves a fifth of them, and with e = 65537 preparing the numbers takes part of the time.";
const whyEncryptsSlower =
  "Encryption gains less than in theory: with so few multiplications, preparing the numbers takes a large part of the time.";

/** What the page says about where figures come from: above their column, in a sentence, of their browser, and first of all. */
export const originTexts = {
  here: { column: "here", where: "on this machine", browser: "this browser’s RSA", origin: "" },
  recorded: {
    column: "recorded",
    where: "recorded on another machine",
    browser: "that browser’s RSA",
    origin: "Recorded on another machine",
  },
  link: { column: "shared", where: "in a shared run", browser: "that browser’s RSA", origin: "Shared run" },
  kept: { column: "earlier", where: "in an earlier run", browser: "that browser’s RSA", origin: "Earlier run" },
  file: { column: "opened", where: "in an opened file", browser: "that browser’s RSA", origin: "Opened file" },
} as const;

/** The browsers that the page names, each with the pattern of its version in the user agent; the first match counts. */
const browsers = [
  ["Edge", /\bEdg\/(\d+)/],
  ["Firefox", /\bFirefox\/(\d+)/],
  ["Chromium", /\bHeadlessChrome\/(\d+)/],
  ["Chrome", /\bChrome\/(\d+)/],
  ["WebKitGTK", /\bLinux\b.*\bVersion\/(\d+).*\bSafari\//],
  ["Safari", /\bVersion\/(\d+).*\bSafari\//],
] as const;

/** A browser's name and version from its user agent: "Firefox 155". */
export function browserName(userAgent: string): string {
  for (const [name, pattern] of browsers) {
    const version = pattern.exec(userAgent)?.[1];
    if (version !== undefined) return `${name} ${version}`;
  }
  return "another browser";
}
