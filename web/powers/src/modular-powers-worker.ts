/**
 * A worker script for `connect({ worker })`. Import this module in your worker; it starts to serve and has no exports.
 *
 * @example
 * ```ts
 * // worker.js, which your bundler bundles
 * import "modular-powers/worker";
 *
 * // the main script:
 * // connect({ worker: () => new Worker(new URL("./worker.js", import.meta.url), { type: "module" }) })
 * ```
 *
 * @module
 */
import type { Build } from "../../library/src/builds.js";
import { instantiate } from "../../library/src/instantiate.js";
import { serve } from "../../library/src/workers/serve.js";
import { Served, ServedGroup } from "./served.js";
import { createBindings } from "./wasm/powers-bindings.js";

serve("powers", async ({ build, module }) => {
  const { bindings } = await instantiate(build as Build, module, createBindings);
  return {
    library: new Served(bindings),
    about: undefined,
    keys: {
      make: (record) => (record.kind === "group" ? new ServedGroup(bindings, record) : undefined),
      recordOf: () => undefined, // no call returns one
    },
    // One kind of step for each call: of its reports, those that a screen can show are sent.
    stepOf: () => undefined,
  };
});
