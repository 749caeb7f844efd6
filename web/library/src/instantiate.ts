import { type Build, glueOf } from "./builds.js";
import { RsaError } from "./errors.js";
import { Rsa } from "./rsa.js";

/** Starts a compiled module: what `load` and each worker end with. */
export async function instantiate(build: Build, module: WebAssembly.Module): Promise<Rsa> {
  const glue = glueOf(build);
  // The bindings keep the instance before they start it, and another module's would stay for good.
  if (!WebAssembly.Module.exports(module).some(({ name }) => name === "__wbindgen_start")) {
    throw unfit("it is another module");
  }
  try {
    await glue.default({ module_or_path: module });
  } catch (cause) {
    throw unfit(cause instanceof Error ? cause.message : String(cause), cause);
  }
  return new Rsa(build, glue);
}

function unfit(reason: string, cause?: unknown): RsaError {
  return new RsaError("load-failed", `the WebAssembly does not fit this version of the package: ${reason}`, { cause });
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
