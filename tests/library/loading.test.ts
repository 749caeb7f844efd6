// @module-tag platform
import { type Build, builds, connect, load } from "rsa-variants";
import { load as loadInline, wasmBytes } from "rsa-variants/inline";
import { describe, expect, it } from "vitest";
import { moduleFrom } from "../../web/library/dist/wasm-source.js";
import { build, expectRejected, runnable } from "./support.ts";

const inNode = typeof window === "undefined";

// A loaded build stays loaded, so failures come first.
describe("loading", { shuffle: false }, () => {
  it("names the cause when there is no file", async () => {
    const missing = inNode ? new URL("file:///no/such/file.wasm") : new URL("http://localhost:9/no/such/file.wasm");
    await expectRejected(load({ build, source: missing }), "load-failed", missing.href, build);
  });

  it("uses the copy in the JavaScript if a file of the package is cut short, and reports both if that fails, too", async () => {
    const start = new URL("data:application/wasm;base64,AGFzbQEAAAABBw==");
    // Gzipped: an empty module, and its first three bytes.
    const whole = "H4sIAAAAAAACA2NILM5lZGBgAADOM0scCAAAAA==";
    const cut = "H4sIAAAAAAACA2NILAYAcqOrSgMAAAA=";
    const use = (name: string, copy: string) =>
      moduleFrom(name, () => ({ url: () => start, embedded: async () => ({ default: copy }) }), { source: undefined })(
        async (module) => WebAssembly.Module.exports(module).length,
      );
    expect(await use("cut short", whole)).toBe(0);
    await expectRejected(use("both cut short", cut), "load-failed", "both cut short", "the embedded copy failed too");
  });

  it("names the status of a failed response", async () => {
    const source = new Response("gone", { status: 404, statusText: "Not Found" });
    await expectRejected(load({ build, source }), "load-failed", 404);
  });

  it("names the MIME type of a response that is not WebAssembly", async () => {
    const source = new Response("<!doctype html>", { headers: { "content-type": "text/html; charset=utf-8" } });
    await expectRejected(load({ build, source }), "load-failed", "text/html", "application/wasm");
  });

  it("reports broken bytes and bytes of another module", async () => {
    await expectRejected(load({ build, source: new Uint8Array([0, 0x61, 0x73, 0x6d, 1]) }), "load-failed");
    const empty = new Uint8Array([0x00, 0x61, 0x73, 0x6d, 1, 0, 0, 0]);
    await expectRejected(connect({ build, source: empty, workers: 1 }), "worker-failed", "a different module");
    // The failure is forgotten: the tests below load.
    await expectRejected(load({ build, source: empty }), "load-failed", "a different module");
  });

  it("reports a source that contains another build", async () => {
    const [other] = builds.filter((each) => each !== build) as [Build];
    // A platform that cannot run the other build may fail to compile it.
    const reason = runnable.includes(other) ? [`is the build ${other}, not ${build}`] : [];
    await expectRejected(load({ build, source: () => wasmBytes(other) }), "load-failed", ...reason);
  });

  it("reports why the source function failed", async () => {
    const source = () => {
      throw new RangeError("no such shelf");
    };
    await expectRejected(load({ build, source }), "load-failed", "no such shelf");
  });

  it("refuses an invalid source, build or number of workers", async () => {
    await expectRejected(load({ build, source: 42 as unknown as URL }), "invalid-params", "source");
    await expectRejected(load({ build: "turbo" as Build }), "invalid-params", "turbo", ...builds);
    await expectRejected(wasmBytes("turbo" as Build), "invalid-params", "turbo", ...builds);
    await expectRejected(connect({ workers: 0 }), "invalid-params", "workers", 0);
    await expectRejected(connect({ workers: 1.5 }), "invalid-params", "workers", 1.5);
  });

  it("refuses invalid options, and a source that is null", async () => {
    for (const options of [null, "relaxed-simd"] as unknown as { build?: Build }[]) {
      for (const start of [load, connect, loadInline]) {
        await expectRejected(start(options), "invalid-params", "options must be an object", String(options));
      }
    }
    for (const start of [load, connect]) {
      await expectRejected(start({ build, source: null as unknown as URL }), "invalid-params", "source must be");
    }
    await expectRejected(loadInline({ build: null as unknown as Build }), "invalid-params", "build must be", "null");
  });

  it("refuses a source of a single build if the build is not named", async () => {
    const source = await wasmBytes();
    await expectRejected(load({ source }), "invalid-params", "source", ...builds);
    await expectRejected(connect({ build: "auto", source }), "invalid-params", "source", ...builds);
  });

  it("forgets a failure, reports it to no other call, then loads once", async () => {
    const failing = () => load({ build, source: new Response(null, { status: 500 }) });
    await expectRejected(failing(), "load-failed", 500);
    const [failed, rsa, waited] = await Promise.allSettled([failing(), load({ build }), failing()]);
    expect(failed).toMatchObject({ status: "rejected", reason: { code: "load-failed" } });
    expect(rsa).toMatchObject({ status: "fulfilled", value: { build } });
    // Later calls return the running instance, whatever their source.
    expect(waited).toEqual(rsa);
    const loaded = await load({ build });
    expect(rsa.status === "fulfilled" && rsa.value).toBe(loaded);
    expect(await load({ build })).toBe(loaded);
    expect(await loadInline({ build })).toBe(loaded);
  });

  it("uses the fastest build that runs here by default", async () => {
    const rsa = await load();
    expect(rsa.build).toBe(runnable[0]);
    expect(await load({ build: "auto" })).toBe(rsa);
    expect(await loadInline()).toBe(rsa);
  });
});

describe("sources", async () => {
  const bytes = await wasmBytes(build);
  const base64 = btoa(Array.from(bytes, (byte) => String.fromCharCode(byte)).join(""));
  const body = new Uint8Array(bytes);
  const sources = {
    "a Uint8Array": () => bytes,
    "an ArrayBuffer": () => body.buffer,
    "a module": () => WebAssembly.compile(body),
    "an answer": () => new Response(body, { headers: { "content-type": "application/wasm" } }),
    "a promise of an answer": () =>
      Promise.resolve(new Response(body, { headers: { "content-type": "application/wasm" } })),
    "an answer whose type has parameters": () =>
      new Response(body, { headers: { "content-type": "application/wasm; charset=utf-8" } }),
    "an answer of another type": () => new Response(body, { headers: { "content-type": "application/octet-stream" } }),
    "a URL": () => new URL(`data:application/wasm;base64,${base64}`),
    "an address": () => `data:application/wasm;base64,${base64}`,
  };

  for (const [name, source] of Object.entries(sources)) {
    it(`accept ${name}`, async () => {
      // Each pool starts a new instance, so that no test uses one that already runs.
      await using workers = await connect({ build, source: source(), workers: 1 });
      expect(await workers.modPow(3n, 5n, 101n)).toBe(41n);
    });
  }

  it("accept a function, and call it with the selected build", async () => {
    const asked: Build[] = [];
    const source = (chosen: Build) => {
      asked.push(chosen);
      return wasmBytes(chosen);
    };
    await using workers = await connect({ source, workers: 1 });
    expect(await workers.modPow(3n, 5n, 101n)).toBe(41n);
    expect(asked).toEqual([workers.build]);
    expect(asked).toEqual(runnable.slice(0, 1));
  });
});
