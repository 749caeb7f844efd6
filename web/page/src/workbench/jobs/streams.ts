import type { WorkForm } from "../state.ts";

/**
 * Writes a whole stream into a file, which changes only if all goes well, or into memory.
 *
 * @returns what is in memory
 */
export async function streamInto(stream: ReadableStream<Uint8Array>, handle: FileSystemFileHandle | undefined) {
  if (handle !== undefined) {
    const writable = await handle.createWritable().catch(async (error) => {
      await stream.cancel(error).catch(() => {}); // report what failed first
      throw error;
    });
    await stream.pipeThrough(inBatches()).pipeTo(writable);
    return undefined;
  }
  const pieces: Blob[] = [];
  // Each piece becomes a blob at once, which the browser may put on the disk.
  const write = (piece: Uint8Array) => void pieces.push(new Blob([piece as Uint8Array<ArrayBuffer>]));
  await stream.pipeTo(new WritableStream({ write }));
  return new Blob(pieces);
}

/** Bytes written to a file at once: each write passes through two processes. */
const batchLength = 1 << 22;

/** Joins pieces to batches. */
function inBatches(): TransformStream<Uint8Array, Uint8Array<ArrayBuffer>> {
  let batch = new Uint8Array(batchLength);
  let length = 0;
  return new TransformStream({
    transform(piece, controller) {
      for (let at = 0; at < piece.length; ) {
        const part = piece.subarray(at, at + batchLength - length);
        batch.set(part, length);
        length += part.length;
        at += part.length;
        if (length < batchLength) return;
        controller.enqueue(batch);
        [batch, length] = [new Uint8Array(batchLength), 0];
      }
    },
    flush: (controller) => controller.enqueue(batch.subarray(0, length)),
  });
}

/** What work reads. */
export interface Source {
  /** Undefined for a text. */
  readonly fileName: string | undefined;
  readonly blob: Blob;
}

export function sourceOf({ file, text }: WorkForm): Source {
  if (file !== undefined) return { fileName: file.name, blob: file };
  return { fileName: undefined, blob: new Blob([text]) };
}

/** Bytes read at once. */
const readLength = 1 << 22;

/**
 * Reads a blob ahead, in slices. Its own stream is slower in Chromium 156, and hangs once in some hundred files if its reader
 * brings a buffer.
 */
async function* piecesOf(blob: Blob): AsyncGenerator<Uint8Array<ArrayBuffer>> {
  const read = (at: number) => {
    const bytes = blob.slice(at, at + readLength).arrayBuffer();
    bytes.catch(() => {}); // reported when it is awaited
    return bytes;
  };
  let next = read(0);
  for (let at = 0; at < blob.size; at += readLength) {
    const piece = await next;
    next = read(at + readLength);
    yield new Uint8Array(piece);
  }
}

/** Reads a blob so that the page stays responsive. */
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

/** Milliseconds of work between tasks. */
const workTime = 10;

/**
 * Starts a new task between pieces now and then. A stream over data in memory stays in the microtask queue, so that the page
 * could not draw or react until it ends.
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

/** Resolves in a new task, which browsers do not delay as they delay timers. */
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
