import { type Build, glueOf } from "./builds.js";
import { RsaError } from "./errors.js";
import { Rsa } from "./rsa.js";

/** Starts a compiled module: what `load` and each worker end with. */
export async function instantiate(build: Build, module: WebAssembly.Module): Promise<Rsa> {
  const glue = glueOf(build);
  try {
    await glue.default({ module_or_path: module });
  } catch (cause) {
    const reason = cause instanceof Error ? cause.message : String(cause);
    throw new RsaError("load-failed", `the WebAssembly does not fit this version of the package: ${reason}`, { cause });
  }
  return new Rsa(build, glue);
}

const loaded = new Map<Build, Promise<Rsa>>();

/** Starts a build once: the first success is what every later call gets; a failure is forgotten. */
export function instantiateOnce(build: Build, compile: () => Promise<WebAssembly.Module>): Promise<Rsa> {
  const running = loaded.get(build);
  if (running !== undefined) return running;
  const starting = compile().then((module) => instantiate(build, module));
  loaded.set(build, starting);
  starting.catch(() => loaded.delete(build));
  return starting;
}
