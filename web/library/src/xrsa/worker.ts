/**
 * The script of a worker for `connect({ worker })` of `rsa-variants/xrsa`: importing this module makes the worker serve, beside the
 * other `worker` entries that its script imports. It has no exports.
 *
 * @example
 * ```ts
 * // worker.js, which your bundler bundles
 * import "rsa-variants/xrsa/worker";
 *
 * // the main script:
 * // connect({ worker: () => new Worker(new URL("./worker.js", import.meta.url), { type: "module" }) })
 * ```
 *
 * @module
 */
import { instantiate } from "../instantiate.js";
import { createBindings } from "../wasm/xrsa-bindings.js";
import { serve } from "../workers/serve.js";
import { Device, deviceCalls } from "./device.js";
import type { DeviceOptions, Progress } from "./options.js";
import { decryptRawInSoftware } from "./software.js";
import type { XrsaServed } from "./workers.js";
import { Xrsa } from "./xrsa.js";

serve("xrsa", async ({ build, module }) => {
  const xrsa = new Xrsa((await instantiate(build, module, createBindings)).glue);
  const served: XrsaServed = {
    device(options) {
      const { multiplierLength, unitRam, controllerRam } = new Device(xrsa, options);
      return { multiplierLength, unitRam, controllerRam };
    },
    decryptRawInSoftware: (...call) => decryptRawInSoftware(xrsa, ...call),
  };
  // A device is its sizes, so that it is made again for each call.
  const calls = Object.keys(deviceCalls).map((name) => {
    const call = (sizes: DeviceOptions, ...args: never[]) =>
      (new Device(xrsa, sizes)[name as keyof typeof deviceCalls] as (...args: never[]) => unknown)(...args);
    return [name, call];
  });
  const stepOf = ({ section }: Partial<Progress>) => section && `${section.step} ${section.prime}`;
  return { library: { ...served, ...Object.fromEntries(calls) }, about: undefined, stepOf };
});
