import type { WorkForm } from "../state.ts";

/**
 * Writes a whole stream into a file, which changes only if all goes well, or into memory.
 *
 * @returns what is in memory
 */
export async function streamInto(
  stream: ReadableStream<Uint8Array>,
  handle: FileSystemFileHandle | undefined,
): Promise<Blob | undefined> {
  const reader = stream.getReader();
  let sink: Sink | undefined;
  try {
    sink = handle === undefined ? memorySink() : fileSink(await handle.createWritable());
    for (let next = await reader.read(); !next.done; next = await reader.read()) {
      await sink.write(next.value as Uint8Array<ArrayBuffer>);
    }
    return await sink.finish();
  } catch (error) {
    // Report what failed first.
    await Promise.allSettled([sink?.discard(), reader.cancel(error)]);
    throw error;
  }
}

interface Sink {
  write(piece: Uint8Array<ArrayBuffer>): Promise<void>;
  /** Gives the result if it is held in memory. */
  finish(): Promise<Blob | undefined>;
  discard(): Promise<void>;
}

/** Makes each piece a blob at once, which the browser may put on the disk. */
function memorySink(): Sink {
  const pieces: Blob[] = [];
  return {
    async write(piece) {
      pieces.push(new Blob([piece]));
    },
    finish: async () => new Blob(pieces),
    discard: async () => {},
  };
}

/** Bytes written to a file at once: each write passes through two processes. */
const batchLength = 1 << 22;

function fileSink(writable: FileSystemWritableFileStream): Sink {
  // One is filled while the other is written.
  let batch = new Uint8Array(batchLength);
  let other = new Uint8Array(batchLength);
  let length = 0;
  let writing: Promise<void> = Promise.resolve();
  const send = async () => {
    await writing;
    writing = writable.write(batch.subarray(0, length));
    writing.catch(() => {}); // reported by the next write or the end
    [batch, other] = [other, batch];
    length = 0;
  };
  return {
    async write(piece) {
      for (let at = 0; at < piece.length; ) {
        const part = piece.subarray(at, at + batchLength - length);
        batch.set(part, length);
        length += part.length;
        at += part.length;
        if (length === batchLength) await send();
      }
    },
    async finish() {
      await send();
      await writing;
      await writable.close();
      return undefined;
    },
    async discard() {
      await writing.catch(() => {}); // reported already
      await writable.abort();
    },
  };
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
