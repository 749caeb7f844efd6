// Fuzzes the TypeScript of the package that reads foreign data, guided by V8's coverage: an input that runs a new block of code is
// kept, and later inputs are made from it. `node lab/fuzz.mjs` calls it with the number of seconds.
import { readdir, readFile } from "node:fs/promises";
import { Session } from "node:inspector/promises";
import { join } from "node:path";
import { load, RsaError } from "rsa-variants";
import { armor, dearmor, decryptStream, detectStream, encryptStream } from "rsa-variants/files";
import { root } from "../../scripts/lib/paths.mjs";
import { mutate, randomFrom } from "./mutate.mjs";

const seconds = Number(process.argv[2]);
const seed = Number(process.argv[3] ?? Math.floor(Date.now() / 1000));
const random = randomFrom(seed);
const rsa = await load();
const key = rsa.generateKey({ variant: "crt", modulusLength: 1024 });
const coverage = await startCoverage();

/** Reads the input in every format that TypeScript parses (PEM and DER are parsed in Rust); any error except an RsaError is a defect. */
async function readAll(input) {
  const text = new TextDecoder().decode(input);
  const asKey = [
    async () => (await rsa.importPrivateKey(text)).free(),
    async () => (await rsa.importPublicKey(input)).free(),
  ];
  const asFile = [
    () => dearmor(text),
    async () => {
      const { stream } = await detectStream(new Blob([input]).stream());
      await new Response(stream.pipeThrough(decryptStream(key))).arrayBuffer();
    },
  ];
  for (const read of text.trimStart().startsWith("{") ? asKey : asFile) {
    try {
      await read();
    } catch (error) {
      if (!(error instanceof RsaError) || error.code === "internal") throw error;
    }
  }
}

const corpus = [];
let inputs = 0;

/** Runs an input, and keeps it if it covers new blocks. */
async function run(input) {
  inputs++;
  try {
    await readAll(input);
  } catch (error) {
    console.error(`✗ javascript, input ${inputs} of seed ${seed}, in base64: ${Buffer.from(input).toString("base64")}`);
    throw error;
  }
  if (await coverage.hasGrown()) corpus.push(input);
}

for (const input of await firstInputs()) await run(input);
const end = performance.now() + 1000 * seconds;
while (performance.now() < end) await run(mutate(corpus, random));
console.log(`javascript: ${inputs} inputs of seed ${seed}, ${corpus.length} kept, ${coverage.blocks()} blocks covered`);

/** Valid inputs of each kind, made now or taken from the repository. */
async function firstInputs() {
  const folder = join(root, "lab/crates/fuzz/corpus/json");
  const files = await Promise.all((await readdir(folder)).map((name) => readFile(join(folder, name))));
  const stream = new Blob(["a text"]).stream().pipeThrough(encryptStream(key.publicKey));
  const file = new Uint8Array(await new Response(stream).arrayBuffer());
  return [...files.map((bytes) => new Uint8Array(bytes)), file, new TextEncoder().encode(armor(file))];
}

/** Counts the blocks of the package's JavaScript that have run. */
async function startCoverage() {
  const session = new Session();
  session.connect();
  await session.post("Profiler.enable");
  await session.post("Profiler.startPreciseCoverage", { callCount: true, detailed: true });
  const seen = new Set();
  return {
    blocks: () => seen.size,
    async hasGrown() {
      const before = seen.size;
      const { result } = await session.post("Profiler.takePreciseCoverage");
      for (const { url, functions } of result.filter(({ url }) => url.includes("/web/library/dist/"))) {
        for (const { startOffset, endOffset, count } of functions.flatMap(({ ranges }) => ranges)) {
          if (count > 0) seen.add(`${url} ${startOffset} ${endOffset}`);
        }
      }
      return seen.size > before;
    },
  };
}
