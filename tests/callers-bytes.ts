// The bytes that a caller passes stay the caller's: no call changes them, and the caller may overwrite them when a call returns.
import { expect } from "vitest";

/** What a call is given, and the call. Its result, or what its promise resolves to, is the same each time. */
// biome-ignore lint/suspicious/noExplicitAny: each call names its arguments
export type BytesCase = readonly [given: readonly Uint8Array[], call: (...given: any[]) => unknown];

/** The same bytes as callers have them: Node's Buffer shares a pool with others, and its `slice` does not copy. */
const kinds: Readonly<Record<string, (bytes: Uint8Array) => Uint8Array>> = {
  "a Buffer": (bytes) => Buffer.from(bytes),
  "a view": (bytes) => {
    const around = new Uint8Array(bytes.length + 24);
    around.set(bytes, 8);
    return around.subarray(8, 8 + bytes.length);
  },
  "an array": (bytes) => new Uint8Array(bytes),
};

const overwrite = (bytes: Uint8Array) => bytes.set(bytes.map((_, i) => 17 * i + 3));
const plain = (all: readonly Uint8Array[]) => all.map((bytes) => new Uint8Array(bytes));

/** Makes the call with each kind of bytes, once leaving them and once overwriting them as soon as it returns. */
export async function expectCallersBytes([given, call]: BytesCase): Promise<void> {
  const expected = await call(...plain(given));
  for (const [kind, make] of Object.entries(kinds)) {
    for (const isOverwritten of [false, true]) {
      const own = given.map(make);
      const what = `${kind}${isOverwritten ? ", overwritten after the call" : ""}`;
      const running = call(...own);
      if (isOverwritten) own.forEach(overwrite);
      const before = isOverwritten ? given.map((bytes) => new Uint8Array(bytes)) : plain(given);
      if (isOverwritten) before.forEach(overwrite);
      expect(await running, what).toEqual(expected);
      expect(plain(own), what).toEqual(before);
    }
  }
}
