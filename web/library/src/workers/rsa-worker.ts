/**
 * The script of a worker for `connect({ worker })`: importing this module makes the worker serve. It has no exports.
 *
 * @example
 * ```ts
 * // worker.js, which your bundler bundles
 * import "rsa-variants/worker";
 *
 * // the main script:
 * // connect({ worker: () => new Worker(new URL("./worker.js", import.meta.url), { type: "module" }) })
 * ```
 *
 * @module
 */
import type { Build } from "../builds.js";
import { FormatsModule } from "../formats/module.js";
import { startRsa } from "../start.js";
import { serve } from "./serve.js";

serve("rsa", async ({ build, module }, askForFormats) => {
  const formats = new FormatsModule(async (use) => use(await askForFormats()));
  const rsa = await startRsa(build as Build, module, formats); // refused unless it is the module's own name
  return {
    library: rsa,
    about: rsa.engines,
    makeKey: (record) =>
      record.kind === "private"
        ? rsa.restoreKey(record.params, record.components)
        : rsa.publicKey(record.modulus, record.publicExponent),
  };
});
