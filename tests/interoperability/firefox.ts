// Calls Firefox's WebCrypto, and this library in a page of Firefox.
import { readFile } from "node:fs/promises";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { extname } from "node:path";
import puppeteer from "puppeteer-core";
import { findProgram } from "../../scripts/lib/programs.mjs";

/** A key for WebCrypto to import, as it is sent to the browser. */
export type KeyData = { readonly pkcs8: number[] } | { readonly spki: number[] } | { readonly jwk: object };

/** A call of SubtleCrypto: its name, the key to import for it, and its other arguments. */
export interface Call {
  readonly call: "encrypt" | "decrypt" | "sign" | "verify" | "import";
  readonly key: KeyData;
  readonly algorithm: { readonly name: string; readonly hash: string; readonly saltLength?: number };
  readonly data?: number[];
  readonly signature?: number[];
}

export interface Firefox {
  /** The bytes of the result; true or false for `verify`; "taken" for `import`. Rejects with the error's name. */
  subtle(call: Call): Promise<number[] | boolean | "taken">;
  /** Converts keys in the browser from this library to WebCrypto and back. */
  roundTrip(algorithm: RoundTripAlgorithm): Promise<RoundTrip>;
  /** A new key with two primes, in every format. */
  generate(algorithm: Call["algorithm"], modulusLength: number): Promise<Exported>;
  close(): Promise<void>;
}

export interface Exported {
  readonly pkcs8: number[];
  readonly spki: number[];
  readonly jwk: JsonWebKey;
  readonly publicJwk: JsonWebKey;
}

export type RoundTripAlgorithm = { readonly name: "RSA-PSS"; readonly hash: "SHA-256"; readonly saltLength: number };

/** The result of `roundTrip`. */
export interface RoundTrip {
  /** Whether each side verifies what the other signed. */
  readonly verified: { readonly here: boolean; readonly there: boolean };
  /** Whether a private key, a public key and a key made by the browser are unchanged. */
  readonly same: { readonly secret: boolean; readonly open: boolean; readonly theirs: boolean };
  /** The code of the error for a key that is not extractable. */
  readonly locked: string;
}

const library = new URL("../../web/library/", import.meta.url);

/** A page with this library as it is built, without a bundler. */
async function pageWithLibrary(): Promise<string> {
  const { imports } = JSON.parse(await readFile(new URL("package.json", library), "utf8")) as {
    imports: Record<string, { default: string }>;
  };
  // A pattern becomes the folder; the server adds the file extension.
  const own = Object.entries(imports).map(([name, { default: path }]) =>
    [name, path.replace("./dist/", "/library/")].map((text) => text.replace(/\*.*$/, "")),
  );
  const map = { imports: Object.fromEntries(own) };
  const script = 'globalThis.rsaVariants = import("/library/index.js");';
  return `<!doctype html><script type="importmap">${JSON.stringify(map)}</script><script type="module">${script}</script>`;
}

/** The file that the page requests. */
function fileOf(path: string): URL {
  return new URL(`dist/${path.replace("/library/", "")}${extname(path) === "" ? ".js" : ""}`, library);
}

export async function startFirefox(): Promise<Firefox> {
  const executablePath = await findProgram("firefox");
  if (executablePath === undefined) {
    throw new Error("there is no Firefox; npm test installs it, or set RSA_VARIANTS_FIREFOX to its path");
  }
  // WebCrypto exists only in secure contexts, such as localhost.
  const html = await pageWithLibrary();
  const server = createServer(async ({ url = "" }, response) => {
    const answer = (type: string, body: string | Buffer) => response.setHeader("content-type", type).end(body);
    if (url === "/") {
      answer("text/html", html);
      return;
    }
    const type = url.endsWith(".wasm") ? "application/wasm" : "text/javascript";
    await readFile(fileOf(url)).then(
      (body) => answer(type, body),
      () => response.writeHead(404).end(),
    );
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const browser = await puppeteer.launch({ browser: "firefox", executablePath, headless: true, protocolTimeout: 0 });
  const page = await browser.newPage();
  page.setDefaultTimeout(0);
  await page.goto(`http://127.0.0.1:${(server.address() as AddressInfo).port}/`);
  return {
    async subtle(call) {
      const { result, error } = await page.evaluate(callSubtle, call as never);
      if (error !== undefined) throw new Error(error);
      return result as number[] | boolean | "taken";
    },
    roundTrip: (algorithm) => page.evaluate(sendKeys, algorithm),
    generate: (algorithm, modulusLength) => page.evaluate(generateKey, algorithm as never, modulusLength),
    async close() {
      await browser.close();
      server.close();
    },
  };
}

/** Runs in the browser, so it cannot use anything from this module. */
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

/** Runs in the browser, too. */
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

/** Runs in the browser, too. */
async function sendKeys(algorithm: RoundTripAlgorithm): Promise<RoundTrip> {
  const { subtle } = crypto;
  const { load } = await (globalThis as unknown as { rsaVariants: Promise<typeof import("rsa-variants")> }).rsaVariants;
  const rsa = await load();
  const data = new Uint8Array([1, 2, 3]);
  const key = rsa.generateKey({ variant: "crt", modulusLength: 2048 });
  const { name, hash } = algorithm;
  const secret = await key.toCryptoKey({ name, hash }, { extractable: true });
  const open = await key.publicKey.toCryptoKey({ name, hash });
  const signed = new Uint8Array(await subtle.sign(algorithm, secret, data));
  const locked = await key.toCryptoKey({ name, hash });
  const refused = await rsa.importPrivateKey(locked).then(
    () => "taken",
    (error: { code: string }) => error.code,
  );
  const generation = { name, hash, modulusLength: 2048, publicExponent: new Uint8Array([1, 0, 1]) };
  const made = (await subtle.generateKey(generation, true, ["sign", "verify"])) as CryptoKeyPair;
  const taken = await rsa.importPrivateKey(made.privateKey);
  const returned = await taken.toCryptoKey({ name, hash }, { extractable: true });
  const jwk = async (from: CryptoKey) =>
    JSON.stringify(await subtle.exportKey("jwk", from), ["n", "e", "d", "p", "qi"]);
  return {
    verified: {
      here: key.publicKey.verify(algorithm, signed, data),
      there: await subtle.verify(algorithm, open, key.sign(algorithm, data), data),
    },
    same: {
      secret: String((await rsa.importPrivateKey(secret)).components().primes) === String(key.components().primes),
      open: (await rsa.importPublicKey(open)).modulus === key.publicKey.modulus,
      theirs: (await jwk(returned)) === (await jwk(made.privateKey)),
    },
    locked: refused,
  };
}
