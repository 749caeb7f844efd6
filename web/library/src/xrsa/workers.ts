import type { Bytes } from "../bytes.js";
import type { AbortOptions } from "../callback.js";
import type { KeyComponents, PrivateKeyNumbers } from "../params.js";
import { type CallTable, type InWorkers, workerClass } from "../workers/calls.js";
import { callWithNumbers } from "../workers/key-numbers.js";
import type { WorkerPool } from "../workers/pool.js";
import type { WorkerPrivateKey } from "../workers/worker-keys.js";
import { Workers } from "../workers/workers.js";
import type { Device } from "./device.js";
import type { DeviceOptions } from "./options.js";
import type { SoftwareDecryption, SoftwareOptions } from "./software.js";

/** What a device is like, nothing left open. */
export type DeviceSizes = Pick<Device, "multiplierLength" | "unitRam" | "controllerRam">;

/** The calls of a device that workers answer. */
export const deviceCalls = {
  plan: [1, "own"],
  decryptRaw: [2, "own"],
  publicModulus: [1, "signal"],
  generateKey: [1, "own"],
} as const satisfies CallTable<Device>;

/** The calls, also with private keys that live in workers. */
type WithWorkerKeys<Calls> = {
  readonly [Name in keyof Calls]: Calls[Name] extends (key: infer Key, ...rest: infer Rest) => infer Result
    ? (key: PrivateKeyNumbers extends Key ? Key | WorkerPrivateKey : Key, ...rest: Rest) => Result
    : never;
};

type DeviceCalls = WithWorkerKeys<InWorkers<Device, typeof deviceCalls>>;
const DeviceCalls = workerClass<DeviceCalls>(deviceCalls);

/** A `Device` whose calls run in workers; each takes a `signal` that ends it at once. */
export class WorkerDevice extends DeviceCalls implements DeviceSizes {
  /** k: bits of the multiplier. */
  readonly multiplierLength: number;
  /** RAM of the unit, in bytes. */
  readonly unitRam: number;
  /** RAM of the controller, in bytes. */
  readonly controllerRam: number;

  /** @internal */
  constructor(pool: WorkerPool, sizes: DeviceSizes) {
    super((method, args, options) => callWithNumbers(pool, method, [sizes, ...args], options));
    this.multiplierLength = sizes.multiplierLength;
    this.unitRam = sizes.unitRam;
    this.controllerRam = sizes.controllerRam;
  }
}

/** What a worker serves beside the calls of a device. */
export interface XrsaServed {
  device(options: DeviceOptions): DeviceSizes;
  /** As `decryptRawInSoftware` of this entry. */
  decryptRawInSoftware(
    key: PrivateKeyNumbers | KeyComponents,
    block: Bytes,
    options?: SoftwareOptions,
  ): SoftwareDecryption;
}

const xrsaCalls = { decryptRawInSoftware: [2, "own"] } as const satisfies CallTable<XrsaServed>;
const XrsaCalls = workerClass<WithWorkerKeys<InWorkers<XrsaServed, typeof xrsaCalls>>, typeof Workers>(
  xrsaCalls,
  Workers,
);

/**
 * What this entry computes with a key, in workers: none of the calls blocks this thread, and each takes a `signal` that ends it at
 * once. `onProgress` hears of every section, and of each section at most every 16 ms.
 */
export class XrsaWorkers extends XrsaCalls {
  readonly #pool: WorkerPool;

  /** @internal */
  constructor(pool: WorkerPool) {
    super(pool, (...call) => callWithNumbers(pool, ...call));
    this.#pool = pool;
  }

  /**
   * A device in these workers.
   *
   * @param options as `Device` takes them
   * @throws RsaError `invalid-params` naming the limit and the value; `closed`
   */
  async device(options: DeviceOptions = {}, { signal }: AbortOptions = {}): Promise<WorkerDevice> {
    const sizes = await this.#pool.call(undefined, "device", [options], { signal });
    return new WorkerDevice(this.#pool, sizes as DeviceSizes); // what XrsaServed gives
  }
}
