import type { Build } from "../builds.js";
import { FormatsModule } from "../formats/module.js";
import { startRsa } from "../start.js";
import { type Send, type Served, serve } from "./serve.js";

/** What a worker needs to start the library. */
export interface RsaStart {
  readonly build: Build;
  readonly module: WebAssembly.Module;
}

async function startServing(
  { build, module }: RsaStart,
  askForFormats: () => Promise<WebAssembly.Module>,
): Promise<Served> {
  const rsa = await startRsa(build, module, new FormatsModule(askForFormats));
  return {
    library: rsa,
    about: rsa.engines,
    makeKey: (record) =>
      record.kind === "private"
        ? rsa.restoreKey(record.params, record.components)
        : rsa.publicKey(record.modulus, record.publicExponent),
  };
}

/** The worker's side of `connect`. */
export const serveRsa = (send: Send) => serve<RsaStart>(send, startServing);
