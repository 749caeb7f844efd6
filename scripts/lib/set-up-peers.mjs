// Builds what only `npm run bench` needs: the arithmetic of other crates, from crates/peers into web/bench/wasm/<build>/.
// It is compiled like the package, once for each build, because our engines are measured in it, too. SIMD changes the times of
// the other crates by less than one percent.
import { join } from "node:path";
import { buildWasm } from "./build-wasm.mjs";
import { builds } from "./builds.mjs";
import { locked } from "./lock.mjs";
import { bench } from "./paths.mjs";
import { rustVersion } from "./rust-tools.mjs";
import { step } from "./step.mjs";
import { ensureWasmTools, wasmToolVersions } from "./wasm-tools.mjs";

/** Compiles crates/peers if it is not up to date; call it after `setUp`. */
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
