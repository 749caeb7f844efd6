// A module of its own, because most users fetch the files themselves and do not need it. The build puts fflate into it.
import { gunzipSync } from "fflate";

/** A WebAssembly file that the build of this package has gzipped and written in base64, or its difference from another such file. */
export type Packed = string | readonly [base: Packed, difference: string];

/** Unpacks a file. */
export async function unpack(packed: Packed): Promise<Uint8Array<ArrayBuffer>> {
  if (typeof packed === "string") return unzip(packed);
  return added(await unpack(packed[0]), await unzip(packed[1]));
}

async function unzip(base64: string): Promise<Uint8Array<ArrayBuffer>> {
  const zipped = Uint8Array.from(atob(base64), (character) => character.charCodeAt(0));
  // Edge functions, Jest's jsdom and Safari 15 have none.
  if (typeof DecompressionStream === "undefined") return gunzipSync(zipped) as Uint8Array<ArrayBuffer>;
  const pieces: BlobPart[] = [];
  // Not by a Response, which takes Node 40 ms to load.
  const reader = new Blob([zipped]).stream().pipeThrough(new DecompressionStream("gzip")).getReader();
  for (let next = await reader.read(); !next.done; next = await reader.read()) pieces.push(next.value);
  return new Uint8Array(await new Blob(pieces).arrayBuffer());
}

/** The file that differs from `base` as scripts/lib/difference.mjs describes. */
function added(base: Uint8Array, difference: Uint8Array): Uint8Array<ArrayBuffer> {
  let at = 0;
  const number = () => {
    let value = 0;
    for (let unit = 1; ; unit *= 128) {
      const byte = difference[at++] as number; // the build wrote it
      value += (byte % 128) * unit;
      if (byte < 128) return value;
    }
  };
  const file = new Uint8Array(number());
  const listLength = number();
  const end = at + listLength;
  let [fresh, from, to] = [end, 0, 0];
  while (at < end) {
    const [before, length, move] = [number(), number(), number()];
    file.set(difference.subarray(fresh, fresh + before), to);
    fresh += before;
    from += before + (move % 2 === 0 ? move / 2 : -(move + 1) / 2);
    file.set(base.subarray(from, from + length), to + before);
    from += length;
    to += before + length;
  }
  file.set(difference.subarray(fresh), to);
  return file;
}
