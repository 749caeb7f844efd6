/** The name of a class of the language or the platform, from any realm; "Object" for others. */
export function tagOf(value: unknown): string {
  return Object.prototype.toString.call(value).slice("[object ".length, -1);
}
