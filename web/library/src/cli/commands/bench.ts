import { load } from "../../load.js";
import { timerStep } from "../../measure/clock.js";
import { checkEqual, randomMessages } from "../../measure/messages.js";
import { median } from "../../measure/quantiles.js";
import { repeatOver, roundOrder, Sampler } from "../../measure/sampler.js";
import type { KeyParams } from "../../params.js";
import type { PrivateKey } from "../../private-key.js";
import type { Rsa } from "../../rsa.js";
import { type Engine, factsOf, type Variant, variants } from "../../variants.js";
import { type Command, type Context, print } from "../context.js";
import { UsageError } from "../failure.js";
import { ProgressLine } from "../progress.js";

/** One line of the table. */
interface Row {
  readonly variant: Variant;
  readonly engine: Engine;
  /** The median time of a private operation in milliseconds. */
  readonly median: number;
  readonly samples: number;
  /** How many times as fast as the first variant with the same engine. */
  readonly speedup: number;
}

/** A line to time: the private operation of a key with an engine. */
interface Candidate {
  readonly variant: Variant;
  readonly engine: Engine;
  readonly sampler: Sampler;
  readonly times: number[];
}

const now = () => performance.now();

/** All except those whose keys take minutes to make. */
const defaultVariants = variants.filter((variant) => !factsOf(variant).isSlowToGenerate);

export const bench: Command = {
  name: "bench",
  summary: "Time the private operation of the variants",
  flags: {
    "modulus-length": { short: "n", value: "BITS", text: "n, the length of the modulus; default 2048" },
    variants: { short: "v", value: "NAMES", text: "variants, separated by commas; default all except scheme-a" },
    engines: { value: "NAMES", text: "engines, separated by commas; default the fastest that runs here" },
    seconds: { short: "s", value: "COUNT", text: "how long to time each line of the table, 1 to 600; default 1" },
    json: { text: "print JSON, with every time" },
  },
  examples: ["bench", "bench --modulus-length 3072 --variants original,crt,multi-prime --seconds 5"],
  notes: [
    "The lines take turns, so that anything that slows the machine affects them all. Fast operations are repeated until the " +
      "clock can time them. Times are medians of guarded operations (with blinding and fault check); batch decrypts a single " +
      "ciphertext. Close other programs before you measure: they make the times longer.",
  ],
  async run(given, context) {
    const modulusLength = given.whole("modulus-length") ?? 2048;
    const seconds = given.whole("seconds") ?? 1;
    if (seconds < 1 || seconds > 600) throw new UsageError(`--seconds must be from 1 to 600, got ${seconds}`);
    const chosen = given.choices("variants", variants) ?? defaultVariants;
    const rsa = await load(); // on this thread, so that messages to a worker are not timed
    const engines = given.choices("engines", rsa.engines) ?? rsa.engines.slice(0, 1);
    const keys = new Map<Variant, PrivateKey>();
    const all: KeyParams[] = chosen.map((variant) => rsa.checkParams({ variant, modulusLength }));
    const line = new ProgressLine(context);
    for (const params of all) {
      line.show(() => `making a ${params.variant} key`);
      keys.set(params.variant, await makeKey(rsa, params, context));
    }
    const step = timerStep(now);
    const candidates = [...keys].flatMap(([variant, key]) =>
      engines.map((engine) => ({ variant, engine, sampler: samplerOf(key, engine, step), times: [] })),
    );
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

/** Makes a key in a worker, where it can be interrupted. */
async function makeKey(rsa: Rsa, params: KeyParams, context: Context): Promise<PrivateKey> {
  const made = await (await context.rsa()).generateKey(params, { allowBroken: true, signal: context.signal });
  return rsa.restoreKey(made.params, await made.components());
}

function samplerOf(key: PrivateKey, engine: Engine, step: number): Sampler {
  const { publicKey } = key;
  const messages = randomMessages(1, publicKey.modulusLength, publicKey.messageLength);
  const work = repeatOver(
    messages.map((message) => publicKey.encryptRaw(message)),
    (block) => key.decryptRaw(block, { engine }),
    (found, place) => checkEqual(found, messages[place] as Uint8Array),
  );
  return new Sampler(work, now, step);
}

/** Samples all candidates in rounds, until the total time is used up. */
async function timeInTurn(candidates: readonly Candidate[], seconds: number, line: ProgressLine, context: Context) {
  for (const { sampler } of candidates) await sampler.warmUp();
  const end = now() + 1000 * seconds * candidates.length;
  for (let round = 0; round < 3 || now() < end; round++) {
    for (const { sampler, times } of roundOrder(candidates, round)) times.push((await sampler.sample()).single);
    line.show(() => `round ${round + 1}, ${Math.ceil(Math.max(0, end - now()) / 1000)} s left`);
    await new Promise((resolve) => setImmediate(resolve)); // lets signals arrive
    context.signal.throwIfAborted();
  }
}

function toRow({ variant, engine, times }: Candidate, all: readonly Candidate[]): Row {
  const own = median(times);
  const first = all.find((each) => each.engine === engine);
  return { variant, engine, median: own, samples: times.length, speedup: median(first?.times ?? times) / own };
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
