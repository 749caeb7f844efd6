/** The calls that a worker serves. Arguments were checked on the main side; numbers are bytes. */
import { RsaError } from "../../library/src/errors.js";
import { type ReportOptions, reporting } from "../../library/src/options.js";
import type { GroupRecord } from "../../library/src/workers/protocol.js";
import { timedPart } from "../../library/src/workers/timed-part.js";
import type { BindingsFixedBase, BindingsModulus, PowersBindings } from "./bindings.js";
import { crt, type Residue } from "./crt.js";
import type { Joined } from "./numbers.js";
import type { Progress } from "./options.js";
import { inParts } from "./parts.js";
import { isPrime, type Search, searchPrime } from "./primes.js";

/** A part of a search that has found nothing yet, as a shared search expects it. */
interface NotFound {
  readonly found: false;
  readonly primes: readonly Uint8Array[];
}

/** A report as a shared search adds them up. */
interface PartProgress {
  readonly phase: "candidates";
  readonly done: number;
  readonly expected: number;
}

/** The calls without a modulus. */
export class Served {
  readonly #bindings: PowersBindings;

  constructor(bindings: PowersBindings) {
    this.#bindings = bindings;
  }

  isPrime(bytes: Uint8Array, options: Parameters<typeof isPrime>[2]): boolean {
    return isPrime(this.#bindings, bytes, options);
  }

  crt(residues: readonly Residue[]): bigint {
    return crt(this.#bindings, residues);
  }

  /** Searches a prime for `milliseconds` or longer, as `timedPart` says. */
  searchPart(
    _known: readonly Uint8Array[],
    milliseconds: number,
    search: Search,
    { onProgress }: { readonly onProgress?: (progress: PartProgress) => void } = {},
  ): Uint8Array | NotFound {
    const goesOn = timedPart(milliseconds);
    const prime = searchPrime(this.#bindings, search, (done, expected) => {
      onProgress?.({ phase: "candidates", done, expected });
      return goesOn(done);
    });
    return prime ?? { found: false, primes: [] };
  }
}

/** A modulus in a worker, perhaps with a table. */
export class ServedGroup {
  readonly #modulus: BindingsModulus;
  readonly #table: BindingsFixedBase | undefined;

  constructor(bindings: PowersBindings, { modulus, table }: GroupRecord) {
    this.#modulus = new bindings.Modulus(modulus);
    this.#table = table && this.#modulus.fixedBase(table.base, table.exponentLength, table.memory);
  }

  powMany(bases: Joined, exponents: Joined, bits: number | undefined): Uint8Array {
    return this.#modulus.powMany(bases.bytes, bases.length, exponents.bytes, exponents.length, bits);
  }

  productPow(bases: Joined, exponents: Joined): Uint8Array {
    return this.#modulus.productPow(bases.bytes, bases.length, exponents.bytes, exponents.length);
  }

  tableMemory(): number {
    return this.#madeTable().memoryBytes;
  }

  tablePowers(exponents: Uint8Array): Uint8Array {
    return this.#madeTable().powMany(exponents);
  }

  #madeTable(): BindingsFixedBase {
    if (this.#table === undefined) throw new RsaError("internal", "a modulus without a table");
    return this.#table;
  }

  squareRepeatedly(x: Uint8Array, count: number, options: ReportOptions<Progress>): Uint8Array {
    const toProgress = (done: number): Progress => ({ done, total: count });
    // The only element in this modulus.
    this.#modulus.set(0, x);
    reporting(options, toProgress, (report) => inParts(count, (steps) => this.#modulus.square(0, 0, steps), report));
    const result = this.#modulus.get(0);
    this.#modulus.clear(0);
    return result;
  }

  free(): void {
    this.#table?.free();
    this.#modulus.free();
  }
}
