import { readFile } from "node:fs/promises";
import { promisify } from "node:util";
import { brotliCompress, constants } from "node:zlib";
import binaryen from "binaryen";
import type { Build } from "rsa-variants";
import { describe, expect, it } from "vitest";

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

/** Like `limits`, for the builds of the main module. */
const buildLimits: Readonly<Record<Build, number>> = { "relaxed-simd": 164_200, simd: 162_800, baseline: 141_200 };

/**
 * The files and their size limits, compressed as by servers. Verdicts on parameters only would take 32 kB; the attacks contain key
 * generation for their demonstrations.
 */
const limits: readonly [file: string, limit: number][] = [
  ...Object.entries(buildLimits),
  ["formats", 110_000],
  ["containers", 79_000],
  ["blind-relaxed-simd", 142_600],
  ["blind", 120_500],
  ["xrsa", 84_500],
  ["security", 127_500],
  ["attacks-relaxed-simd", 286_200],
  ["attacks", 261_200],
];

describe("the WebAssembly", () => {
  it.each(limits)("of the file %s has at most %i bytes, compressed as by servers", async (file, limit) => {
    const bytes = await read(file);
    const compressed = await promisify(brotliCompress)(bytes, {
      params: { [constants.BROTLI_PARAM_QUALITY]: 11, [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length },
    });
    expect(compressed.length).toBeGreaterThan(20_000);
    expect(compressed.length).toBeLessThanOrEqual(limit);
  });

  it.each(limits)("of the file %s contains no folder or registry of the machine that compiled it", async (file) => {
    const text = (await read(file)).toString("latin1");
    expect(text).toMatch(/cargo\/[\w-]+-\d/);
    expect(text).not.toMatch(/registry\/src\/|\/home\/|\/root\//);
  });

  it.each(["baseline", "formats", "containers", "blind", "xrsa", "security", "attacks"])(
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
