/**
 * The worker script for `connect({ worker })` of `rsa-variants/blind`. Import this module in your worker to serve its calls;
 * you can import other `worker` entries in the same script. It has no exports.
 *
 * @example
 * ```ts
 * // worker.js, which your bundler bundles
 * import "rsa-variants/blind/worker";
 *
 * // the main script:
 * // connect({ worker: () => new Worker(new URL("./worker.js", import.meta.url), { type: "module" }) })
 * ```
 *
 * @module
 */
import type { KeyGenerationProgress } from "../generate.js";
import { instantiate } from "../instantiate.js";
import { createBindings } from "../wasm/blind-bindings.js";
import { serve } from "../workers/serve.js";
import { Blind } from "./blind.js";
import { ServedBlind, ServedIssuerKey } from "./served.js";

serve("blind", async ({ build, module }) => {
  const { bindings } = await instantiate(build, module, createBindings);
  const blind = new Blind(bindings);
  return {
    library: new ServedBlind(blind),
    about: undefined,
    keys: {
      make: (record) => (record.kind === "private" ? new ServedIssuerKey(blind, bindings, record) : undefined),
      recordOf: () => undefined, // no call returns a key in this worker's memory
    },
    stepOf: ({ phase }: KeyGenerationProgress) => phase,
  };
});
