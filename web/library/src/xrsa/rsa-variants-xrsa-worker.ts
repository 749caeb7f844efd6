/**
 * A worker script for `connect({ worker })` of `rsa-variants/xrsa`. Import this module in your worker, by itself or with other `worker`
 * entries; it starts to serve and has no exports.
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
  const xrsa = new Xrsa((await instantiate(build, module, createBindings)).bindings);
  const served: XrsaServed = {
    device(options) {
      const { multiplierLength, unitRam, controllerRam } = new Device(xrsa, options);
      return { multiplierLength, unitRam, controllerRam };
    },
    decryptRawInSoftware: (...call) => decryptRawInSoftware(xrsa, ...call),
  };
  // A device consists only of its sizes, so each call makes a new one.
  const calls = Object.keys(deviceCalls).map((name) => {
    const call = (sizes: DeviceOptions, ...args: never[]) =>
      (new Device(xrsa, sizes)[name as keyof typeof deviceCalls] as (...args: never[]) => unknown)(...args);
    return [name, call];
  });
  const stepOf = ({ section }: Partial<Progress>) => section && `${section.step} ${section.prime}`;
  return { library: { ...served, ...Object.fromEntries(calls) }, about: undefined, stepOf };
});
