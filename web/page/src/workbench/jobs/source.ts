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
