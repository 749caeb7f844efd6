// What a page loads before the first WebAssembly file, for each thing that it imports.
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { brotliCompressSync } from "node:zlib";
import { rolldown } from "rolldown";
import { afterAll, expect, it } from "vitest";

const entry = (path: string) => fileURLToPath(new URL(`../../web/library/dist/${path}`, import.meta.url));
const folder = await mkdtemp(join(tmpdir(), "rsa-variants-weight-"));
afterAll(() => rm(folder, { recursive: true }));

/** Bytes compressed by brotli, rounded up to the next 0.5 kB. */
const limits: readonly [names: string, path: string, limit: number][] = [
  ["load", "index.js", 20_000],
  ["connect", "index.js", 20_000],
  ["load, connect", "index.js", 24_400],
  ["encryptStream, decryptStream", "files/index.js", 4_000],
  ["diagnoseSignature", "doctor/index.js", 22_000],
  ["theoreticalSpeedup", "theory/index.js", 3_000],
  ["load", "blind/index.js", 13_500],
  ["load, connect", "blind/index.js", 17_500],
  ["load", "security/index.js", 14_500],
  ["load, Device", "xrsa/index.js", 8_500],
];

it.each(limits)("{ %s } of %s weighs at most %i bytes", async (names, path, limit) => {
  const program = join(folder, "program.js");
  await writeFile(program, `export { ${names} } from ${JSON.stringify(entry(path))};\n`);
  const bundle = await rolldown({
    input: program,
    platform: "browser",
    resolve: { conditionNames: ["browser", "import", "default"] },
    onLog: () => {},
  });
  const { output } = await bundle.generate({ format: "esm", minify: true });
  const chunks = new Map(output.flatMap((file) => (file.type === "chunk" ? [[file.fileName, file] as const] : [])));
  // Those that it imports statically; copies of the WebAssembly are loaded only if the files cannot be.
  const loaded = new Set(output.flatMap((file) => (file.type === "chunk" && file.isEntry ? [file.fileName] : [])));
  for (const name of loaded) for (const other of chunks.get(name)?.imports ?? []) loaded.add(other);
  const weights = [...loaded].map((name) => brotliCompressSync(chunks.get(name)?.code ?? "").length);
  const weight = weights.reduce((sum, each) => sum + each, 0);
  expect(weight).toBeGreaterThan(1000);
  expect(weight).toBeLessThanOrEqual(limit);
});
