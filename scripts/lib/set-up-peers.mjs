// What `npm run bench` needs beside the rest: the other crates' arithmetic, crates/peers → web/bench/wasm/<build>/.
// It is compiled as the package is, once for each build: ours is measured in it too, and whether the compiler may use SIMD
// changes the times of the other crates by less than one in a hundred.
import { join } from "node:path";
import { buildWasm } from "./build-wasm.mjs";
import { builds } from "./builds.mjs";
import { locked } from "./lock.mjs";
import { bench } from "./paths.mjs";
import { rustVersion } from "./rust-tools.mjs";
import { step } from "./step.mjs";
import { ensureWasmTools, wasmToolVersions } from "./wasm-tools.mjs";

/** Compiles crates/peers where it is not up to date; after `setUp`. */
export function setUpPeers() {
  return locked(async () => {
    await ensureWasmTools();
    const versions = { ...wasmToolVersions, rust: await rustVersion() };
    const place = { crate: "crates/peers", bindings: "web", file: "peers" };
    for (const build of builds) {
      await step({
        name: `peers (${build.name})`,
        inputs: [
          ...["crates/peers", "crates/modular-powers", "Cargo.toml", "scripts/lib/build-wasm.mjs"],
          "node_modules/binaryen/package.json", // wasm-opt
        ],
        optional: [".cargo/config.toml"],
        values: { build, place, versions },
        outputs: [`web/bench/wasm/${build.name}/${place.file}_bg.wasm`],
        work: () => buildWasm(build, { ...place, target: join(bench, "wasm", build.name) }),
      });
    }
  });
}
