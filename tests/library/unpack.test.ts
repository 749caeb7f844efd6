import { gzipSync } from "node:zlib";
import { afterEach, expect, it, vi } from "vitest";
import { unpack } from "../../web/library/dist/unpack.js";

afterEach(() => vi.unstubAllGlobals());

it.each(["as it is", "without DecompressionStream"])("a file is unpacked on a platform %s", async (platform) => {
  if (platform !== "as it is") vi.stubGlobal("DecompressionStream", undefined);
  const file = Uint8Array.from({ length: 100_000 }, (_, i) => (i * i) >> 7);
  expect(await unpack(gzipSync(file).toString("base64"))).toEqual(file);
  await expect(unpack(gzipSync(file).subarray(0, 500).toString("base64"))).rejects.toThrow();
});
