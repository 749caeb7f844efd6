import type { Build } from "./builds.js";
import type { FormatsModule } from "./formats/module.js";
import { instantiate, startOnce, type WithModule } from "./instantiate.js";
import { Rsa } from "./rsa.js";
// Imported statically: bundlers write a worker as a single classic script, from which dynamic imports cannot be split off.
import { createBindings } from "./wasm/bindings.js";

/** Starts a compiled build; the last step of `load` and of each worker. */
export async function startRsa(build: Build, module: WebAssembly.Module, formats: FormatsModule): Promise<Rsa> {
  const { bindings } = await instantiate(build, module, createBindings);
  return new Rsa(build, bindings, formats);
}

const loaded = new Map<Build, Promise<Rsa>>();

/** Starts a build, unless it already runs. */
export function startRsaOnce(build: Build, withModule: WithModule, formats: FormatsModule): Promise<Rsa> {
  return startOnce(loaded, build, () => withModule((module) => startRsa(build, module, formats)));
}
