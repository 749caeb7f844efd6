// @module-tag platform
import { load as loadRsa } from "rsa-variants";
import { wasmBytes } from "rsa-variants/inline";
import { Device, type LoadOptions, load } from "rsa-variants/xrsa";
import { describe, expect, it } from "vitest";
import { build, expectRejected } from "../support.ts";

const inNode = typeof window === "undefined";

// A loaded module stays loaded, so failures come first.
describe("loading the device's module", { shuffle: false }, () => {
  it("names the cause when there is no file", async () => {
    const missing = inNode ? new URL("file:///no/such/file.wasm") : new URL("http://localhost:9/no/such/file.wasm");
    await expectRejected(load({ source: missing }), "load-failed", missing.href, "xrsa");
    const gone = new Response("gone", { status: 404, statusText: "Not Found" });
    await expectRejected(load({ source: Promise.resolve(gone) }), "load-failed", 404);
  });

  it("reports the library's module as wrong, and so does the library with this one", async () => {
    await expectRejected(load({ source: wasmBytes(build) }), "load-failed", "WebAssembly");
    const source = new URL("../../../web/library/dist/wasm/rsa-variants-xrsa.wasm", import.meta.url);
    await expectRejected(loadRsa({ build, source }), "load-failed", "WebAssembly");
  });

  it("refuses invalid options and sources", async () => {
    for (const options of [null, "/static/rsa-variants-xrsa.wasm"] as unknown as LoadOptions[]) {
      await expectRejected(load(options), "invalid-params", "options must be an object", "source", String(options));
    }
    for (const source of [null, 42, () => 42] as unknown as URL[]) {
      await expectRejected(load({ source }), "invalid-params", "source must be");
    }
  });

  it("calls a source that is a function for each attempt", async () => {
    let calls = 0;
    const source = () => {
      calls += 1;
      return wasmBytes(build);
    };
    await expectRejected(load({ source }), "load-failed", "WebAssembly");
    await expectRejected(load({ source }), "load-failed", "WebAssembly");
    expect(calls).toBe(2);
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
