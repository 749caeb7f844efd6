import type { WithModule } from "../instantiate.js";
import { moduleFrom, type PackagedFile, type WasmSource } from "../wasm-source.js";
import { containersBuild, FormatsModule, formatsBuild } from "./module.js";

/** Where the modules of key formats and of containers come from. */
export interface FormatsOptions {
  /**
   * Where the module of key formats (PEM, DER, OpenSSH) comes from. The first call that reads or writes such a format fetches it.
   * Default: the file `rsa-variants-formats.wasm` in this package. A function is called for each attempt.
   */
  readonly formatsSource?: WasmSource | (() => WasmSource) | undefined;
  /**
   * Where the module of containers (PKCS #12, PuTTY's files) comes from, as `formatsSource`. The first call that reads such a file
   * fetches it. Default: the file `rsa-variants-containers.wasm` in this package.
   */
  readonly containersSource?: WasmSource | (() => WasmSource) | undefined;
}

/**
 * The modules of key formats and of containers, from the caller's sources or the files in this package.
 * @internal
 */
export function formatsOf({ formatsSource, containersSource }: FormatsOptions): FormatsModule {
  return new FormatsModule(formatsModule(formatsSource), containersModule(containersSource));
}

export function formatsModule(source: FormatsOptions["formatsSource"]): WithModule {
  return moduleFrom(formatsBuild, () => formats, { source, option: "formatsSource" });
}

export function containersModule(source: FormatsOptions["containersSource"]): WithModule {
  return moduleFrom(containersBuild, () => containers, { source, option: "containersSource" });
}

const formats: PackagedFile = {
  url: () => new URL("../wasm/rsa-variants-formats.wasm", import.meta.url),
  embedded: () => import("#embedded/formats"),
};
const containers: PackagedFile = {
  url: () => new URL("../wasm/rsa-variants-containers.wasm", import.meta.url),
  embedded: () => import("#embedded/containers"),
};
