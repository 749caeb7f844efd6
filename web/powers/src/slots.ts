// Elements stay in numbered slots of WebAssembly memory, so that chains of operations copy nothing. There are only some thousand
// slots: finalizers do not run while a program computes without a pause, so a chain would otherwise fill the memory with elements
// that nobody needs. When all slots are taken, the next element replaces the oldest, which moves into JavaScript memory, where it is
// garbage once nothing refers to it, or from where it returns when it is used.
import { RsaError } from "../../library/src/errors.js";
import { Handle } from "../../library/src/handle.js";
import type { BindingsModulus } from "./bindings.js";

/** Where an element is: in a slot, or as bytes in JavaScript memory; neither if it was freed. */
export interface Place {
  slot: number | undefined;
  bytes: Uint8Array<ArrayBuffer> | undefined;
}

/** The bytes of all slots together, approximately. */
const memory = 1 << 21;

/** The slots of one modulus. */
export class Slots {
  readonly #modulus: Handle<BindingsModulus>;
  readonly #most: number;
  /** Who has each slot. A place that moved out is not here, so it can be garbage. */
  readonly #places: (Place | undefined)[] = [];
  readonly #free: number[] = [];
  #oldest = 0;

  /** @param length the length of the modulus in bytes */
  constructor(modulus: BindingsModulus, length: number) {
    this.#modulus = new Handle("modulus", modulus);
    // An element of the engine `lanes` takes 8 bytes for each 25 bits in the build `simd`, half of that in `relaxed-simd`, and some
    // vectors around.
    this.#most = Math.max(64, Math.min(4096, Math.floor(memory / (2.6 * length + 200))));
  }

  /** Makes a call of the bindings. */
  use<R>(call: (modulus: BindingsModulus) => R): R {
    return this.#modulus.use(call);
  }

  /** Makes a call that reads elements. */
  read<R>(x: Place, y: Place, call: (modulus: BindingsModulus, x: number, y: number) => R): R {
    return this.use((modulus) => {
      const first = this.#slotOf(modulus, x);
      return call(modulus, first, this.#slotOf(modulus, y, first));
    });
  }

  /** Makes a call that writes a new element. Undefined if it returns false. */
  write(call: (modulus: BindingsModulus, to: number) => unknown): Place | undefined {
    return this.use((modulus) => this.#fill(modulus, (to) => call(modulus, to)));
  }

  /** Makes a call that computes a new element from others. Undefined if it returns false. */
  compute(
    x: Place,
    y: Place,
    call: (modulus: BindingsModulus, to: number, x: number, y: number) => unknown,
  ): Place | undefined {
    return this.read(x, y, (modulus, a, b) => this.#fill(modulus, (to) => call(modulus, to, a, b), a, b));
  }

  /** Overwrites an element and forgets it. */
  release(place: Place): void {
    const { slot, bytes } = place;
    place.slot = undefined;
    place.bytes = undefined;
    bytes?.fill(0);
    if (slot === undefined) return;
    this.#places[slot] = undefined;
    this.#free.push(slot);
    this.use((modulus) => modulus.clear(slot));
  }

  /** Frees the modulus with all its elements. */
  free(): void {
    for (const place of this.#places) if (place !== undefined) place.slot = undefined;
    this.#places.length = 0;
    this.#modulus.free();
  }

  #slotOf(modulus: BindingsModulus, place: Place, ...inUse: number[]): number {
    const { slot, bytes } = place;
    if (slot !== undefined) return slot;
    if (bytes === undefined) throw new RsaError("use-after-free", "this element was freed and cannot be used");
    const to = this.#take(modulus, inUse);
    modulus.restore(to, bytes);
    bytes.fill(0);
    place.bytes = undefined;
    place.slot = to;
    this.#places[to] = place;
    return to;
  }

  #fill(modulus: BindingsModulus, write: (to: number) => unknown, ...inUse: number[]): Place | undefined {
    const to = this.#take(modulus, inUse);
    let place: Place | undefined;
    try {
      if (write(to) !== false) place = { slot: to, bytes: undefined };
    } finally {
      if (place === undefined) this.#free.push(to);
      this.#places[to] = place;
    }
    return place;
  }

  /** A slot for an element. */
  #take(modulus: BindingsModulus, inUse: readonly number[]): number {
    const free = this.#free.pop();
    if (free !== undefined) return free;
    if (this.#places.length < this.#most) return this.#places.push(undefined) - 1;
    let slot = this.#oldest;
    while (inUse.includes(slot)) slot = (slot + 1) % this.#most;
    this.#oldest = (slot + 1) % this.#most;
    const place = this.#places[slot];
    if (place !== undefined) {
      place.bytes = modulus.take(slot);
      place.slot = undefined;
    }
    return slot;
  }
}
