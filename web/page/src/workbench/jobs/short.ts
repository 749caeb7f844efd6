/** The most bytes that are shown, or offered as text. */
const mostShown = 1 << 20;

/** The text of a blob: nothing where it is none, or too long to look at. */
export async function shortText(blob: Blob): Promise<string | undefined> {
  if (blob.size > mostShown) return undefined;
  try {
    return new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(await blob.arrayBuffer());
  } catch {
    return undefined;
  }
}

/** The bytes of a blob: nothing where there are too many to be written as text. */
export async function shortBytes(blob: Blob): Promise<Uint8Array | undefined> {
  return blob.size > mostShown ? undefined : new Uint8Array(await blob.arrayBuffer());
}
