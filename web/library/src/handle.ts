/// <reference lib="esnext.disposable" preserve="true" />
import { guarded, RsaError } from "./errors.js";

/** Holds an object in WebAssembly memory until `free()`. */
export class Handle<T extends { free(): void }> {
  #object: T | undefined;
  readonly #name: string;

  constructor(name: string, object: T) {
    this.#name = name;
    this.#object = object;
  }

  use<R>(call: (object: T) => R): R {
    const object = this.#object;
    if (object === undefined) throw new RsaError("use-after-free", `this ${this.#name} was freed and cannot be used`);
    return guarded(() => call(object));
  }

  /** Throws if the object was freed. */
  check(): void {
    this.use(() => {});
  }

  /** Makes the last call on an object, one that frees the object itself. */
  consume<R>(call: (object: T) => R): R {
    const result = this.use(call);
    this.#object = undefined;
    return result;
  }

  free(): void {
    const object = this.#object;
    this.#object = undefined;
    if (object !== undefined) guarded(() => object.free());
  }
}

/** Makes an object in WebAssembly memory for one call, and frees it even if the call throws. */
export function useOnce<T extends { free(): void }, R>(make: () => T, call: (object: T) => R): R {
  return guarded(() => {
    const object = make();
    try {
      return call(object);
    } finally {
      object.free();
    }
  });
}

/** Gives a class `Symbol.dispose`, if the runtime has it, so that `using` frees its objects. */
export function makeDisposable(prototype: { free(): void }): void {
  if (typeof Symbol.dispose !== "symbol") return;
  Object.defineProperty(prototype, Symbol.dispose, {
    value(this: { free(): void }) {
      this.free();
    },
    configurable: true,
    writable: true,
  });
}
