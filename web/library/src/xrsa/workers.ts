// A device has no state. In workers it is its sizes, which go along with each call, so any worker can answer.

import { startXrsaWorker } from "#start/xrsa";
import type { Bytes } from "../bytes.js";
import type { AbortOptions } from "../options.js";
import type { KeyComponents, PrivateKeyNumbers } from "../params.js";
import { connectTo } from "../single-module.js";
import { type CallTable, type InWorkers, placeOf, workerClass } from "../workers/calls.js";
import type { WorkerPool } from "../workers/pool.js";
import type { WorkerPrivateKey } from "../workers/rsa-workers.js";
import { callWithNumbers, type WorkerOptions, Workers } from "../workers/workers.js";
import type { Device } from "./device.js";
import { type LoadOptions, module } from "./load.js";
import type { DeviceOptions } from "./options.js";
import type { SoftwareDecryption, SoftwareOptions } from "./software.js";

/** The complete sizes of a device. */
export type DeviceSizes = Pick<Device, "multiplierLength" | "unitRam" | "controllerRam">;

/** The calls, which also accept private keys that live in workers. */
type WithWorkerKeys<Calls> = {
  readonly [Name in keyof Calls]: Calls[Name] extends (key: infer Key, ...rest: infer Rest) => infer Result
    ? PrivateKeyNumbers extends Key
      ? (key: Key | WorkerPrivateKey, ...rest: Rest) => Result
      : Calls[Name]
    : never;
};

const deviceCalls = {
  plan: [1, "own"],
  decryptRaw: [2, "own"],
  publicModulus: [1, "signal"],
  generateKey: [1, "own"],
} as const satisfies CallTable<Device>;

type DeviceCalls = WithWorkerKeys<InWorkers<Device, typeof deviceCalls>>;
const DeviceCalls = workerClass<DeviceCalls>(deviceCalls);

/**
 * A `Device` whose calls run in workers. Each call accepts a `signal` that cancels it at once. The documentation and examples are
 * those of `Device`: here, `await` the result.
 */
export class WorkerDevice extends DeviceCalls implements DeviceSizes {
  /** k: the length of the multiplier in bits. */
  readonly multiplierLength: number;
  /** RAM of the unit, in bytes. */
  readonly unitRam: number;
  /** RAM of the controller, in bytes. */
  readonly controllerRam: number;

  /** @internal */
  constructor(pool: WorkerPool, sizes: DeviceSizes) {
    const call = callWithNumbers(pool);
    super(pool, undefined, () => (method, args, options) => call(`device.${method}`, [[sizes], ...args], options));
    this.multiplierLength = sizes.multiplierLength;
    this.unitRam = sizes.unitRam;
    this.controllerRam = sizes.controllerRam;
  }
}

/**
 * The calls of this entry in workers. They do not block this thread, and each accepts a `signal` that cancels it at once.
 * `onProgress` is called for every section, and within a section at most every 16 ms.
 */
export class XrsaWorkers extends Workers {
  /**
   * Makes a device in these workers.
   *
   * @param options the sizes of the multiplier and the memories, as for `Device`
   * @param abort a signal
   * @throws RsaError `invalid-params`, with the value and the limit; `closed`
   */
  async device(options: DeviceOptions = {}, abort: AbortOptions = {}): Promise<WorkerDevice> {
    const [pool] = placeOf(this);
    const sizes = await pool.call(undefined, "device", [options], { signal: abort.signal });
    return new WorkerDevice(pool, sizes as DeviceSizes); // the copy of a Device
  }

  /**
   * The naive method, like the function `decryptRawInSoftware` of this entry, in a worker.
   *
   * @param key as for `Device.decryptRaw`; also a key of `connect`
   * @param block the ciphertext as big-endian bytes: at most as long as the modulus, and below it
   * @param options a progress callback and a signal
   * @throws RsaError as for the function; `closed`
   */
  async decryptRawInSoftware(
    key: PrivateKeyNumbers | KeyComponents | WorkerPrivateKey,
    block: Bytes,
    options: SoftwareOptions = {},
  ): Promise<SoftwareDecryption> {
    const call = callWithNumbers(placeOf(this)[0]);
    return (await call("decryptRawInSoftware", [key, block], options)) as SoftwareDecryption;
  }
}

/** Options of `connect`. */
export interface ConnectOptions extends LoadOptions, WorkerOptions {}

/**
 * Starts this entry in workers: Web Workers in browsers, worker threads in Node. The WebAssembly is compiled once and shared by all
 * workers, and by later calls of `connect` and `load`. In Node, idle workers do not keep the process alive.
 *
 * @param options the number of workers, and the sources of the worker script and the WebAssembly
 * @throws RsaError `load-failed` as for `load`; `worker-failed` if the first worker does not start; `invalid-params`
 *
 * @example
 * ```ts
 * import { connect as connectRsa } from "rsa-variants";
 * import { connect } from "rsa-variants/xrsa";
 *
 * const rsa = await connectRsa({ workers: 1 });
 * const workers = await connect({ workers: 1 });
 * const key = await rsa.generateKey({ variant: "crt", modulusLength: 4096 });
 * const device = await workers.device({ multiplierLength: 2048 });
 * const { report } = await device.decryptRaw(key, new Uint8Array([2]), {
 *   onProgress: ({ multiplications, expected }) => console.log(multiplications, expected),
 * });
 * console.log(report.total.multiplications); // 5006
 * await workers.close();
 * await rsa.close();
 * ```
 */
export async function connect(options: ConnectOptions = {}): Promise<XrsaWorkers> {
  return connectTo(module, options, startXrsaWorker, (pool) => new XrsaWorkers(pool));
}
