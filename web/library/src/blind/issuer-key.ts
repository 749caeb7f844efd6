/// <reference lib="esnext.disposable" preserve="true" />
import { bytesToBigInt } from "../bytes.js";
import { describe, guarded, invalid } from "../errors.js";
import { Handle, makeDisposable } from "../handle.js";
import { useComponents } from "../key-numbers.js";
import { useKeyFor } from "../key-use.js";
import { type PrivateKeyNumbers, type PublicKeyNumbers, toBindingsParams } from "../params.js";
import type { BindingsIssuerKey, BlindBindings } from "./bindings.js";

/**
 * Calls `call` with the object in WebAssembly memory that belongs to a key.
 * @internal
 */
export let useIssuerKey: <R>(key: IssuerKey, call: (object: BindingsIssuerKey) => R) => R;

/**
 * A private key of two safe primes, prepared to issue partially blind signatures. It lives in WebAssembly memory: call `free()` when
 * you are done.
 */
export class IssuerKey {
  static {
    makeDisposable(IssuerKey.prototype);
    useIssuerKey = (key, call) => {
      if (typeof key !== "object" || key === null || !(#handle in key)) {
        throw invalid("issuerKey", `must be the result of issuerKey() of "rsa-variants/blind", got ${describe(key)}`);
      }
      return key.#handle.use(call);
    };
  }

  /** Frees the object at the end of a `using` declaration's block. */
  declare readonly [Symbol.dispose]: () => void;
  /** The numbers of the public key, for clients. */
  readonly publicKey: PublicKeyNumbers;
  readonly #handle: Handle<BindingsIssuerKey>;

  /** @internal */
  constructor(bindings: BlindBindings, key: PrivateKeyNumbers) {
    if (typeof key !== "object" || key === null || !("components" in key)) {
      throw invalid("privateKey", `must be a private key, got ${describe(key)}`);
    }
    const params = toBindingsParams(key.params);
    const object = useComponents(key, (components) => guarded(() => new bindings.IssuerKey(params, components)));
    this.#handle = new Handle("issuer key", object);
    useKeyFor(key, "blind signatures");
    const [modulus, publicExponent] = [bytesToBigInt(object.modulus()), bytesToBigInt(object.publicExponent())];
    this.publicKey = Object.freeze({ modulus, publicExponent });
  }

  /**
   * Frees the key and overwrites its numbers; a second call does nothing.
   *
   * @example
   * ```ts
   * import { load } from "rsa-variants/blind";
   * const blind = await load();
   * const issuerKey = blind.issuerKey(blind.generateKey({ modulusLength: 1024 })); // 1024 bits: for the example only
   * issuerKey.free();
   * ```
   */
  free(): void {
    this.#handle.free();
  }
}
