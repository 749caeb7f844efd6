// Builds the WebAssembly and the JavaScript of a crate with bindings.
import { appendFile, copyFile, mkdir, readdir, rename, rm, writeFile } from "node:fs/promises";
import { homedir } from "node:os";
import { dirname, join } from "node:path";
import { cache, root } from "./paths.mjs";
import { mustRun, Problem, run } from "./run.mjs";

/**
 * Makes one build of a crate; the target folder appears whole or not at all. wasm-pack compiles the module and writes its
 * JavaScript. npm cannot install it where its download fails, and compiling it takes as long as compiling wasm-bindgen; there,
 * cargo and wasm-bindgen do the same with the same result. Then wasm-opt optimizes the module. With -O1 modules are smallest, and
 * as fast as with -O3, which takes four times as long.
 * @param {{ rustflags: string, small?: readonly string[], isSmall?: boolean }} build additional flags of the compiler, and crates to compile for
 * size, or whether all are
 * @param {object} place
 * @param {string} place.crate the crate's folder, as a path from the root
 * @param {string} [place.feature] a feature of the crate
 * @param {"web" | "no-modules"} place.bindings the kind of JavaScript
 * @param {string} place.file the name of the files
 * @param {string} place.target their folder
 * @param {boolean} [place.withWasmPack] default: if it is installed
 * @param {() => Promise<unknown>} [place.tools] waits until wasm-bindgen is installed, which compiling does not need
 */
export async function buildWasm(
  { rustflags, small = [], isSmall = false },
  { crate, feature, bindings, file, target, withWasmPack, tools = async () => {} },
) {
  const fresh = `${target}.new`;
  await rm(fresh, { recursive: true, force: true });
  await mkdir(dirname(target), { recursive: true });
  // Separated by a character that paths do not contain, which RUSTFLAGS does not support.
  const flags = [...rustflags.split(" ").filter(Boolean), await withoutPaths()].join("\x1f");
  // Two folders, because cargo locks its folder and links with one processor: so builds without SIMD and with it overlap.
  const folder = join(root, "target", rustflags.includes("simd") ? "simd" : "");
  const env = { CARGO_ENCODED_RUSTFLAGS: flags, CARGO_TARGET_DIR: folder };
  const settings = [
    ...(isSmall ? ["--config", 'profile.release.opt-level="z"'] : []),
    ...small.flatMap((name) => ["--config", `profile.release.package.${name}.opt-level="z"`]),
    ...(feature === undefined ? [] : ["--features", feature]),
  ];
  const names = ["--target", bindings, "--out-dir", fresh, "--out-name", file];
  if (withWasmPack ?? (await hasWasmPack())) {
    await tools();
    const only = ["--mode", "no-install", "--no-opt", "--no-pack"];
    await inTurn(folder, () =>
      mustRun("wasm-pack", ["--quiet", "build", join(root, crate), ...names, ...only, "--", ...settings], { env }),
    );
    await rm(join(fresh, ".gitignore"), { force: true });
  } else {
    const module = `${target}.wasm`;
    // A copy, because builds of other features of the crate have the same name.
    await inTurn(folder, async () => copyFile(await compile(crate, settings, env), module));
    await tools();
    await mustRun("wasm-bindgen", [module, ...names, "--typescript", "--omit-default-module-path"]);
    await rm(module);
  }
  const module = join(fresh, `${file}_bg.wasm`);
  await mustRun("wasm-opt", [module, "-o", module, "-O1"]); // reads from the module which instructions it may use
  // Turn the global declarations into a module, so that several bindings can be imported together.
  if (bindings === "no-modules") await appendFile(join(fresh, `${file}.d.ts`), "export { wasm_bindgen };\n");
  await rm(target, { recursive: true, force: true });
  await rename(fresh, target);
}

/** Whether wasm-pack is installed. */
export async function hasWasmPack() {
  return (await run("wasm-pack", ["--version"])).code === 0;
}

/** Compiles a crate as wasm-pack does, and returns the module's path. */
async function compile(crate, settings, env) {
  const wanted = ["--lib", "--release", "--target", "wasm32-unknown-unknown", ...settings];
  const messages = ["--quiet", "--message-format", "json-render-diagnostics"];
  const { code, output, stdout } = await run("cargo", ["build", ...wanted, ...messages], {
    env,
    cwd: join(root, crate),
  });
  if (code !== 0) throw new Problem(`cargo cannot compile ${crate}:\n${output.replaceAll(/^\{.*\n/gm, "").trimEnd()}`);
  const made = stdout.split("\n").flatMap((line) => (line.startsWith("{") ? [JSON.parse(line)] : []));
  return made.flatMap(({ filenames = [] }) => filenames).findLast((name) => name.endsWith(".wasm"));
}

/** The last call of cargo in each folder. @type {Map<string, Promise<unknown>>} */
const last = new Map();

/** One call of cargo at a time in each folder. */
function inTurn(folder, work) {
  const result = (last.get(folder) ?? Promise.resolve()).then(work);
  last.set(
    folder,
    result.catch(() => {}),
  );
  return result;
}

/**
 * Flags of the compiler that remove local paths from panic messages. The published file must not show where the sources were on
 * the machine that compiled it, nor the host of the crate registry, after which cargo names its folder.
 *
 * They are passed in a file: if cargo sees --remap-path-prefix, it uses the same names for the results of all flags, so builds with
 * different flags could not share a folder, nor the procedural macros in it.
 */
function withoutPaths() {
  written ??= writeFlags();
  return written;
}

let written;

async function writeFlags() {
  await mustRun("cargo", ["fetch", "--quiet"]); // now, because the folder must be known before the compiler starts
  const cargoHome = process.env.CARGO_HOME ?? join(homedir(), ".cargo");
  const sources = join(cargoHome, "registry", "src");
  const registries = await readdir(sources).catch(() => []);
  const names = [
    [cargoHome, "cargo"],
    [root.replace(/[/\\]$/, ""), "rsa-variants"],
    ...registries.map((registry) => [join(sources, registry), "cargo"]), // the last match wins
  ];
  const file = join(cache, "without-paths.txt");
  await mkdir(cache, { recursive: true });
  await writeFile(file, names.map(([path, name]) => `--remap-path-prefix=${path}=${name}\n`).join(""));
  return `@${file}`;
}
