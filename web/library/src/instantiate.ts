import type { Build } from "./builds.js";
import { RsaError, reasonOf } from "./errors.js";
import { Rsa } from "./rsa.js";
// Imported statically: bundlers write workers as one classic script, where dynamic imports cannot be split off.
import { createBindings } from "./wasm/bindings.js";

/** Starts a compiled module: what `load` and each worker end with. */
export async function instantiate(build: Build, module: WebAssembly.Module): Promise<Rsa> {
  if (!WebAssembly.Module.exports(module).some(({ name }) => name === "__wbindgen_start")) {
    throw unfit("it is another module");
  }
  const glue = createBindings();
  let found: string;
  try {
    await glue({ module_or_path: module });
    found = glue.build();
  } catch (cause) {
    throw unfit(reasonOf(cause), cause);
  }
  if (found !== build) throw new RsaError("load-failed", `the WebAssembly is the build ${found}, not ${build}`);
  return new Rsa(build, glue);
}

function unfit(reason: string, cause?: unknown): RsaError {
  return new RsaError("load-failed", `the WebAssembly does not fit this version of the package: ${reason}`, { cause });
}

const loaded = new Map<Build, Promise<Rsa>>();

/**
 * Starts a build once: the first success is what every later call gets. A failure is forgotten, and is the matter of the
 * call that met it: those that waited for it try with their own source, one after the other.
 */
export async function instantiateOnce(build: Build, compile: () => Promise<WebAssembly.Module>): Promise<Rsa> {
  for (let running = loaded.get(build); running !== undefined; running = loaded.get(build)) {
    const rsa = await running.catch(() => undefined);
    if (rsa !== undefined) return rsa;
  }
  const starting = compile().then((module) => instantiate(build, module));
  loaded.set(build, starting);
  starting.catch(() => loaded.delete(build));
  return starting;
}
