import { mkdir, readFile, writeFile } from "node:fs/promises";
import { delimiter, dirname, join, posix } from "node:path";
import { pathToFileURL } from "node:url";
import type { Browser, Page } from "playwright";
import { builds, variants } from "rsa-variants";
import { build, type Plugin, preview } from "vite";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { modules } from "../../scripts/lib/builds.mjs";
import { documents } from "../../scripts/lib/package-documents.mjs";
import { findProgram } from "../../scripts/lib/programs.mjs";
import { parse } from "./documents.ts";
import {
  cleanUp,
  execute,
  filesEnding,
  installedLibrary,
  launchChromium,
  openPage,
  packedLibrary,
  workspaceProgram,
} from "./package.ts";

/** The names of all WebAssembly files of the package. */
const wasmFiles = modules.flatMap(({ builds }) => builds.map(({ name }) => name));

const packed = packedLibrary();
const installed = await installedLibrary();
afterAll(cleanUp);

describe("the packed package", () => {
  it("contains the expected files and no others", () => {
    const { files } = packed;
    const expected = ["bin/rsa-variants.js", ...documents, "README.md", "docs/files.md", "package.json"];
    for (const file of expected) expect(files).toContain(file);
    const others = files.filter((file) => !/^(dist|docs)\//.test(file) && !expected.includes(file));
    expect(others).toEqual([]);
    expect(files.filter((file) => file.startsWith("docs/") && !file.endsWith(".md"))).toEqual([]);
    const wasm = files.filter((file) => file.endsWith(".wasm"));
    expect(wasm.sort()).toEqual(wasmFiles.map((name) => `dist/wasm/rsa-variants-${name}.wasm`).sort());
    expect(files.filter((file) => /\.(ts|tsbuildinfo)$/.test(file) && !file.endsWith(".d.ts"))).toEqual([]);
  });

  it("contains documents that link to each other", async () => {
    const texts = packed.files.filter((file) => file.endsWith(".md"));
    const links = texts.map(async (path) => {
      const text = await readFile(new URL(`../../web/library/${path}`, import.meta.url), "utf8");
      return parse(path, text).links.filter((link) => !/^(#|https:)/.test(link));
    });
    const faults = (await Promise.all(links)).flatMap((list, i) => {
      const [path = ""] = texts.slice(i);
      const targets = list.map((link) => posix.join(posix.dirname(path), link.replace(/#.*/, "")));
      return targets.filter((target) => !packed.files.includes(target)).map((target) => `${path}: ${target}`);
    });
    expect((await Promise.all(links)).flat().length).toBeGreaterThan(50);
    expect(faults).toEqual([]);
  });

  it("passes publint and arethetypeswrong", async () => {
    await execute(workspaceProgram("publint"), [packed.archive, "--strict"], ".");
    await execute(
      workspaceProgram("attw"),
      [packed.archive, "--profile", "esm-only", "--exclude-entrypoints", "wasm"],
      ".",
    );
  });

  it("has types that compile in a strict project with every module resolution", async () => {
    const folder = installed.project("types");
    const projects = [
      { module: "NodeNext", file: "use.ts" },
      { module: "Preserve", file: "use.ts" },
      { module: "NodeNext", file: "without-dom.ts", lib: ["ES2023"] },
    ];
    for (const { file, ...options } of projects) {
      const compilerOptions = {
        ...options,
        target: "ES2022",
        strict: true,
        exactOptionalPropertyTypes: true,
        skipDefaultLibCheck: true, // those of TypeScript itself; the package's are checked
        types: [],
      };
      await writeFile(join(folder, "tsconfig.json"), JSON.stringify({ compilerOptions, files: [file] }));
      await execute(workspaceProgram("tsc"), ["--noEmit", "-p", folder], folder);
    }
  });
});

/** Runs commands of the README and returns their output. */
async function shell(commands: string, folder: string): Promise<string> {
  const openssl = await findProgram("openssl");
  if (openssl === undefined) throw new Error("there is no OpenSSL; npm test installs it");
  const { PATH = "" } = process.env;
  const path = [dirname(process.execPath), dirname(openssl), PATH].join(delimiter);
  return execute("sh", ["-euc", `PATH="$1"\n${commands}`, "sh", path], folder);
}

describe("in Node", () => {
  let folder: string;
  beforeAll(() => {
    folder = installed.project("node");
  });

  it("makes keys, encrypts and decrypts with every variant", async () => {
    const output = await execute(process.execPath, ["every-variant.js"], folder);
    expect(JSON.parse(output)).toHaveLength(variants.length);
  });

  it("makes the key of docs/getting-started.md, with which OpenSSL decrypts", async () => {
    const guide = await readFile(new URL("../../docs/getting-started.md", import.meta.url), "utf8");
    const program = /```js\n\/\/ quick-start\.mjs\n([\s\S]*?)```/.exec(guide)?.[1];
    const commands = /```sh\n(node quick-start\.mjs\n[\s\S]*?)```/.exec(guide)?.[1];
    if (program === undefined || commands === undefined) throw new Error("the guide has no program for OpenSSL");
    await writeFile(join(folder, "quick-start.mjs"), program);
    expect(await shell(commands, folder)).toBe("Hello, OpenSSL.\n");
  });

  it.each([
    ["docs/npm-package.md", "Hello\nthe signature is good\nVerified OK\n"],
    ["docs/getting-started.md", "a long letter\n"],
  ])("runs the commands of %s as they stand there", async (path, printed) => {
    const text = await readFile(new URL(`../../${path}`, import.meta.url), "utf8");
    const commands = /```sh\n(echo [\s\S]*?)```/.exec(text)?.[1];
    if (commands === undefined) throw new Error(`${path} has no commands`);
    const own = join(folder, path.replaceAll(/\W+/g, "-"));
    await mkdir(own);
    expect(await shell(commands, own)).toBe(printed);
  });

  it("does nothing when imported", async () => {
    const output = await execute(process.execPath, ["import-only.js"], folder);
    expect(JSON.parse(output)).toEqual(
      expect.arrayContaining([
        "connect",
        "Device",
        "diagnoseSignature",
        "encryptStream",
        "load",
        "published",
        "theoreticalSpeedup",
      ]),
    );
  });

  it("returns verdicts", async () => {
    const program = `import { load } from "rsa-variants/security"; console.log((await load()).assess({ variant: "crt", modulusLength: 3072 }).verdict);`;
    expect(await execute(process.execPath, ["--input-type=module", "--eval", program], folder)).toBe("good\n");
  });

  it("starts workers for a program given on the command line", async () => {
    const program = `import { connect } from "rsa-variants"; console.log(String(await (await connect()).modPow(3n, 5n, 101n)));`;
    expect(await execute(process.execPath, ["--input-type=module", "--eval", program], folder)).toBe("41\n");
  });

  it("runs with its WebAssembly embedded", async () => {
    expect(JSON.parse(await execute(process.execPath, ["inline.js"], folder))).toEqual({
      answer: "41",
      length: 512,
      there: 42,
    });
  });

  it("runs every library in workers, which do not keep the process alive", async () => {
    const output = await execute(process.execPath, ["workers.js"], folder);
    expect(JSON.parse(output)).toEqual({ verdict: "weak", found: true, answer: 42, signed: true });
  });

  it("computes on the device, with keys of the WebAssembly as a file and embedded", async () => {
    const output = await execute(process.execPath, ["device.js"], folder);
    expect(JSON.parse(output)).toEqual({ answers: [42, 42], multiplications: [5006, 5006] });
  });
});

describe("in a Vite project", () => {
  let folder: string;
  /** Browsers by their flags: pages with the same flags share one. */
  const browsers = new Map<string, Promise<Browser>>();
  beforeAll(() => {
    folder = installed.project("vite");
  });
  afterAll(async () => {
    for (const browser of browsers.values()) await (await browser).close();
  });

  it("builds with one WebAssembly file for each build, and a browser fetches only the one it runs", async () => {
    const outDir = await buildPage("index.html", "site");
    expect(wasmOf(await filesEnding(outDir, ".wasm"))).toEqual([...builds, "formats", "containers"].sort());
    for (const choice of ["auto", ...builds]) {
      const build = choice === "auto" ? builds[0] : choice;
      const { title, fetched } = await visit(outDir, `index.html?build=${choice}`);
      expect(title).toMatchObject({ build, there: { build, answer: 42 }, here: 42, variants: 11, published: true });
      expect(wasmOf(fetched)).toEqual([build]);
    }
    const { title, fetched } = await visit(outDir, "index.html?formats");
    expect(title).toMatchObject({ formats: { here: 768, there: 768 } });
    expect(wasmOf(fetched)).toEqual([builds[0], "formats"].sort());
  });

  it("builds with only the device's WebAssembly, which a browser fetches when it is loaded", async () => {
    const outDir = await buildPage("xrsa.html", "xrsa-site");
    expect(wasmOf(await filesEnding(outDir, ".wasm"))).toEqual(["xrsa"]);
    const scripts = (await filesEnding(outDir, ".js")).map((file) => file.replace(/-[\w-]{8}\.js$/, ""));
    expect(scripts.sort(), "none of a worker").toEqual(["assets/unpack", "assets/xrsa", "assets/xrsa.inline"]);
    const imported = await visit(outDir, "xrsa.html");
    expect(imported.title).toEqual({ modes: 3 });
    expect(wasmOf(imported.fetched)).toEqual([]);
    const loaded = await visit(outDir, "xrsa.html?load");
    expect(loaded.title).toEqual({ answer: 1, length: 512 });
    expect(wasmOf(loaded.fetched)).toEqual(["xrsa"]);
  });

  it("builds with the library's and the device's WebAssembly, and keys go from one to the other", async () => {
    const outDir = await buildPage("device.html", "device-site");
    expect(wasmOf(await filesEnding(outDir, ".wasm"))).toEqual([...builds, "formats", "containers", "xrsa"].sort());
    const { title, fetched } = await visit(outDir, "device.html");
    expect(title).toEqual({ build: builds[0], answer: 42 });
    expect(wasmOf(fetched)).toEqual([builds[0], "xrsa"]);
  });

  it("builds with the WebAssembly of verdicts and attacks, which a browser fetches when it needs them", async () => {
    const outDir = await buildPage("security.html", "security-site");
    expect(wasmOf(await filesEnding(outDir, ".wasm"))).toEqual(["attacks", "attacks-relaxed-simd", "security"]);
    const imported = await visit(outDir, "security.html");
    expect(wasmOf(imported.fetched)).toEqual([]);
    const { title, fetched } = await visit(outDir, "security.html?load");
    expect(title).toEqual({ verdict: "broken", decisive: "crt-exponent-small-e-lattice" });
    expect(wasmOf(fetched)).toEqual(["security"]);
    const attacked = await visit(outDir, "security.html?attack");
    expect(attacked.title).toEqual({ found: true });
    expect(wasmOf(attacked.fetched)).toEqual(["attacks-relaxed-simd", "security"]);
  });

  // V8 is told not to use the instructions that an older machine does not have.
  it.skipIf(process.arch !== "x64")("runs the build and the engines that the machine can run", async () => {
    const outDir = await buildPage("index.html", "site");
    const old = await visit(outDir, "index.html", "--js-flags=--no-enable-sse4-1");
    expect(old.title).toMatchObject({ build: "baseline", there: { build: "baseline" } });
    expect(old.fetched.join()).not.toContain("relaxed-simd");
    const refused = await visit(outDir, "index.html?build=relaxed-simd", "--js-flags=--no-enable-sse4-1");
    expect(refused.title).toEqual({ code: "unsupported-build" });
    const unfused = await visit(outDir, "index.html", "--js-flags=--no-enable-fma3");
    expect(unfused.title).toMatchObject({ build: "simd", engines: ["lanes", "scalar", "num-bigint"] });
  });

  it("builds into a single script when the WebAssembly is embedded", async () => {
    const outDir = await buildPage("inline.html", "inline-site");
    expect(await filesEnding(outDir, ".wasm")).toEqual([]);
    expect(await filesEnding(outDir, ".js")).toHaveLength(1);
    const expected = { build: builds[0], answer: "41", length: 512, there: 42 };
    const { title, fetched } = await visit(outDir, "inline.html");
    expect(title).toEqual(expected);
    expect(fetched.filter((file) => /\.(js|wasm)/.test(file))).toHaveLength(1);

    const [script = ""] = await filesEnding(outDir, ".js");
    const text = (await readFile(join(outDir, script), "utf8")).replaceAll("</script", "<\\/script");
    const file = join(outDir, "single.html");
    await writeFile(file, `<!doctype html><title>running</title><script type="module">${text}</script>`);
    expect(await inBrowser((page) => titleOf(page, pathToFileURL(file).href)), "a single file").toEqual(expected);

    // The page has one origin, its script another.
    const fromElsewhere = await serve(outDir, (scripts) =>
      serve(outDir, async (address) => {
        const tag = `<script type="module" src="${scripts}${script}"></script>`;
        await writeFile(join(outDir, "elsewhere.html"), `<!doctype html><title>running</title>${tag}`);
        return inBrowser((page) => titleOf(page, `${address}elsewhere.html`));
      }),
    );
    expect(fromElsewhere).toEqual(expected);
  });

  it("builds with the workers of every library, and a browser fetches only those that it starts", async () => {
    const outDir = await buildPage("workers.html", "workers-site");
    const expected = { verdict: "weak", found: true, answer: 42, signed: true };
    const { title, fetched } = await visit(outDir, "workers.html");
    expect(title).toEqual(expected);
    expect(wasmOf(fetched)).toEqual(
      [builds[0], "blind-relaxed-simd", "security", "attacks-relaxed-simd", "xrsa"].sort(),
    );
    const scripts = (files: readonly string[]) => new Set(files.filter((file) => /worker-.*\.js$/.test(file)));
    expect(scripts(fetched).size).toBe(4);
    const own = await visit(outDir, "workers.html?own");
    expect(own.title).toEqual(expected);
    expect(scripts(own.fetched).size).toBe(1);
  });

  /** The builds or modules of these files or addresses, each once, in order. */
  function wasmOf(files: readonly string[]): string[] {
    // Vite's hash is base64url and may contain a hyphen.
    const names = files
      .filter((file) => file.endsWith(".wasm"))
      .map((file) => file.replace(/^.*[/]rsa-variants-|-[\w-]{8}\.wasm$/g, ""));
    return [...new Set(names)].sort();
  }

  /** Builds one page of the project with Vite's defaults. */
  async function buildPage(input: string, name: string): Promise<string> {
    const outDir = join(folder, name);
    await build({
      root: folder,
      configFile: false,
      logLevel: "error",
      build: { outDir, rolldownOptions: { input: join(folder, input) } },
    });
    return outDir;
  }

  /** Opens the built page; returns its title when it is done, and the requested files. */
  async function visit(
    outDir: string,
    address: string,
    ...flags: string[]
  ): Promise<{ title: unknown; fetched: string[] }> {
    const fetched: string[] = [];
    const recorder: Plugin = {
      name: "recorder",
      configurePreviewServer({ middlewares }) {
        middlewares.use(({ url = "" }, _response, next) => {
          fetched.push(url);
          next();
        });
      },
    };
    const title = await serve(
      outDir,
      (root) => inBrowser((page) => titleOf(page, `${root}${address}`), ...flags),
      recorder,
    );
    return { title, fetched };
  }

  /** Serves the built pages. */
  async function serve<R>(outDir: string, use: (address: string) => Promise<R>, ...plugins: Plugin[]): Promise<R> {
    const server = await preview({
      root: folder,
      configFile: false,
      logLevel: "error",
      plugins,
      build: { outDir },
      preview: { port: 0, cors: true },
    });
    try {
      return await use(server.resolvedUrls?.local[0] ?? "");
    } finally {
      await server.close();
    }
  }

  async function inBrowser<R>(use: (page: Page) => Promise<R>, ...flags: string[]): Promise<R> {
    const key = flags.join(" ");
    const browser = browsers.get(key) ?? launchChromium(...flags);
    browsers.set(key, browser);
    const page = await openPage(await browser);
    try {
      return await use(page);
    } finally {
      await page.close();
    }
  }

  /** The title of a page when it is done. */
  async function titleOf(page: Page, address: string): Promise<unknown> {
    await page.goto(address);
    await page.waitForFunction(() => !["", "running"].includes(document.title)); // on a busy machine, it once had none
    return JSON.parse(await page.title());
  }
});

it("the manifest lists every entry", async () => {
  const manifest = JSON.parse(await readFile(new URL("../../web/library/package.json", import.meta.url), "utf8")) as {
    exports: Record<string, string | Record<string, string>>;
  };
  for (const entry of Object.values(manifest.exports)) {
    for (const target of typeof entry === "string" ? [entry] : Object.values(entry)) {
      for (const name of wasmFiles) {
        expect(packed.files).toContain(target.replace(/^\.\//, "").replace("*", `${name}.wasm`));
      }
    }
  }
});
