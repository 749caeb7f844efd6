/**
 * The worker script for `connect({ worker })` of `rsa-variants/xrsa`, as `rsa-variants/worker`. The same script may import other `worker`
 * entries.
 *
 * @module
 */
import { instantiate } from "../instantiate.js";
import { createBindings } from "../wasm/xrsa-bindings.js";
import { serve } from "../workers/serve.js";
import { Device } from "./device.js";
import type { DeviceOptions, Progress } from "./options.js";
import { decryptRawInSoftware } from "./software.js";
import { Xrsa } from "./xrsa.js";

type SoftwareCall = Parameters<typeof decryptRawInSoftware> extends [unknown, ...infer Call] ? Call : never;

serve("xrsa", async ({ build, module }) => {
  const xrsa = new Xrsa((await instantiate(build, module, createBindings)).bindings);
  return {
    library: {
      // A device consists only of its sizes, so each call makes a new one.
      device: (options: DeviceOptions) => new Device(xrsa, options),
      decryptRawInSoftware: (...call: SoftwareCall) => decryptRawInSoftware(xrsa, ...call),
    },
    about: undefined,
    stepOf: ({ section }: Partial<Progress>) => section && `${section.step} ${section.prime}`,
  };
});
