import { readFile } from "node:fs/promises";
import { constants, gzipSync } from "node:zlib";
import { expect, it } from "vitest";
import { gunzip } from "../../web/library/dist/unpack.js";

const text = "RSA with more than two primes, RSA with small exponents, RSA in batches. ";

it.each([
  ["stored blocks", { level: 0 }],
  ["fixed codes", { strategy: constants.Z_FIXED }],
  ["codes of its own", { level: 9 }],
  ["literals only", { strategy: constants.Z_HUFFMAN_ONLY }],
  ["runs", { strategy: constants.Z_RLE }],
])("without DecompressionStream, gzip data with %s are unpacked", (_, options) => {
  const samples = ["", "R", text.repeat(40), "a".repeat(70_000)].map((each) => Buffer.from(each));
  samples.push(Buffer.from(Uint8Array.from({ length: 100_000 }, (_, i) => (i * i * 7) >> 3)));
  for (const sample of samples) {
    const content = gunzip(new Uint8Array(gzipSync(sample, options)));
    expect(Buffer.from(content).equals(sample)).toBe(true);
  }
});

it("unpacks the package's own files", async () => {
  for (const name of ["relaxed-simd", "baseline", "formats", "containers", "security", "attacks", "xrsa"]) {
    const { default: base64 } = await import(`../../web/library/dist/wasm/${name}.inline.js`);
    const file = await readFile(new URL(`../../web/library/dist/wasm/rsa-variants-${name}.wasm`, import.meta.url));
    expect(file.equals(gunzip(new Uint8Array(Buffer.from(base64, "base64"))))).toBe(true);
  }
});

it("refuses damaged data", () => {
  const packed = new Uint8Array(gzipSync(text.repeat(40), { level: 9 }));
  expect(() => gunzip(packed.slice(0, 30))).toThrow();
  const { length } = packed;
  for (let i = 10; i < length - 8; i++) {
    const damaged = packed.map((byte, index) => (index === i ? byte ^ 0xff : byte));
    let content: Uint8Array | undefined;
    try {
      content = gunzip(damaged);
    } catch (error) {
      expect((error as Error).message).toBe("the gzip data are damaged");
    }
    expect(content?.length ?? 0).toBeLessThanOrEqual(text.length * 40);
  }
});
