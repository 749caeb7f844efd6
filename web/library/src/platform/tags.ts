/** The name of a class of the language or the platform, from any realm; "Object" for others. */
export function tagOf(value: unknown): string {
  return Object.prototype.toString.call(value).slice("[object ".length, -1);
}

/** Whether a value is a `Blob` or a `File`, or does what they do: those of test environments and polyfills have no such name. */
export function isBlob(value: unknown): value is Blob {
  if (/^(?:Blob|File)$/.test(tagOf(value))) return true;
  const { size, arrayBuffer, stream } = Object(value);
  return typeof size === "number" && typeof arrayBuffer === "function" && typeof stream === "function";
}
