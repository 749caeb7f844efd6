// Firefox's WebCrypto, called from here.
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import puppeteer from "puppeteer-core";
import { findFirefox } from "../../scripts/lib/firefox.mjs";

/** What WebCrypto imports, as it crosses to the browser. */
export type KeyData = { readonly pkcs8: number[] } | { readonly spki: number[] } | { readonly jwk: object };

/** A call of SubtleCrypto: its name, the key to import for it, and the rest as WebCrypto takes it. */
export interface Call {
  readonly call: "encrypt" | "decrypt" | "sign" | "verify" | "import";
  readonly key: KeyData;
  readonly algorithm: { readonly name: string; readonly hash: string; readonly saltLength?: number };
  readonly data?: number[];
  readonly signature?: number[];
}

export interface Firefox {
  /** The bytes of the answer, or true or false of `verify`; "taken" of `import`. Rejects with the error's name. */
  subtle(call: Call): Promise<number[] | boolean | "taken">;
  /** A fresh key of two primes in every format. */
  generate(algorithm: Call["algorithm"], modulusLength: number): Promise<Exported>;
  close(): Promise<void>;
}

export interface Exported {
  readonly pkcs8: number[];
  readonly spki: number[];
  readonly jwk: JsonWebKey;
  readonly publicJwk: JsonWebKey;
}

export async function startFirefox(): Promise<Firefox> {
  const executablePath = await findFirefox();
  if (executablePath === undefined) {
    throw new Error("there is no Firefox; npm test installs it, or set RSA_VARIANTS_FIREFOX to its path");
  }
  // WebCrypto is there on secure pages only, as this machine's own are.
  const server = createServer((_, response) => response.setHeader("content-type", "text/html").end("<!doctype html>"));
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const browser = await puppeteer.launch({ browser: "firefox", executablePath, headless: true });
  const page = await browser.newPage();
  await page.goto(`http://127.0.0.1:${(server.address() as AddressInfo).port}/`);
  return {
    async subtle(call) {
      const { result, error } = await page.evaluate(callSubtle, call as never);
      if (error !== undefined) throw new Error(error);
      return result as number[] | boolean | "taken";
    },
    generate: (algorithm, modulusLength) => page.evaluate(generateKey, algorithm as never, modulusLength),
    async close() {
      await browser.close();
      server.close();
    },
  };
}

/** Runs in the browser: it can use nothing of this module. */
async function callSubtle({ call, key, algorithm, data, signature }: Call) {
  const { subtle } = crypto;
  const bytes = (list: number[] = []) => new Uint8Array(list);
  const usages = { encrypt: "encrypt", decrypt: "decrypt", sign: "sign", verify: "verify" } as const;
  const usage =
    call === "import" ? ("pkcs8" in key || ("jwk" in key && "d" in key.jwk) ? "sign" : "verify") : usages[call];
  try {
    const imported =
      "jwk" in key
        ? await subtle.importKey("jwk", key.jwk, algorithm, false, [usage])
        : "pkcs8" in key
          ? await subtle.importKey("pkcs8", bytes(key.pkcs8), algorithm, false, [usage])
          : await subtle.importKey("spki", bytes(key.spki), algorithm, false, [usage]);
    if (call === "import") return { result: "taken" as const };
    if (call === "verify") return { result: await subtle.verify(algorithm, imported, bytes(signature), bytes(data)) };
    return { result: [...new Uint8Array(await subtle[call](algorithm, imported, bytes(data)))] };
  } catch (error) {
    return { error: (error as Error).name };
  }
}

/** Runs in the browser too. */
async function generateKey(algorithm: Call["algorithm"], modulusLength: number) {
  const { subtle } = crypto;
  const usages: KeyUsage[] = algorithm.name === "RSA-OAEP" ? ["encrypt", "decrypt"] : ["sign", "verify"];
  const generation = { ...algorithm, modulusLength, publicExponent: new Uint8Array([1, 0, 1]) };
  const { privateKey, publicKey } = await subtle.generateKey(generation, true, usages);
  const list = (buffer: ArrayBuffer) => [...new Uint8Array(buffer)];
  return {
    pkcs8: list(await subtle.exportKey("pkcs8", privateKey)),
    spki: list(await subtle.exportKey("spki", publicKey)),
    jwk: await subtle.exportKey("jwk", privateKey),
    publicJwk: await subtle.exportKey("jwk", publicKey),
  };
}
