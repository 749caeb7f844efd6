// A module of its own, because most users fetch the files themselves and do not need it. The build puts fflate into it.
import { gunzipSync } from "fflate";

/** Unpacks a WebAssembly file that the build of this package has gzipped and written in base64. */
export async function unpack(base64: string): Promise<Uint8Array<ArrayBuffer>> {
  const packed = Uint8Array.from(atob(base64), (character) => character.charCodeAt(0));
  // Edge functions, Jest's jsdom and Safari 15 have none.
  if (typeof DecompressionStream === "undefined") return gunzipSync(packed) as Uint8Array<ArrayBuffer>;
  const pieces: BlobPart[] = [];
  // Not by a Response, which takes Node 40 ms to load.
  const reader = new Blob([packed]).stream().pipeThrough(new DecompressionStream("gzip")).getReader();
  for (let next = await reader.read(); !next.done; next = await reader.read()) pieces.push(next.value);
  return new Uint8Array(await new Blob(pieces).arrayBuffer());
}
