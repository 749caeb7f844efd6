// The order matters: a build that was loaded once stays loaded, so failures come first.
import { type Build, connect, load, variants } from "rsa-variants";
import { load as loadInline, wasmBytes } from "rsa-variants/inline";
import { describe, expect, it } from "vitest";
import { expectRejected } from "./support.ts";

const inNode = typeof window === "undefined";

describe("loading", () => {
  it("names the cause when there is no file", async () => {
    const missing = inNode ? new URL("file:///no/such/file.wasm") : new URL("http://localhost:9/no/such/file.wasm");
    await expectRejected(load({ source: missing }), "load-failed", missing.href);
  });

  it("names the status of an answer that is none", async () => {
    const source = new Response("gone", { status: 404, statusText: "Not Found" });
    await expectRejected(load({ source }), "load-failed", 404);
  });

  it("names the MIME type of an answer that is no WebAssembly", async () => {
    const source = new Response("<!doctype html>", { headers: { "content-type": "text/html; charset=utf-8" } });
    await expectRejected(load({ source }), "load-failed", "text/html", "application/wasm");
  });

  it("says when bytes are broken or are another module", async () => {
    await expectRejected(load({ source: new Uint8Array([0, 0x61, 0x73, 0x6d, 1]) }), "load-failed");
    const empty = new Uint8Array([0x00, 0x61, 0x73, 0x6d, 1, 0, 0, 0]);
    await expectRejected(connect({ source: empty, workers: 1 }), "worker-failed", "another module");
    // Nothing of it is kept: the tests below load.
    await expectRejected(load({ source: empty }), "load-failed", "another module");
  });

  it("refuses a source, a build or a number of workers that is none", async () => {
    await expectRejected(load({ source: 42 as unknown as URL }), "invalid-params", "source");
    await expectRejected(load({ build: "turbo" as Build }), "invalid-params", "turbo", "baseline");
    await expectRejected(connect({ workers: 0 }), "invalid-params", "workers", 0);
    await expectRejected(connect({ workers: 1.5 }), "invalid-params", "workers", 1.5);
  });

  it("forgets a failure, then loads once", async () => {
    await expectRejected(load({ source: new Response(null, { status: 500 }) }), "load-failed", 500);
    const rsa = await load();
    expect(rsa.build).toBe("baseline");
    expect(await load()).toBe(rsa);
    expect(await load({ build: "baseline" })).toBe(rsa);
    expect(await loadInline()).toBe(rsa);
  });

  it("offers scalar before reference", async () => {
    const { engines } = await load();
    expect(engines).toContain("scalar");
    expect(engines.at(-1)).toBe("reference");
  });

  it("lists nine variants", () => {
    expect(new Set(variants).size).toBe(9);
  });
});

describe("sources", () => {
  const bytes = wasmBytes();
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
    it(`takes ${name}`, async () => {
      // Each pool starts an instance of its own, so that none of these meets one that runs already.
      const made = await source();
      const workers = await connect({ source: made, workers: 1 });
      expect(await workers.modPow(3n, 5n, 101n)).toBe(41n);
      await workers.close();
    });
  }
});
