/// <reference lib="esnext.disposable" preserve="true" />

/** Gives a class `Symbol.dispose` where the runtime has it, so that `using` frees its objects. */
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
