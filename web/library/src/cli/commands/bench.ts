import { load } from "../../load.js";
import type { KeyParams } from "../../params.js";
import type { PrivateKey } from "../../private-key.js";
import type { Rsa } from "../../rsa.js";
import { type Engine, type Variant, variants } from "../../variants.js";
import { type Command, type Context, print } from "../context.js";
import { UsageError } from "../failure.js";
import { ProgressLine } from "../progress.js";

/** One line of the table. */
interface Row {
  readonly variant: Variant;
  readonly engine: Engine;
  /** Milliseconds of a private operation: the median. */
  readonly median: number;
  readonly samples: number;
  /** How many times as fast as the first variant, on the same engine. */
  readonly speedup: number;
}

/** What is timed: one private operation of a key with an engine. */
interface Candidate {
  readonly variant: Variant;
  readonly engine: Engine;
  readonly operation: () => void;
  readonly times: number[];
}

/** All but scheme-a, whose keys take minutes. */
const defaultVariants = variants.filter((variant) => variant !== "scheme-a");

export const bench: Command = {
  name: "bench",
  summary: "time the private operation of the variants",
  flags: {
    "modulus-length": { short: "n", value: "BITS", text: "n; default 2048" },
    variants: { short: "v", value: "NAMES", text: "separated by commas; default all but scheme-a" },
    engines: { value: "NAMES", text: "separated by commas; default the fastest that runs here" },
    seconds: { short: "s", value: "COUNT", text: "how long a line is timed, 1 to 600; default 1" },
    json: { text: "as JSON, with every time" },
  },
  notes: [
    "One operation of each line in turn, round after round, so that what slows the machine slows all alike. Times are medians",
    "of guarded operations (blinding and check); batch answers one ciphertext. Other programs that run make them longer.",
  ],
  async run(given, context) {
    const modulusLength = given.whole("modulus-length") ?? 2048;
    const seconds = given.whole("seconds") ?? 1;
    if (seconds < 1 || seconds > 600) throw new UsageError(`--seconds must be from 1 to 600, got ${seconds}`);
    const chosen = given.choices("variants", variants) ?? defaultVariants;
    const rsa = await load(); // on this thread, so that no message to a worker is timed
    const engines = given.choices("engines", rsa.engines) ?? rsa.engines.slice(0, 1);
    const keys = new Map<Variant, PrivateKey>();
    const all: KeyParams[] = chosen.map((variant) => rsa.checkParams({ variant, modulusLength }));
    const line = new ProgressLine(context);
    for (const params of all) {
      line.show(() => `making a key of ${params.variant}`);
      keys.set(params.variant, await makeKey(rsa, params, context));
    }
    const candidates = [...keys].flatMap(([variant, key]) => engines.map((engine) => candidate(variant, engine, key)));
    await timeInTurn(candidates, seconds, line, context);
    line.clear();
    const rows = candidates.map((each) => toRow(each, candidates));
    const { build } = rsa;
    const json = () => ({
      modulusLength,
      build,
      rows: rows.map((row, i) => ({ ...row, times: candidates[i]?.times })),
    });
    const text = given.has("json") ? `${JSON.stringify(json(), undefined, 2)}\n` : table(rows, modulusLength, build);
    await print(context.stdout, text);
    for (const key of keys.values()) key.free();
  },
};

/** In a worker, where it can be interrupted. */
async function makeKey(rsa: Rsa, params: KeyParams, context: Context): Promise<PrivateKey> {
  const made = await (await context.rsa()).generateKey(params, { allowBroken: true, signal: context.signal });
  return rsa.restoreKey(made.params, await made.components());
}

function candidate(variant: Variant, engine: Engine, key: PrivateKey): Candidate {
  const block = key.publicKey.encryptRaw(
    crypto.getRandomValues(
      new Uint8Array(Math.floor((key.publicKey.messageLength ?? key.params.modulusLength) / 8) - 1),
    ),
  );
  return { variant, engine, operation: () => key.decryptRaw(block, { engine }), times: [] };
}

/** Round after round, until each has had its share of the time; the first round warms up and does not count. */
async function timeInTurn(candidates: readonly Candidate[], seconds: number, line: ProgressLine, context: Context) {
  for (const { operation } of candidates) operation();
  const end = performance.now() + 1000 * seconds * candidates.length;
  let now = performance.now();
  for (let round = 1; now < end || round <= 3; round++) {
    for (const { operation, times } of candidates) {
      const start = performance.now();
      operation();
      now = performance.now();
      times.push(now - start);
    }
    line.show(() => `round ${round}, ${Math.ceil(Math.max(0, end - now) / 1000)} s left`);
    await new Promise((resolve) => setImmediate(resolve)); // signals are heard here
    context.signal.throwIfAborted();
  }
}

function toRow({ variant, engine, times }: Candidate, all: readonly Candidate[]): Row {
  const median = medianOf(times);
  const first = all.find((each) => each.engine === engine);
  return { variant, engine, median, samples: times.length, speedup: medianOf(first?.times ?? times) / median };
}

function medianOf(times: readonly number[]): number {
  const sorted = [...times].sort((a, b) => a - b);
  const middle = Math.floor(sorted.length / 2);
  const [below = 0, above = 0] = [sorted[Math.ceil(sorted.length / 2) - 1], sorted[middle]];
  return (below + above) / 2;
}

function table(rows: readonly Row[], modulusLength: number, build: string): string {
  const first = rows[0]?.variant ?? "";
  const cells = [
    ["variant", "engine", "ms", "operations/s", `× ${first}`],
    ...rows.map(({ variant, engine, median, speedup }) => [
      variant,
      engine,
      median.toPrecision(3),
      (1000 / median).toFixed(median < 100 ? 0 : 1),
      speedup.toFixed(2),
    ]),
  ];
  const widths = (cells[0] ?? []).map((_, column) => Math.max(...cells.map((row) => row[column]?.length ?? 0)));
  const lines = cells.map((row) =>
    row.map((cell, i) => (i < 2 ? cell.padEnd(widths[i] ?? 0) : cell.padStart(widths[i] ?? 0))).join("  "),
  );
  return `private operation, n ${modulusLength}, build ${build}\n\n${lines.join("\n")}\n`;
}
