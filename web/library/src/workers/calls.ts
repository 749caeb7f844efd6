/// <reference lib="esnext.disposable" preserve="true" />
/** Classes whose calls are made in workers. A table of the calls says what is sent, and how the types change. */

import { RsaError } from "../errors.js";
import { makeDisposable } from "../handle.js";
import { type AbortOptions, abortNames, checkOptions } from "../options.js";
import type { WorkerPool } from "./pool.js";
import type { Forward, KeyId } from "./protocol.js";
import type { ListCall } from "./share-list.js";

/**
 * How many arguments a call has before its options, and what these are in workers: its `own`, its own and a `signal` (`both`), only a
 * `signal`, or those of a call for lists. A call that is generic and returns a promise also there has the `same` type.
 */
export type Call = readonly [before: number, options: "own" | "both" | "signal" | "same" | ListCall<never>];

/** Calls by name. */
export type CallTable<T> = { readonly [Name in keyof T]?: Call };

/** The result of a call on the main side, with the second type of a pair in place of the first. */
type Replaced<Result, Pairs> = Result extends unknown
  ? Pairs extends readonly [readonly [infer Here, infer There], ...infer Others]
    ? Result extends Here
      ? There
      : Replaced<Result, Others>
    : Result
  : never;

/** Arguments with other options, which are the last unless there are just as many as come before options. */
type WithOptions<Args extends readonly unknown[], Before, Options> = Args["length"] extends Before
  ? [...args: Args, options?: Options]
  : Required<Args> extends [...infer Others, unknown]
    ? [...args: Others, options?: Options]
    : never;

type OwnOptions<Args extends readonly unknown[]> =
  Required<Args> extends [...unknown[], infer Options] ? Options : never;

type Arguments<Args extends readonly unknown[], How extends Call> = How[1] extends "own"
  ? Args
  : How[1] extends "signal"
    ? [...args: Args, options?: AbortOptions]
    : How[1] extends ListCall<infer Options>
      ? WithOptions<Args, How[0], Options>
      : WithOptions<Args, How[0], OwnOptions<Args> & AbortOptions>;

type InWorker<Method, How extends Call, Pairs> = How[1] extends "same"
  ? Method
  : Method extends (...args: infer Args) => infer Result
    ? (...args: Arguments<Args, How>) => Promise<Replaced<Awaited<Result>, Pairs>>
    : never;

/**
 * The calls of a table, returning promises; `Pairs` are types of results here and in workers. The names are those of `T`, remapped,
 * because then each call keeps the documentation of the method: editors show it.
 */
export type InWorkers<T, Table extends CallTable<T>, Pairs = readonly []> = {
  readonly [Name in keyof T as Name extends keyof Table ? Name : never]: Name extends keyof Table
    ? Table[Name] extends Call
      ? InWorker<T[Name], Table[Name], Pairs>
      : never
    : never;
};

/** Where an object lives: its workers, its name there if it is a key, and what returns how its calls are made. */
type Place = readonly [pool: WorkerPool, keyId: KeyId | undefined, calls: () => Forward];

const places = new WeakMap<object, Place>();

/** Returns where an object lives. */
export function placeOf(object: object): Place {
  const place = places.get(object);
  if (place === undefined) throw new RsaError("invalid-params", "call it as a method of its object");
  return place;
}

/** Makes a call on an object in a worker. */
export async function forward(object: object, method: string, args: readonly unknown[], options: unknown) {
  return placeOf(object)[2]()(method, args, options);
}

/** An object whose calls are made in workers. */
export class InWorkerObject {
  /** @internal */
  constructor(pool: WorkerPool, keyId?: KeyId, calls: () => Forward = () => pool.callsOn(keyId)) {
    places.set(this, [pool, keyId, calls]);
  }
}

/** A key in workers. */
export class InWorkerKey extends InWorkerObject {
  static {
    makeDisposable(InWorkerKey.prototype);
  }

  /** Frees the object at the end of a `using` declaration's block. */
  declare readonly [Symbol.dispose]: () => void;

  /**
   * @param name what it is called in error messages
   * @internal
   */
  constructor(pool: WorkerPool, keyId: KeyId, name?: string, calls: () => Forward = () => pool.callsOn(keyId, name)) {
    super(pool, keyId, calls);
  }

  /**
   * Frees the object in every worker; a second call does nothing. Calls that run are completed.
   */
  free(): void {
    const [pool, keyId] = placeOf(this);
    pool.forget(keyId as KeyId);
  }
}

/** The options themselves, not inherited ones. Others than objects are refused where they are read. */
function ownOptions(options: unknown = {}): unknown {
  return typeof options === "object" && options !== null ? Object.assign(Object.create(null), options) : options;
}

/** A class that extends `Base` with the calls of a table, whose types are `Calls`. */
export function workerClass<
  Calls extends object,
  Base extends new (
    ...args: never[]
  ) => InWorkerObject = typeof InWorkerObject,
>(
  table: Readonly<Record<keyof Calls, Call>>,
  base?: Base,
): new (
  ...args: ConstructorParameters<Base>
) => InstanceType<Base> & Calls {
  class WithCalls extends (base ?? InWorkerObject) {}
  for (const [method, [before, kind]] of Object.entries(table) as [string, Call][]) {
    const value = async function (this: object, ...all: unknown[]) {
      const [{ size }, , calls] = placeOf(this);
      const args = all.slice(0, before);
      args.length = before; // omitted arguments become undefined, so that the options keep their position
      if (typeof kind === "function") return kind(size, calls(), method, args, all[before] as never);
      const own = ownOptions(all[before]);
      if (kind === "signal") checkOptions(own, abortNames, "{ signal }");
      return calls()(method, args, own);
    };
    Object.defineProperty(WithCalls.prototype, method, { value, configurable: true, writable: true });
  }
  // The loop defined a method for each name of the table.
  return WithCalls as new (
    ...args: never[]
  ) => unknown as ReturnType<typeof workerClass<Calls, Base>>;
}
