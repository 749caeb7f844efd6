/**
 * The worker script for `connect({ worker })` of `rsa-variants/security`. Import this module in your worker to serve its calls;
 * you can import other `worker` entries in the same script. It has no exports.
 *
 * @example
 * ```ts
 * // worker.js, which your bundler bundles
 * import "rsa-variants/security/worker";
 *
 * // the main script:
 * // connect({ worker: () => new Worker(new URL("./worker.js", import.meta.url), { type: "module" }) })
 * ```
 *
 * @module
 */
import { instantiate } from "../instantiate.js";
import { createBindings } from "../wasm/security-bindings.js";
import { serve } from "../workers/serve.js";
import type { AttackProgress } from "./attack.js";
import { AttacksModule, attacksBuild } from "./attacks-module.js";
import { Security } from "./security.js";

serve("security", async ({ build, module }, askForModule) => {
  const attacks = new AttacksModule(async (use) => use(await askForModule(attacksBuild)));
  const security = new Security((await instantiate(build, module, createBindings)).bindings, attacks);
  const { targets, thresholds } = security;
  return { library: security, about: { targets, thresholds }, stepOf: ({ step }: AttackProgress) => step };
});
