import { copyBytes, isBytes, toBytes } from "../bytes.js";

/** Whether a value is an object or an array of no class, whose members cross one by one. */
function isPlain(value: object): boolean {
  const prototype = Object.getPrototypeOf(value);
  return Array.isArray(value) || prototype === null || Object.getPrototypeOf(prototype) === null;
}

/** The value with `change` made to everything in it that is not a plain object or an array. */
function mapLeaves(value: unknown, change: (leaf: unknown) => unknown): unknown {
  if (typeof value !== "object" || value === null || isBytes(value) || !isPlain(value)) return change(value);
  if (Array.isArray(value)) return value.map((item) => mapLeaves(item, change));
  return Object.fromEntries(Object.entries(value).map(([name, member]) => [name, mapLeaves(member, change)]));
}

/** A copy that its caller may not change while it waits for a worker. */
export function copyValue(value: unknown): unknown {
  return mapLeaves(value, (leaf) => (isBytes(leaf) ? copyBytes(toBytes("", leaf)) : leaf));
}

/** The buffers of all bytes in a value that own theirs: what crosses without a copy. */
export function buffersOf(value: unknown): ArrayBuffer[] {
  const buffers = new Set<ArrayBuffer>();
  mapLeaves(value, (leaf) => {
    if (leaf instanceof Uint8Array && leaf.buffer instanceof ArrayBuffer && leaf.length === leaf.buffer.byteLength) {
      buffers.add(leaf.buffer);
    }
    return leaf;
  });
  return [...buffers];
}

/** Overwrites all bytes in a value, some of which may be secret. Those that were transferred are empty, and refuse `fill`. */
export function wipeBytes(value: unknown): void {
  mapLeaves(value, (leaf) => (leaf instanceof Uint8Array && leaf.length > 0 ? leaf.fill(0) : leaf));
}
