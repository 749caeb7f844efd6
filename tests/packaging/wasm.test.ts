import { readFile } from "node:fs/promises";
import binaryen from "binaryen";
import { describe, expect, it } from "vitest";
import { modules } from "../../scripts/lib/builds.mjs";

function read(file: string): Promise<Buffer> {
  return readFile(new URL(`../../web/library/dist/wasm/rsa-variants-${file}.wasm`, import.meta.url));
}

/** Which vector instructions and vector types a file contains. */
async function vectorWords(file: string): Promise<string[]> {
  const module = binaryen.readBinary(await read(file));
  try {
    return [...new Set(module.emitText().match(/\b(?:v128|i8x16|i16x8|i32x4|i64x2|f32x4|f64x2)(?:\.\w+)?/g))];
  } finally {
    module.dispose();
  }
}

const files = modules.flatMap(({ builds }) => builds.map(({ name }) => name));

describe("the WebAssembly", () => {
  it.each(files)("of the file %s contains no folder or registry of the machine that compiled it", async (file) => {
    const text = (await read(file)).toString("latin1");
    expect(text).toMatch(/cargo\/[\w-]+-\d/);
    expect(text).not.toMatch(/registry\/src\/|\/home\/|\/root\//);
  });

  it.each(["baseline", "formats", "containers", "blind", "public", "xrsa", "security", "attacks"])(
    "of the file %s has no vectors, which not every platform has",
    async (file) => {
      expect(await vectorWords(file)).toEqual([]);
    },
  );

  it("of the file simd has vectors, but no relaxed instructions", async () => {
    const words = await vectorWords("simd");
    expect(words).toContain("f64x2.mul");
    expect(words.filter((word) => word.includes("relaxed"))).toEqual([]);
  });

  it.each(["relaxed-simd", "blind-relaxed-simd", "attacks-relaxed-simd"])(
    "of the file %s has relaxed instructions",
    async (file) => {
      expect(await vectorWords(file)).toContain("f64x2.relaxed_madd");
    },
  );
});
