/**
 * The worker script for `connect({ worker })` of `rsa-variants/blind`, as `rsa-variants/worker`. The same script may import other `worker`
 * entries.
 *
 * @module
 */
import type { KeyGenerationProgress } from "../generate.js";
import { instantiate } from "../instantiate.js";
import { createBindings } from "../wasm/blind-bindings.js";
import { serve } from "../workers/serve.js";
import { Blind } from "./blind.js";

serve("blind", async ({ build, module }) => {
  const { bindings } = await instantiate(build, module, createBindings);
  const blind = new Blind(bindings);
  return {
    library: blind,
    about: undefined,
    keys: {
      make: (record) => (record.kind === "private" ? blind.issuerKey(record) : undefined),
      recordOf: () => undefined, // no call returns a key in this worker's memory
    },
    stepOf: ({ phase }: KeyGenerationProgress) => phase,
  };
});
