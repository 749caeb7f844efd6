import type { WorkForm } from "../state.ts";

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

/** Bytes that are read at once. */
const readLength = 1 << 22;

/**
 * A blob's bytes, of which the next are read while these are worked on. By slices, and not as the blob's own stream: in
 * Chromium 156 that is slower, and when its reader brings a buffer it stands still for ever, once in some hundred files.
 */
export async function* piecesOf(blob: Blob): AsyncGenerator<Uint8Array<ArrayBuffer>> {
  const read = (at: number) => {
    const bytes = blob.slice(at, at + readLength).arrayBuffer();
    bytes.catch(() => {}); // heard of in its turn, if that comes
    return bytes;
  };
  let next = read(0);
  for (let at = 0; at < blob.size; at += readLength) {
    const piece = await next;
    next = read(at + readLength);
    yield new Uint8Array(piece);
  }
}

/** A blob's bytes, read so that the page stays responsive. */
export function readBlob(blob: Blob): ReadableStream<Uint8Array<ArrayBuffer>> {
  const pieces = piecesOf(blob);
  const stream = new ReadableStream<Uint8Array<ArrayBuffer>>({
    async pull(controller) {
      const next = await pieces.next();
      if (next.done) controller.close();
      else controller.enqueue(next.value);
    },
  });
  return stream.pipeThrough(breathing());
}

/** Milliseconds of work before the page gets its turn. */
const workTime = 10;

/**
 * A stream that passes on what it gets, and lets the page have its turn between pieces: streams over data that are there
 * already never leave the queue of microtasks, so that nothing would be drawn and no click heard until they end.
 */
function breathing<Piece>(): TransformStream<Piece, Piece> {
  let since = performance.now();
  return new TransformStream<Piece, Piece>({
    async transform(piece, controller) {
      if (performance.now() - since >= workTime) {
        await nextTask();
        since = performance.now();
      }
      controller.enqueue(piece);
    },
  });
}

/** Resolves in a task of its own; unlike a timer's, browsers do not delay it. */
function nextTask(): Promise<void> {
  return new Promise((resolve) => {
    const { port1, port2 } = new MessageChannel();
    port1.onmessage = () => {
      port1.close();
      resolve();
    };
    port2.postMessage(undefined);
  });
}
