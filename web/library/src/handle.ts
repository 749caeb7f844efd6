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

/** What a key shows of itself. */
interface Described {
  readonly type?: string;
  readonly params?: object;
  readonly modulusLength?: number;
  readonly publicExponent?: bigint;
}

/** Lets `JSON.stringify` and Node's `console.log` show what a key is, without its long numbers. */
export function makeDescribed(prototype: object): void {
  const of = ({ type, params, modulusLength, publicExponent }: Described) => ({
    type,
    ...(params ?? { modulusLength, publicExponent }),
  });
  const define = (name: string | symbol, value: (this: Described, ...given: never[]) => unknown) =>
    Object.defineProperty(prototype, name, { value, configurable: true, writable: true });
  define("toJSON", function () {
    const text = JSON.stringify(of(this), (_, value: unknown) => (typeof value === "bigint" ? String(value) : value));
    return JSON.parse(text) as object;
  });
  define(
    Symbol.for("nodejs.util.inspect.custom"),
    function (_depth: number, options: object, inspect?: (value: object, options: object) => string) {
      return inspect === undefined ? this : `${this.constructor.name} ${inspect(of(this), options)}`;
    },
  );
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
