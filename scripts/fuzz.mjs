// npm run fuzz: coverage-guided fuzzing of parsers, padding decoders and engines. See `npm run fuzz -- --help`.
import { damagedKeys, fuzzRust } from "./lib/fuzz/rust.mjs";
import { main, Problem } from "./lib/problem.mjs";
import { mustRun } from "./lib/run.mjs";
import { setUp } from "./lib/set-up.mjs";

/** The targets; each gets the same share of the time. */
const targets = {
  keys: (seconds) => fuzzRust("keys", seconds),
  "damaged-keys": damagedKeys,
  paddings: (seconds) => fuzzRust("paddings", seconds),
  engines: (seconds) => fuzzRust("engines", seconds),
  javascript: fuzzJavaScript,
};

const help = `npm run fuzz -- [MINUTES] [TARGET ...]

Fuzzes the targets (default: all) for MINUTES (default: 20), shared equally:
  keys           PEM, DER, PKCS #1, PKCS #8, SPKI, OpenSSH, certificates, guided by coverage (libFuzzer)
  damaged-keys   valid keys whose DER is damaged element by element
  paddings       decoders of OAEP and PKCS #1 v1.5 against plain ones, guided by coverage (libFuzzer)
  engines        the engines against num-bigint on long runs of equal bits, guided by coverage (libFuzzer)
  javascript     this library's JSON, JWK, file headers and armor, guided by V8's coverage

The initial inputs are in crates/fuzz/corpus; new ones are written to target/fuzz. A failure ends the run and prints its input.

Example: npm run fuzz -- 5 keys paddings`;

await main(async () => {
  const words = process.argv.slice(2);
  if (words.includes("--help") || words.includes("-h")) {
    console.log(help);
    return;
  }
  const { minutes, names } = readWords(words);
  const seconds = Math.max(1, Math.round((60 * minutes) / names.length));
  for (const name of names) await targets[name](seconds);
});

function readWords(words) {
  const [first, ...rest] = words;
  const hasMinutes = first !== undefined && /^\d+(\.\d+)?$/.test(first);
  const names = hasMinutes ? rest : words;
  const unknown = names.find((name) => !Object.hasOwn(targets, name));
  if (unknown !== undefined)
    throw new Problem(`unknown target ${unknown}: expected ${Object.keys(targets).join(", ")}`);
  const minutes = hasMinutes ? Number(first) : 20;
  if (minutes === 0) throw new Problem("MINUTES must be above 0, got 0");
  return { minutes, names: names.length > 0 ? names : Object.keys(targets) };
}

/** In a separate process, because coverage slows everything down. */
async function fuzzJavaScript(seconds) {
  await setUp({ upTo: "library" });
  await mustRun(process.execPath, ["scripts/lib/fuzz/javascript.mjs", String(seconds)], { show: true });
}
