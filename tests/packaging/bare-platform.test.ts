// Platforms that lack a part, such as jsdom of Jest and pages on plain http.
import { execFile } from "node:child_process";
import { pathToFileURL } from "node:url";
import { promisify } from "node:util";
import { describe, expect, it } from "vitest";
import { library } from "../../scripts/lib/paths.mjs";

const entries = ["index", "blind/index", "files/index", "doctor/index", "theory/index", "xrsa/index", "security/index"];
const url = (entry: string) => pathToFileURL(`${library}/dist/${entry}.js`).href;

/** Runs a program of a module, and returns what it prints. */
async function run(program: string): Promise<unknown> {
  const { stdout } = await promisify(execFile)(process.execPath, ["--input-type=module", "--eval", program]);
  return JSON.parse(stdout);
}

describe("a platform", () => {
  it.each(entries)("with nothing but the language can import %s", async (entry) => {
    const program = `
      const names = Object.getOwnPropertyNames(globalThis).filter((name) => ![
        "globalThis", "console", "process", "Object", "Function", "Array", "Number", "Boolean", "String", "Symbol", "Date", "Promise",
        "RegExp", "Error", "AggregateError", "EvalError", "RangeError", "ReferenceError", "SyntaxError", "TypeError", "URIError",
        "JSON", "Math", "Intl", "ArrayBuffer", "Atomics", "Uint8Array", "Int8Array", "Uint16Array", "Int16Array", "Uint32Array",
        "Int32Array", "Float32Array", "Float64Array", "Uint8ClampedArray", "BigUint64Array", "BigInt64Array", "DataView", "Map",
        "BigInt", "Set", "WeakMap", "WeakSet", "WeakRef", "Proxy", "Reflect", "FinalizationRegistry", "SharedArrayBuffer", "NaN",
        "undefined", "Infinity", "parseInt", "parseFloat", "isNaN", "isFinite", "decodeURIComponent", "encodeURIComponent",
      ].includes(name));
      for (const name of names) delete globalThis[name];
      const exported = await import(${JSON.stringify(url(entry))});
      console.log(JSON.stringify(Object.keys(exported)));
    `;
    expect(await run(program)).not.toEqual([]);
  });

  it("without crypto gets an RsaError from every call that needs random numbers", async () => {
    const program = `
      Object.defineProperty(globalThis, "crypto", { value: undefined, configurable: true });
      const { load } = await import(${JSON.stringify(url("index"))});
      const files = await import(${JSON.stringify(url("files/index"))});
      const rsa = await load();
      const seed = new Uint8Array([7]);
      const key = rsa.generateKey({ variant: "crt", modulusLength: 1024 }, { seed, allowBroken: true });
      const data = new Uint8Array(3);
      const calls = {
        generateKey: () => rsa.generateKey({ variant: "crt", modulusLength: 2048 }),
        encrypt: () => key.publicKey.encrypt({ name: "RSA-OAEP" }, data),
        sign: () => key.sign("PS256", data),
        toCryptoKey: () => key.toCryptoKey("PS256"),
        encryptBytes: () => files.encryptBytes(key.publicKey, data),
      };
      const found = {};
      for (const [name, call] of Object.entries(calls)) {
        found[name] = await (async () => call())().then(() => "done", ({ name, code, message }) => [name, code, message]);
      }
      console.log(JSON.stringify(found));
    `;
    const none = ["RsaError", "no-random-numbers", expect.stringContaining("the platform provides no random numbers")];
    const secure = ["RsaError", "unsupported-format", expect.stringMatching(/need.* WebCrypto, .*https and localhost/)];
    expect(await run(program)).toEqual({
      generateKey: none,
      encrypt: none,
      sign: none,
      toCryptoKey: secure,
      encryptBytes: secure,
    });
  });
});
