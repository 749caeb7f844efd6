import { invalid } from "../errors.js";
import { useOnce } from "../handle.js";
import { useComponents } from "../key-numbers.js";
import { type KeyComponents, type PrivateKeyNumbers, toBindingsComponents, toBindingsParams } from "../params.js";
import type { BindingsDeviceKey, XrsaBindings } from "./bindings.js";

/**
 * The bindings of a loaded module.
 * @internal
 */
export let bindingsOf: (xrsa: Xrsa) => XrsaBindings;

/** The loaded WebAssembly of this entry, for `Device` and the other classes and functions. */
export class Xrsa {
  static {
    bindingsOf = (xrsa) => {
      if (typeof xrsa === "object" && xrsa !== null && #bindings in xrsa) return xrsa.#bindings;
      throw invalid("xrsa", 'must be the result of load() of "rsa-variants/xrsa"');
    };
  }

  readonly #bindings: XrsaBindings;

  /** @internal */
  constructor(bindings: XrsaBindings) {
    this.#bindings = bindings;
  }
}

/** Passes a key to a call in the form that the device needs. */
export function useDeviceKey<R>(
  bindings: XrsaBindings,
  key: PrivateKeyNumbers | KeyComponents,
  call: (key: BindingsDeviceKey) => R,
): R {
  return useOnce(() => toDeviceKey(bindings, key), call);
}

function toDeviceKey(bindings: XrsaBindings, key: PrivateKeyNumbers | KeyComponents): BindingsDeviceKey {
  if (typeof key !== "object" || key === null || !("components" in key)) {
    return new bindings.Key(toBindingsComponents(key), undefined, undefined);
  }
  const { variant, crtExponentLength } = toBindingsParams(key.params);
  return useComponents(key, (components) => new bindings.Key(components, variant, crtExponentLength));
}
