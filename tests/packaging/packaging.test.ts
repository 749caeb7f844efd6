import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { chromium } from "playwright";
import { build, preview } from "vite";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { chromiumFlags, findChromium } from "../../scripts/lib/chromium.mjs";
import { cleanUp, execute, filesEnding, install, type Packed, pack, workspaceProgram } from "./package.ts";

let packed: Packed;
beforeAll(async () => {
  packed = await pack();
});
afterAll(cleanUp);

describe("the packed package", () => {
  it("holds what it promises and nothing else", () => {
    const { files } = packed;
    for (const file of ["LICENSE-MIT", "LICENSE-APACHE", "README.md", "package.json"]) expect(files).toContain(file);
    const others = files.filter(
      (file) => !file.startsWith("dist/") && !/^(LICENSE-\w+|README\.md|package\.json)$/.test(file),
    );
    expect(others).toEqual([]);
    expect(files.filter((file) => file.endsWith(".wasm"))).toEqual(["dist/wasm/baseline/rsa_variants_bg.wasm"]);
    expect(files.filter((file) => /\.(ts|tsbuildinfo|map)$/.test(file) && !file.endsWith(".d.ts"))).toEqual([]);
  });

  it("has no fault that publint or arethetypeswrong know", async () => {
    await execute(workspaceProgram("publint"), [packed.archive, "--strict"], ".");
    await execute(
      workspaceProgram("attw"),
      [packed.archive, "--profile", "esm-only", "--exclude-entrypoints", "wasm"],
      ".",
    );
  });

  it("has types that a strict project compiles, whatever way it resolves modules", async () => {
    const folder = await install("types", packed.archive);
    for (const module of ["NodeNext", "Preserve"]) {
      const compilerOptions = { target: "ES2022", module, strict: true, exactOptionalPropertyTypes: true, types: [] };
      await writeFile(join(folder, "tsconfig.json"), JSON.stringify({ compilerOptions, files: ["use.ts"] }));
      await execute(workspaceProgram("tsc"), ["--noEmit", "-p", folder], folder);
    }
  });
});

describe("in Node", () => {
  let folder: string;
  beforeAll(async () => {
    folder = await install("node", packed.archive);
  });

  it("makes keys, encrypts and decrypts with every variant", async () => {
    const output = await execute(process.execPath, ["every-variant.js"], folder);
    expect(JSON.parse(output)).toHaveLength(9);
  });

  it("does nothing when imported", async () => {
    const output = await execute(process.execPath, ["import-only.js"], folder);
    expect(JSON.parse(output)).toEqual(expect.arrayContaining(["connect", "load", "published", "theoreticalSpeedup"]));
  });

  it("starts workers for a program given on the command line", async () => {
    const program = `import { connect } from "rsa-variants"; console.log(String(await (await connect()).modPow(3n, 5n, 101n)));`;
    expect(await execute(process.execPath, ["--input-type=module", "--eval", program], folder)).toBe("41\n");
  });

  it("runs with its WebAssembly embedded", async () => {
    expect(JSON.parse(await execute(process.execPath, ["inline.js"], folder))).toBe("41");
  });
});

describe("in a Vite project", () => {
  let folder: string;
  beforeAll(async () => {
    folder = await install("vite", packed.archive);
  });

  it("builds with one WebAssembly file and runs in a browser", async () => {
    const outDir = await buildPage("index.html", "site");
    expect(await filesEnding(outDir, ".wasm")).toHaveLength(1);
    expect(await titleOf(outDir, "index.html")).toEqual({ here: 42, there: 42, variants: 9, published: true });
  });

  it("builds without a WebAssembly file when it is embedded", async () => {
    const outDir = await buildPage("inline.html", "inline-site");
    expect(await filesEnding(outDir, ".wasm")).toEqual([]);
    expect(await titleOf(outDir, "inline.html")).toEqual({ answer: "41" });
  });

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

  /** What the built page says in its title when it is done. */
  async function titleOf(outDir: string, file: string): Promise<unknown> {
    const server = await preview({
      root: folder,
      configFile: false,
      logLevel: "error",
      build: { outDir },
      preview: { port: 0 },
    });
    const executablePath = await findChromium();
    const browser = await chromium.launch({ args: chromiumFlags, ...(executablePath ? { executablePath } : {}) });
    try {
      const page = await browser.newPage();
      await page.goto(`${server.resolvedUrls?.local[0]}${file}`);
      await page.waitForFunction(() => document.title !== "running");
      const title = await page.title();
      expect(title).toMatch(/^\{/);
      return JSON.parse(title);
    } finally {
      await browser.close();
      await server.close();
    }
  }
});

describe("the manifest", () => {
  it("says where every entry is", async () => {
    const manifest = JSON.parse(await readFile(new URL("../../web/library/package.json", import.meta.url), "utf8")) as {
      exports: Record<string, string | Record<string, string>>;
    };
    for (const entry of Object.values(manifest.exports)) {
      for (const target of typeof entry === "string" ? [entry] : Object.values(entry)) {
        const file = target.replace(/^\.\//, "").replace("*", "baseline/rsa_variants_bg");
        expect(packed.files).toContain(file);
      }
    }
  });
});
