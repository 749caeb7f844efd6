// @ts-check
// Checks that tests take random numbers only from their seed (tests/random.ts, tests/seeded.ts; seeded generators in Rust): part of
// `npm run check`.
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { root } from "../paths.mjs";
import { mustRun } from "../run.mjs";

const theirKeys = "keys as another generator makes them are what it tests";
const product = "the library's own source of random numbers";
const elsewhere = "runs outside Vitest";

/** Files that use another source, with the reason. Comments do not count, such as the examples of documentation. */
const exceptions = new Map([
  ["tests/interoperability/advice.test.ts", theirKeys],
  ["tests/interoperability/containers.test.ts", theirKeys],
  ["tests/interoperability/firefox.ts", theirKeys],
  ["tests/interoperability/node.test.ts", theirKeys],
  ["tests/interoperability/openssl.test.ts", theirKeys],
  ["tests/interoperability/ssh-keygen.test.ts", theirKeys],
  ["tests/library/webcrypto.test.ts", theirKeys],
  ["tests/interoperability/doctor/make.go", "paddings as Go makes them are what it tests"],
  ["lab/consumers/environments/examples.mjs", elsewhere],
  ["crates/rsa/src/options.rs", product],
  ["crates/rsa/src/traits.rs", product],
  ["crates/wasm/src/support/random.rs", product],
  ["crates/rsa/examples/encrypt_and_sign.rs", "an example for users"],
  ["lab/crates/native-bench/benches/native/signers.rs", "measures what users do"],
]);

const sources = [
  /\{[^{}]*\b(random|generate(Key|Prime))\w*[^{}]*\} from "node:crypto"/,
  /\bsubtle\.generateKey\b/,
  /"(genpkey|genrsa|-gen\w+|-newkey|rand)"/,
  /"-t", "(rsa|dsa|ecdsa|ed25519)"/, // of ssh-keygen
  /\b(KeyPairGenerator|SecureRandom|generate_private_key|urandom|rand\.Reader|pki\.rsa\.generateKeyPair)\b/,
  /\b(SysRng|OsRng|thread_rng|from_os_rng|from_entropy|RandomState)\b|\brand::rng\(/,
];

const files = await mustRun("git", ["ls-files", "--cached", "--others", "--exclude-standard", "tests", "crates"]);
const problems = [];
for (const file of files.split("\n").filter((name) => /\.(rs|m?js|tsx?|py|go|java)$/.test(name))) {
  const text = (await readFile(join(root, file), "utf8").catch(() => "")).replaceAll(/^\s*(\/\/|\*).*$/gm, "");
  const found = sources.map((source) => source.exec(text)?.[0].replaceAll(/\s+/g, " ")).find(Boolean);
  // Options::default() of the crate rsa-variants draws from the system; options of attacks have nothing random.
  const isDefault = !file.startsWith("crates/cryptanalysis/") && /(?<![\w:])Options::default\(\)/.test(text);
  const what = found ?? (isDefault ? "Options::default()" : undefined);
  if ((what !== undefined) === exceptions.has(file)) continue;
  problems.push(what === undefined ? `${file} is no exception` : `${file} draws without a seed: ${what}`);
}
if (problems.length > 0) {
  console.error(problems.map((problem) => `✗ ${problem}`).join("\n"));
  process.exitCode = 1;
}
