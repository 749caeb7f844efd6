// The instructions in the WebAssembly of both packages.
import { readFile } from "node:fs/promises";
import binaryen from "binaryen";
import { describe, expect, it } from "vitest";
import { modules, powersModule } from "../../scripts/lib/builds.mjs";

const read = (path: string): Promise<Buffer> => readFile(new URL(`../../web/${path}`, import.meta.url));

/** Which vector instructions and vector types a file contains. */
async function vectorWords(path: string): Promise<string[]> {
  const module = binaryen.readBinary(await read(path));
  try {
    return [...new Set(module.emitText().match(/\b(?:v128|i8x16|i16x8|i32x4|i64x2|f32x4|f64x2)(?:\.\w+)?/g))];
  } finally {
    module.dispose();
  }
}

const files = [
  ...modules.flatMap(({ builds }) =>
    builds.map(({ name }) => ({ name, path: `library/dist/wasm/rsa-variants-${name}.wasm` })),
  ),
  ...powersModule.builds.map(({ name }) => ({ name, path: `powers/dist/wasm/modular-powers-${name}.wasm` })),
];

describe("the WebAssembly", () => {
  it.each(files)("of $path contains no folder or registry of the machine that compiled it", async ({ path }) => {
    const text = (await read(path)).toString("latin1");
    expect(text).toMatch(/cargo\/[\w-]+-\d/);
    expect(text).not.toMatch(/registry\/src\/|\/home\/|\/root\//);
  });

  it.each(files)("of $path has only the instructions of its build", async ({ name, path }) => {
    const words = await vectorWords(path);
    if (name.endsWith("relaxed-simd")) expect(words).toContain("f64x2.relaxed_madd");
    else if (name === "simd") {
      expect(words).toContain("f64x2.mul");
      expect(words.filter((word) => word.includes("relaxed"))).toEqual([]);
    } else expect(words).toEqual([]); // not every platform has vectors
  });
});
