// The packed package modular-powers: its files and types, its README, and its examples.
import { cp, readdir, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { builds } from "modular-powers";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { packInto } from "../../lab/consumers/home.mjs";
import { powersCodes } from "../../scripts/lib/build-powers.mjs";
import { powers, root } from "../../scripts/lib/paths.mjs";
import { parse } from "./documents.ts";
import {
  cleanUp,
  execute,
  expectPrints,
  install,
  type Packed,
  runPrograms,
  sandbox,
  workspaceProgram,
} from "./package.ts";

let packed: Packed;
let folder: string;
beforeAll(async () => {
  packed = await packInto(await sandbox(), powers);
  ({ folder } = await install(packed));
});
afterAll(cleanUp);

/** Runs programs, and expects what their comments say. */
async function expectAllPrints(programs: readonly string[]): Promise<void> {
  const printed = await runPrograms(folder, programs, { noImplicitAny: false });
  for (const [index, program] of programs.entries()) expectPrints(printed[index] ?? "", program);
}

describe("the packed package modular-powers", () => {
  it("contains the expected files and no others", () => {
    const expected = ["LICENSE-APACHE", "LICENSE-MIT", "README.md", "package.json"];
    expect(packed.files.filter((file) => !file.startsWith("dist/")).sort()).toEqual(expected);
    const wasm = packed.files.filter((file) => file.endsWith(".wasm"));
    expect(wasm.sort()).toEqual(builds.map((name) => `dist/wasm/modular-powers-${name}.wasm`).sort());
    for (const file of [
      "dist/index.js",
      "dist/modular-powers-worker.js",
      "dist/node/index.js",
      "dist/node/modular-powers-worker.js",
    ]) {
      expect(packed.files).toContain(file);
    }
  });

  it("names no RSA in its types, and passes publint and arethetypeswrong", async () => {
    for (const file of packed.files.filter((file) => /^dist\/types\/powers\/|errors\.d\.ts$/.test(file))) {
      expect(await readFile(join(powers, file), "utf8"), file).not.toMatch(/RsaError|rsa-variants/);
    }
    await execute(workspaceProgram("publint"), [packed.archive, "--strict"], ".");
    const options = ["--profile", "esm-only", "--exclude-entrypoints", "wasm"];
    await execute(workspaceProgram("attw"), [packed.archive, ...options], ".");
  });

  it("lists the codes that it throws, and no others", async () => {
    const scripts = packed.files.filter((file) => /^dist\/[^/]*\.js$/.test(file));
    const crate = join(root, "crates/wasm/src");
    const sources = (await readdir(crate, { recursive: true })).filter((name) => /^(powers|support).*\.rs$/.test(name));
    const files = [...scripts.map((file) => join(powers, file)), ...sources.map((name) => join(crate, name))];
    const texts = await Promise.all(files.map((file) => readFile(file, "utf8")));
    const thrown = texts.flatMap((text) => [
      ...[...text.matchAll(/PowersError\("([a-z-]+)"|with_code\("([a-z-]+)"/g)].map(([, own, core]) => own ?? core),
      ...[...text.matchAll(/\bcodes::([A-Z_]+)/g)].map(([, name = ""]) => name.toLowerCase().replaceAll("_", "-")),
    ]);
    // Of keys, which this package does not read.
    expect([...new Set(thrown)].filter((code) => code !== "inconsistent-key").sort()).toEqual([...powersCodes].sort());
  });

  it("has types that compile in a strict project with every module resolution, without the DOM", async () => {
    const use = `import { connect, load, type Element, PowersError, type PowersErrorCode } from "modular-powers";
const powers = await load({ build: "baseline" });
const x: Element = powers.modulus(5n ** 41n).pow(new Uint8Array([2]), 5n, { exponentLength: 8 });
const results: bigint[] = await (await connect({ workers: 1 })).modulus(5n ** 41n).powMany([1n], [2n]);
const code: PowersErrorCode = new PowersError("invalid-params", "text").code;
// @ts-expect-error a code of RSA
export const other: PowersErrorCode = "key-too-short";
export { code, results, x };
`;
    await writeFile(join(folder, "use.ts"), use);
    for (const module of ["NodeNext", "Preserve"]) {
      const strict = { strict: true, exactOptionalPropertyTypes: true, skipDefaultLibCheck: true, types: [] };
      const compilerOptions = { module, target: "ES2022", lib: ["ES2023"], ...strict };
      await writeFile(join(folder, "tsconfig.json"), JSON.stringify({ compilerOptions, files: ["use.ts"] }));
      await execute(workspaceProgram("tsc"), ["--noEmit", "-p", folder], folder);
    }
  });
});

describe("programs with modular-powers", () => {
  it("are those of its README", async () => {
    const text = await readFile(join(powers, "README.md"), "utf8");
    const blocks = parse("README.md", text).blocks.filter(({ language }) => language === "js");
    expect(blocks.length).toBeGreaterThanOrEqual(4);
    await expectAllPrints(blocks.map(({ text }) => text));
  });

  it("are those of its hover texts", async () => {
    const sources = (await readdir(join(powers, "src"))).filter((name) => name.endsWith(".ts"));
    const texts = await Promise.all(sources.map((name) => readFile(join(powers, "src", name), "utf8")));
    const examples = texts.flatMap((text) =>
      [...text.matchAll(/@example\n *\* ```ts\n([\s\S]*?)```/g)].map(([, code = ""]) =>
        code.replaceAll(/^ *\* ?/gm, ""),
      ),
    );
    // Not the one of the worker's script, which is for bundlers.
    const programs = examples.filter((code) => !code.includes("worker.js"));
    expect(programs.length).toBeGreaterThan(25);
    await expectAllPrints(programs);
  });

  it("are the examples", async () => {
    const run = async (path: string, ...args: string[]) => {
      const file = join(folder, path.replaceAll("/", "-"));
      await cp(join(root, "examples", path), file);
      return execute(process.execPath, [file, ...args], folder);
    };
    const ballot = await run("ballot/ballot.mjs", "3");
    const sums = [...ballot.matchAll(/^(?:Ada|Blaise|Carl): (\d)$/gm)].map(([, sum]) => Number(sum));
    expect(sums).toHaveLength(3);
    expect(sums.reduce((all, sum) => all + sum)).toBe(3);
    expect(await run("time-lock/time-lock.mjs", "20000")).toContain("solved: Open me next year.");
    expect(await run("diffie-hellman/exchange.mjs", "14")).toBe("2048 bits: both have the same key\n");
  });
});
