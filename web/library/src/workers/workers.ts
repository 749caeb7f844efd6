/// <reference lib="esnext.disposable" preserve="true" />
import { parallelism, startScript, startTrusted } from "#threads";
import { describe, invalid, RsaError } from "../errors.js";
import { makeAsyncDisposable } from "../handle.js";
import type { WithModule } from "../instantiate.js";
import type { Names } from "../options.js";
import { checkWholeNumber } from "../options.js";
import { InWorkerObject, placeOf } from "./calls.js";
import { WorkerPool } from "./pool.js";
import { copyValue, type Forward, type Library, wipeBytes } from "./protocol.js";
import { type AnyWorker, type LaterOf, portOf, type StartedWorker, type WorkerEvents } from "./worker-slot.js";

/** Options for the number of workers and how to start them. */
export interface WorkerOptions {
  /** The maximum number of workers; they are started on demand. Default: the number of threads that the machine has. */
  readonly workers?: number | undefined;
  /**
   * Starts a worker; for bundlers that do not find this package's own, and for scripts from another origin. The worker's script
   * must import the `worker` entry of the library. Default: the file in this package.
   */
  readonly worker?: (() => AnyWorker) | undefined;
}

/** @internal */
export const workerNames: Names<WorkerOptions> = { workers: true, worker: true };

/** Running workers. */
export class Workers extends InWorkerObject {
  static {
    makeAsyncDisposable(Workers.prototype);
  }

  /** Ends all workers at the end of an `await using` declaration's block. */
  declare readonly [Symbol.asyncDispose]: () => Promise<void>;

  /** @internal */
  constructor(pool: WorkerPool, calls?: () => Forward) {
    super(pool, undefined, calls);
  }

  /** The maximum number of workers at the same time. */
  get size(): number {
    return placeOf(this)[0].size;
  }

  /**
   * Ends all workers. Running and waiting calls are rejected with `closed`, and keys can no longer be used.
   */
  async close(): Promise<void> {
    placeOf(this)[0].close();
  }
}

/** What to start in the workers. */
interface Started {
  readonly library: Library;
  readonly build: string;
  readonly withModule: WithModule;
  readonly later?: LaterOf;
}

/** Opens a pool with a library; `about` is the library's description of itself. */
export type OpenPool = (started: Started) => Promise<{ readonly pool: WorkerPool; readonly about: unknown }>;

/** Checks the options before anything is fetched. `startOwn` starts a worker with this package's script. */
export function poolOpener(
  { workers: size = parallelism(), worker }: WorkerOptions,
  startOwn: () => StartedWorker,
): OpenPool {
  checkWholeNumber("workers", size);
  if (size < 1) throw invalid("workers", `must be at least 1, got ${size}`);
  if (worker !== undefined && typeof worker !== "function") {
    throw invalid("worker", `must be a function that starts a worker, got ${describe(worker)}`);
  }
  return ({ library, build, withModule, later = nothingLater }) =>
    withModule(async (module) => {
      const open = async (start: () => StartedWorker) => {
        const startWorker = (events: WorkerEvents) => portOf(start(), events);
        const pool = new WorkerPool({ startWorker, start: { library, build, module }, later, size });
        try {
          return { pool, about: await pool.open() };
        } catch (error) {
          pool.close();
          throw error;
        }
      };
      if (worker !== undefined) return open(() => [worker()]);
      try {
        return await open(() => startTrusted(startOwn));
      } catch (error) {
        const startEmbedded = await embeddedWorker(error);
        return open(() => [startEmbedded()]).catch((second) => Promise.reject(both(error, second)));
      }
    });
}

/**
 * Starts workers from the script that this package carries as text, for places where its file cannot be found: bundlers that do not
 * follow its URL, pages from `file:` or in a sandboxed frame. Throws the first attempt's error if there is no such script.
 */
async function embeddedWorker(error: unknown): Promise<() => AnyWorker> {
  const { default: script } = await import("#embedded/worker").catch(() => Promise.reject(error));
  if (typeof script === "string") return () => startScript(script);
  throw new RsaError("worker-failed", "this platform has no workers: use load() instead of connect()", {
    cause: error,
  });
}

/** The error of both attempts: of the package's file, and of the script that it carries. */
function both(first: unknown, second: unknown): unknown {
  if (!(first instanceof RsaError && second instanceof RsaError) || first.message === second.message) return first;
  const message = `${first.message}; the script that the package carries failed, too: ${second.message}`;
  return new RsaError("worker-failed", message, { cause: first });
}

async function nothingLater(): Promise<never> {
  throw new RsaError("internal", "a library asked for a second module, which it does not have");
}

/**
 * Makes calls in workers of a library that holds no keys. Private keys among the arguments are replaced by their numbers, no
 * matter where the keys live.
 */
export function callWithNumbers(pool: WorkerPool): Forward {
  return async (method, args, options) => {
    // Copied now: fetching the numbers of a key from a worker takes a moment.
    const copies = [copyValue(args) as readonly unknown[], copyValue(options)] as const;
    try {
      return pool.call(undefined, method, await Promise.all(copies[0].map(numbersOf)), copies[1]);
    } finally {
      wipeBytes(copies); // the call has copies of its own
    }
  };
}

/** Replaces a private key, no matter where it lives, by its numbers. Returns other values as they are. */
export async function numbersOf(value: unknown): Promise<unknown> {
  if (typeof value !== "object" || value === null || !("components" in value)) return value;
  const { components } = value;
  if (typeof components !== "function") return value;
  return { params: "params" in value ? value.params : undefined, components: await components.call(value) };
}
