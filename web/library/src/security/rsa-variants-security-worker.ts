/**
 * The worker script for `connect({ worker })` of `rsa-variants/security`, as `rsa-variants/worker`. The same script may import other `worker`
 * entries.
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
