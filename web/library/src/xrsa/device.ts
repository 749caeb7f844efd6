import { type Bytes, bytesToBigInt, toBytes } from "../bytes.js";
import { describe, invalid } from "../errors.js";
import { useOnce } from "../handle.js";
import { checkOptions, checkWholeNumber, type Names, type ReportOptions, reporting } from "../options.js";
import { fromBindingsComponents, generatorSeed, type KeyComponents, type PrivateKeyNumbers } from "../params.js";
import type { BindingsDevice, BindingsDeviceKey, XrsaBindings } from "./bindings.js";
import {
  type DeviceOptions,
  deviceNames,
  type ModeOptions,
  modeNames,
  type Progress,
  type RunOptions,
  runNames,
  toModeArguments,
  toProgress,
} from "./options.js";
import { fromBindingsTrace, type Report, type TracedOperation } from "./report.js";
import { bindingsOf, useDeviceKey, type Xrsa } from "./xrsa.js";

/** The sizes that determine the counts of a private operation. */
export interface KeyShape {
  /** n: the length of the modulus in bits. */
  readonly modulusLength: number;
  /** r: the number of primes. Default 2. */
  readonly primes?: number | undefined;
}

/** The result of a private operation on the device. */
export interface DeviceDecryption {
  /** The message, as long as the modulus. */
  readonly message: Uint8Array<ArrayBuffer>;
  /** What the operation took. */
  readonly report: Report;
  /** Every operation of the unit, in order; present if you asked for it. */
  readonly trace?: readonly TracedOperation[];
}

/** The parameters of a key made on the device. */
export interface DeviceKeyParams extends KeyShape {
  /** e: odd, from 3 to 2^32 − 1. Default 65537. */
  readonly publicExponent?: bigint | undefined;
}

/** Options of key generation on the device. */
export interface DeviceGenerateKeyOptions extends ModeOptions, ReportOptions<Progress> {
  /** 1 to 32 bytes that determine the key, as `GenerateKeyOptions.seed`. **Do not use it for real keys.** */
  readonly seed?: Bytes | undefined;
}

const shapeNames: Names<KeyShape> = { modulusLength: true, primes: true };
const keyNames: Names<DeviceKeyParams> = { ...shapeNames, publicExponent: true };
const generateKeyNames: Names<DeviceGenerateKeyOptions> = { ...modeNames, onProgress: true, seed: true };

/**
 * A model of a device whose multiplier is shorter than the modulus. It computes RSA as xRSA does (Dang, Li, Chen 2021) and
 * counts the operations. Its unit has a multiplier of k bits, its own RAM and five operations: load, fetch, modular addition,
 * modular subtraction and Montgomery multiplication. Nothing wider than k bits is multiplied anywhere else.
 *
 * A device holds no WebAssembly memory, so you need not free it. Its calls block the thread; `connect` of this entry offers them
 * in workers.
 *
 * @example
 * ```ts
 * import { load } from "rsa-variants";
 * import { Device, load as loadXrsa } from "rsa-variants/xrsa";
 *
 * const rsa = await load();
 * const key = rsa.generateKey({ variant: "crt", modulusLength: 4096 });
 * const device = new Device(await loadXrsa()); // a multiplier of 2048 bits
 * const { message, report } = device.decryptRaw(key, key.publicKey.encryptRaw(new Uint8Array([42])));
 * console.log(message.at(-1), report.total.multiplications); // 42 5006
 * key.free();
 * ```
 */
export class Device {
  /** k: the length of the multiplier in bits. */
  readonly multiplierLength: number;
  /** RAM of the unit, in bytes. */
  readonly unitRam: number;
  /** RAM of the controller, in bytes. */
  readonly controllerRam: number;
  readonly #bindings: XrsaBindings;

  /**
   * @param xrsa the result of this entry's `load`
   * @param options the sizes of the multiplier and the memories
   * @throws RsaError `invalid-params`, with the value and the limit
   */
  constructor(xrsa: Xrsa, options: DeviceOptions = {}) {
    this.#bindings = bindingsOf(xrsa);
    checkOptions(options, deviceNames, "{ multiplierLength: 2048 }");
    const { multiplierLength = 2048, unitRam = 3072, controllerRam = 16384 } = options;
    for (const [name, value] of Object.entries({ multiplierLength, unitRam, controllerRam })) {
      checkWholeNumber(name, value);
    }
    this.multiplierLength = multiplierLength;
    this.unitRam = unitRam;
    this.controllerRam = controllerRam;
    this.#use(() => {}); // throws if a size is out of range
  }

  /**
   * Returns the counts of a private operation without computing it: they follow from the sizes.
   *
   * @param shape the sizes of a key whose CRT exponents are as long as its primes
   * @param options how to compute
   * @throws RsaError `invalid-params` if the primes are longer than the multiplier or a memory is too small
   *
   * @example
   * ```ts
   * import { Device, load } from "rsa-variants/xrsa";
   * const device = new Device(await load());
   * console.log(device.plan({ modulusLength: 4096 }, { mode: "paper" }).total.multiplications); // 12302
   * console.log(device.plan({ modulusLength: 7680, primes: 4 }).sections.length);
   * ```
   */
  plan(shape: KeyShape, options: ModeOptions = {}): Report {
    const [modulusLength, primes] = checkShape(shape, shapeNames);
    const mode = toModeArguments(options, modeNames);
    return this.#use((device) => device.plan(modulusLength, primes, ...mode));
  }

  /**
   * The private operation without padding, M = C^d mod N, on the device: the paper's `rsa_private`. **Hazardous** like
   * `PrivateKey.decryptRaw`.
   *
   * @param key a private key of the variants `crt`, `multi-prime`, `rebalanced`, `r-prime`, `scheme-a`, `scheme-b` or `tunable`, or
   * its numbers: `{ params, components }` or only the components. The number of steps depends on the lengths only, also for short
   * CRT exponents
   * @param block the ciphertext as big-endian bytes: at most as long as the modulus, and below it
   * @param options how to compute, and what to report
   * @throws RsaError `invalid-params` if the primes are longer than the multiplier or a memory is too small; `invalid-length`,
   * `message-out-of-range`; `inconsistent-key`, also for primes below √2·2^(l − 1), where l is their length, which `scheme-a` and
   * `scheme-b` have if n is odd; `wrong-variant`, `use-after-free`
   *
   * @example
   * ```ts
   * import { load } from "rsa-variants";
   * import { Device, load as loadXrsa } from "rsa-variants/xrsa";
   * const rsa = await load();
   * const key = rsa.generateKey({ variant: "crt", modulusLength: 128 }, { allowBroken: true }); // only an example
   * const device = new Device(await loadXrsa(), { multiplierLength: 64 });
   * const { report, trace = [] } = device.decryptRaw(key, new Uint8Array([2]), { trace: "values" });
   * for (const { section, operation, result } of trace) {
   *   console.log(report.sections[section]?.step, operation, result.name, result.domain, result.value);
   * }
   * key.free();
   * ```
   */
  decryptRaw(key: PrivateKeyNumbers | KeyComponents, block: Bytes, options: RunOptions = {}): DeviceDecryption {
    const bytes = toBytes("block", block);
    const mode = toModeArguments(options, runNames);
    const { trace: level } = options;
    if (level !== undefined && level !== "operations" && level !== "values") {
      throw invalid("trace", `must be one of operations, values, got ${String(level)}`);
    }
    const { message, report, trace } = reporting(options, toProgress, (progress) =>
      this.#useWith(key, (device, deviceKey) => device.decryptRaw(deviceKey, bytes, ...mode, level, progress)),
    );
    return { message, report, ...(trace === undefined ? {} : { trace: fromBindingsTrace(trace) }) };
  }

  /**
   * Computes N from the primes with the products of the unit: the paper's `rsa_get_public_key`.
   *
   * @param key as for `decryptRaw`
   * @throws RsaError as for `decryptRaw`
   *
   * @example
   * ```ts
   * import { load } from "rsa-variants";
   * import { Device, load as loadXrsa } from "rsa-variants/xrsa";
   * const rsa = await load();
   * const key = rsa.generateKey({ variant: "crt", modulusLength: 1024 });
   * const device = new Device(await loadXrsa(), { multiplierLength: 512 });
   * console.log(device.publicModulus(key).modulus === key.publicKey.modulus); // true
   * key.free();
   * ```
   */
  publicModulus(key: PrivateKeyNumbers | KeyComponents): { readonly modulus: bigint; readonly report: Report } {
    const { modulus, report } = this.#useWith(key, (device, deviceKey) => device.publicModulus(deviceKey));
    return { modulus: bytesToBigInt(modulus), report };
  }

  /**
   * Makes a key on the device. The primes, CRT exponents and coefficients are computed within k bits; only d, which the device does
   * not use, is computed outside. Unlike `Rsa.generateKey`, it makes keys of any length, because its purpose is counting:
   * `Rsa.warningFor` shows which keys are too short to use.
   *
   * @param params the parameters of the key
   * @param options how to exponentiate, a seed, a progress callback
   * @returns the numbers of a key of the variant `crt`, or `multi-prime` with more than two primes
   * @throws RsaError `invalid-params` before any work
   *
   * @example
   * ```ts
   * import { load } from "rsa-variants";
   * import { Device, load as loadXrsa } from "rsa-variants/xrsa";
   * const rsa = await load();
   * const device = new Device(await loadXrsa(), { multiplierLength: 512 });
   * const { components, report } = device.generateKey({ modulusLength: 1024 });
   * const key = rsa.keyFromComponents({ variant: "crt", modulusLength: 1024 }, components);
   * console.log(report.total.multiplications);
   * key.free();
   * ```
   */
  generateKey(
    params: DeviceKeyParams,
    options: DeviceGenerateKeyOptions = {},
  ): { readonly components: KeyComponents; readonly report: Report } {
    const shape = checkShape(params, keyNames);
    const { publicExponent = 65537n } = params;
    checkPublicExponent(publicExponent);
    const mode = toModeArguments(options, generateKeyNames);
    const random = generatorSeed(options.seed);
    try {
      const { components, report } = reporting(options, toProgress, (progress) =>
        this.#use((device) => device.generateKey(...shape, Number(publicExponent), ...mode, random, progress)),
      );
      return { components: fromBindingsComponents(components), report };
    } finally {
      random.fill(0);
    }
  }

  /** A device consists only of its sizes, so each call makes a new one in WebAssembly memory and frees it. */
  #use<R>(call: (device: BindingsDevice) => R): R {
    return useOnce(() => new this.#bindings.Device(this.multiplierLength, this.unitRam, this.controllerRam), call);
  }

  #useWith<R>(key: PrivateKeyNumbers | KeyComponents, call: (device: BindingsDevice, key: BindingsDeviceKey) => R): R {
    return this.#use((device) => useDeviceKey(this.#bindings, key, (deviceKey) => call(device, deviceKey)));
  }
}

/** Checks types; the core checks ranges. */
function checkShape(shape: KeyShape, names: Readonly<Record<string, true>>): [modulusLength: number, primes: number] {
  const { modulusLength, primes = 2 } = checkOptions(shape, names, "{ modulusLength: 4096 }");
  checkWholeNumber("modulusLength", modulusLength);
  checkWholeNumber("primes", primes);
  return [modulusLength, primes];
}

function checkPublicExponent(value: unknown): void {
  const limits = "must be an odd bigint from 3 to 4294967295";
  if (typeof value !== "bigint") throw invalid("publicExponent", `${limits}, got ${describe(value)}`);
  if (value < 3n || value > 0xffff_ffffn || value % 2n === 0n) {
    throw invalid("publicExponent", `${limits}, got ${value}`);
  }
}
