/** The value as `length` big-endian bytes. */
export function bigIntToBytes(value: bigint, length: number): Uint8Array<ArrayBuffer> {
  const hex = value.toString(16).padStart(2 * length, "0");
  if (hex.length > 2 * length) throw new RangeError(`${Math.ceil(hex.length / 2)} bytes do not fit into ${length}`);
  return Uint8Array.from({ length }, (_, index) => Number.parseInt(hex.slice(2 * index, 2 * index + 2), 16));
}
