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
