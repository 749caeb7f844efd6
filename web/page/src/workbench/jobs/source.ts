import { breathing } from "../../common/breathing.ts";
import type { WorkForm } from "./job.ts";

/** What work reads. */
export interface Source {
  /** Of a text none. */
  readonly fileName: string | undefined;
  readonly blob: Blob;
}

/** What a form has to work on. */
export function sourceOf({ file, text }: WorkForm): Source {
  if (file !== undefined) return { fileName: file.name, blob: file };
  return { fileName: undefined, blob: new Blob([text]) };
}

/** A blob's bytes, read so that the page stays responsive. */
export function readBlob(blob: Blob): ReadableStream<Uint8Array<ArrayBuffer>> {
  return blob.stream().pipeThrough(breathing());
}
