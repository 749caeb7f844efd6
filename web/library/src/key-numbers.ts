import {
  type BindingsComponents,
  componentsOf,
  overwriteComponents,
  type PrivateKeyNumbers,
  toBindingsComponents,
} from "./params.js";

/** The numbers of a `PrivateKey`, copied as bytes; `undefined` for any other object. */
type KeyReader = (key: PrivateKeyNumbers) => BindingsComponents | undefined;

/** There is no `PrivateKey` before its class sets this. So modules that take numbers, too, do not load the class. */
let readPrivateKey: KeyReader = () => undefined;

/** Called once, by the class `PrivateKey`. */
export function setKeyReader(reader: KeyReader): void {
  readPrivateKey = reader;
}

/**
 * Passes the numbers of a private key to the bindings of another module. A `PrivateKey` lives in the memory of the main module: its
 * numbers are copied as bytes, which are overwritten afterwards.
 */
export function useComponents<R>(key: PrivateKeyNumbers, call: (components: BindingsComponents) => R): R {
  const components = readPrivateKey(key) ?? toBindingsComponents(componentsOf(key));
  try {
    return call(components);
  } finally {
    overwriteComponents(components);
  }
}
