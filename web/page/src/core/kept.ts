type Place = "localStorage" | "sessionStorage";

/** Keeps a text where the browser allows it and has room. Places work without it. */
export function keep(place: Place, name: string, text: string): void {
  try {
    globalThis[place].setItem(name, text);
  } catch {
    // There is no storage, or it is full.
  }
}

/**
 * What was kept; undefined if there is nothing that can be read.
 *
 * @param read may throw if something else is kept there
 */
export function kept<Value>(place: Place, name: string, read: (text: string) => Value): Value | undefined {
  try {
    const text = globalThis[place].getItem(name);
    return text === null ? undefined : read(text);
  } catch {
    return undefined;
  }
}
