// `slice` does not copy the bytes of Node's Buffer, so what it returns is useless here: use `copyBytes(bytes.subarray(…))`.
interface Uint8Array<TArrayBuffer extends ArrayBufferLike = ArrayBufferLike> {
  slice(start?: number, end?: number): unknown;
}
