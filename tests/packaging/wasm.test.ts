import { readFile } from "node:fs/promises";
import { promisify } from "node:util";
import { brotliCompress, constants } from "node:zlib";
import binaryen from "binaryen";
import { type Build, builds } from "rsa-variants";
import { describe, expect, it } from "vitest";

function read(build: Build): Promise<Buffer> {
  return readFile(new URL(`../../web/library/dist/wasm/rsa-variants-${build}.wasm`, import.meta.url));
}

/** The instructions on vectors and the type of vectors, as far as a build has them. */
async function vectorWords(build: Build): Promise<string[]> {
  const module = binaryen.readBinary(await read(build));
  try {
    return [...new Set(module.emitText().match(/\b(?:v128|[if]\d+x\d+)(?:\.\w+)?/g))];
  } finally {
    module.dispose();
  }
}

describe("the WebAssembly", () => {
  it.each(builds)("of the build %s has at most 150 kB, compressed as servers do", async (build) => {
    const bytes = await read(build);
    const compressed = await promisify(brotliCompress)(bytes, {
      params: { [constants.BROTLI_PARAM_QUALITY]: 11, [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length },
    });
    expect(compressed.length).toBeGreaterThan(20_000);
    expect(compressed.length).toBeLessThanOrEqual(150_000);
  });

  it.each(builds)("of the build %s tells no folder nor registry of the machine that made it", async (build) => {
    const text = (await read(build)).toString("latin1");
    expect(text).toContain("cargo/num-bigint");
    expect(text).not.toMatch(/registry\/src\/|\/home\/|\/root\//);
  });

  it("of the build baseline has no vectors", async () => {
    expect(await vectorWords("baseline")).toEqual([]);
  });

  it("of the build relaxed-simd has relaxed instructions", async () => {
    expect(await vectorWords("relaxed-simd")).toContain("f64x2.relaxed_madd");
  });
});
