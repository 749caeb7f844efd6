/** A JSON object whose fields are read by name, each with a clear error. */
export class JsonReader {
  readonly #fields: Map<string, unknown>;

  /** @throws Error when the value is no object */
  constructor(value: unknown, name: string) {
    if (typeof value !== "object" || value === null || Array.isArray(value))
      throw new Error(`${name} is not an object`);
    this.#fields = new Map(Object.entries(value));
  }

  has(name: string): boolean {
    return this.#fields.get(name) !== undefined;
  }

  value(name: string): unknown {
    return this.#fields.get(name);
  }

  object(name: string): JsonReader {
    return new JsonReader(this.value(name), `this file's ${name}`);
  }

  list<T>(name: string, read: (item: unknown) => T): T[] {
    const value = this.value(name);
    if (!Array.isArray(value)) throw new Error(`this file's ${name} are missing`);
    return value.map(read);
  }

  objects<T>(name: string, read: (item: JsonReader) => T): T[] {
    return this.list(name, (item) => read(new JsonReader(item, `an entry of this file's ${name}`)));
  }

  /** A finite number of 0 or more, as every number of a run is. */
  number(name: string): number {
    return checkNumber(this.value(name), name);
  }

  text(name: string): string {
    const value = this.value(name);
    if (typeof value !== "string") throw new Error(`this file's ${name} must be text, found ${typeof value}`);
    return value;
  }

  oneOf<T extends string>(name: string, known: readonly T[]): T {
    return checkOneOf(this.value(name), name, known);
  }
}

export function checkNumber(value: unknown, name: string): number {
  if (typeof value !== "number" || !Number.isFinite(value) || value < 0) {
    throw new Error(`this file's ${name} must be a number of 0 or more, found ${String(value)}`);
  }
  return value;
}

export function checkOneOf<T extends string>(value: unknown, name: string, known: readonly T[]): T {
  if (!known.includes(value as T)) throw new Error(`this file's ${name} is unknown: ${String(value)}`);
  return value as T;
}
