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

/**
 * Gives a class a method for `using`. Bundlers translate `using` for older platforms; if one has no `Symbol.dispose`, such as
 * WebKitGTK 2.50, their code looks for the registered symbol of that name.
 */
export function makeDisposable(prototype: { free(): void }): void {
  callsMethod(prototype, Symbol.dispose ?? Symbol.for("Symbol.dispose"), "free");
}

/** Gives a class a method for `await using`. */
export function makeAsyncDisposable(prototype: { close(): Promise<void> }): void {
  callsMethod(prototype, Symbol.asyncDispose ?? Symbol.for("Symbol.asyncDispose"), "close");
}

function callsMethod<Name extends string>(prototype: { [name in Name]: () => unknown }, symbol: symbol, name: Name) {
  Object.defineProperty(prototype, symbol, {
    value(this: { [name in Name]: () => unknown }) {
      return this[name]();
    },
    configurable: true,
    writable: true,
  });
}
