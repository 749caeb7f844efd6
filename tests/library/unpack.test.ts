import { readFile } from "node:fs/promises";
import { gzipSync } from "node:zlib";
import { afterEach, expect, it, vi } from "vitest";
import { modules, powersModule } from "../../scripts/lib/builds.mjs";
import { difference } from "../../scripts/lib/difference.mjs";
import { unpack } from "../../web/library/dist/unpack.js";
import { randomBytes } from "../random.ts";

afterEach(() => vi.unstubAllGlobals());

it.each(["as it is", "without DecompressionStream"])("a file is unpacked on a platform %s", async (platform) => {
  if (platform !== "as it is") vi.stubGlobal("DecompressionStream", undefined);
  const file = Uint8Array.from({ length: 100_000 }, (_, i) => (i * i) >> 7);
  expect(await unpack(gzipSync(file).toString("base64"))).toEqual(file);
  await expect(unpack(gzipSync(file).subarray(0, 500).toString("base64"))).rejects.toThrow();
});

it("a file is put together from another one and what differs", async () => {
  const [base, other] = [randomBytes(5000), randomBytes(300)];
  const files = [
    base,
    Buffer.alloc(0),
    other,
    Buffer.concat([other, base]),
    Buffer.concat([base.subarray(3000), other, base.subarray(10, 2000), base.subarray(2003), base]),
    Buffer.from(base.map((byte, at) => (at % 50 === 0 ? byte + 1 : byte))),
  ];
  for (const file of files) {
    const [first = "", second = ""] = [base, difference(base, file)].map((each) => gzipSync(each).toString("base64"));
    expect(file.equals(await unpack([first, second]))).toBe(true);
  }
});

const embedded = [...modules, powersModule].flatMap((module) =>
  module.builds.filter(({ isEmbedded = true }) => isEmbedded).map(({ name }) => ({ module, name })),
);

it.each(embedded)("the copy of $name in the JavaScript is the file", async ({ module, name }) => {
  const [folder, prefix] = module === powersModule ? ["powers", "modular-powers"] : ["library", "rsa-variants"];
  const address = (file: string) => new URL(`../../web/${folder}/dist/wasm/${file}`, import.meta.url);
  const { default: copy } = await import(address(`${name}.inline.js`).href);
  expect((await readFile(address(`${prefix}-${name}.wasm`))).equals(await unpack(copy))).toBe(true);
});
