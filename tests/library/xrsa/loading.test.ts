// @module-tag platform
// What loaderOf adds, for every module but the main one. Sources are tested in ../loading.test.ts.
import { load as loadRsa } from "rsa-variants";
import { wasmBytes } from "rsa-variants/inline";
import { Device, type LoadOptions, load } from "rsa-variants/xrsa";
import { describe, expect, it } from "vitest";
import { build, expectRejected } from "../support.ts";

// A loaded module stays loaded, so failures come first.
describe("loading the device's module", { shuffle: false }, () => {
  it("refuses options that are none", async () => {
    const options = "/static/rsa-variants-xrsa.wasm" as unknown as LoadOptions;
    await expectRejected(load(options), "invalid-params", "options must be an object", "source", String(options));
  });

  it("reports the library's module as wrong, and so does the library with this one", async () => {
    await expectRejected(load({ source: wasmBytes(build) }), "load-failed", "WebAssembly");
    const source = new URL("../../../web/library/dist/wasm/rsa-variants-xrsa.wasm", import.meta.url);
    await expectRejected(loadRsa({ build, source }), "load-failed", "WebAssembly");
  });

  it("forgets a failure, reports it to no other call, then loads once", async () => {
    const failing = () => load({ source: new Response(null, { status: 500 }) });
    const [failed, xrsa, waited] = await Promise.allSettled([failing(), load({ source: undefined }), failing()]);
    expect(failed).toMatchObject({ status: "rejected", reason: { code: "load-failed" } });
    const loaded = await load();
    // Later calls return the running instance, whatever their source.
    for (const each of [xrsa, waited]) expect(each.status === "fulfilled" && each.value).toBe(loaded);
    expect(new Device(loaded).plan({ modulusLength: 4096 }).total.multiplications).toBe(5006);
  });
});
