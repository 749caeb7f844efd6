import type { WorkerPool } from "./pool.js";
import { copyValue, wipeBytes } from "./sendable.js";

/**
 * Makes a call of a library that has no keys of its own in a worker: of private keys among the arguments, whatever library and
 * worker they live in, the numbers cross.
 */
export async function callWithNumbers(
  pool: WorkerPool,
  method: string,
  args: readonly unknown[],
  options: unknown,
): Promise<unknown> {
  // Copied now: the numbers of a key in a worker take a moment.
  const copies = [copyValue(args) as readonly unknown[], copyValue(options)] as const;
  try {
    return pool.call(undefined, method, await Promise.all(copies[0].map(numbersOf)), copies[1]);
  } finally {
    wipeBytes(copies); // the call has its own
  }
}

async function numbersOf(value: unknown): Promise<unknown> {
  if (typeof value !== "object" || value === null || !("components" in value)) return value;
  const { components } = value;
  if (typeof components !== "function") return value;
  return { params: "params" in value ? value.params : undefined, components: await components.call(value) };
}
