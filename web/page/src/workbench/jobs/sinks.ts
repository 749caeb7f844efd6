/** Where work writes what comes out. */
export type SinkTarget =
  /** A file of the user's: it gets its content when all is well, and keeps what it had otherwise. */
  | { readonly kind: "file"; readonly handle: FileSystemFileHandle }
  /** A file of the page's own, which holds what is long. */
  | { readonly kind: "temporary"; readonly handle: FileSystemFileHandle }
  | { readonly kind: "memory" };

/**
 * Puts a stream into a target, all of it or nothing.
 *
 * @returns what came out, where the target is the memory
 */
export async function streamInto(stream: ReadableStream<Uint8Array>, target: SinkTarget): Promise<Blob | undefined> {
  const reader = stream.getReader();
  let sink: Sink | undefined;
  try {
    sink = await openSink(target);
    for (let next = await reader.read(); !next.done; next = await reader.read()) {
      await sink.write(next.value as Uint8Array<ArrayBuffer>);
    }
    return await sink.finish();
  } catch (error) {
    // What failed first is what is told.
    await Promise.allSettled([sink?.discard(), reader.cancel(error)]);
    throw error;
  }
}

/** Takes a result piece by piece. */
interface Sink {
  write(piece: Uint8Array<ArrayBuffer>): Promise<void>;
  /** After the last piece: the result, where it is held in memory. */
  finish(): Promise<Blob | undefined>;
  /** When something failed: nothing is kept. */
  discard(): Promise<void>;
}

/** A file that is written without waiting. Only workers have it, and not those of every browser. */
interface SyncAccess {
  write(bytes: Uint8Array<ArrayBuffer>, options: { at: number }): number;
  truncate(length: number): void;
  flush(): void;
  close(): void;
}

async function openSink(target: SinkTarget): Promise<Sink> {
  if (target.kind === "memory") return new MemorySink();
  const handle = target.handle as FileSystemFileHandle & { createSyncAccessHandle?(): Promise<SyncAccess> };
  // The user's files are written beside their place, and put there as a whole; such a file has no other way in.
  if (target.kind === "temporary" && handle.createSyncAccessHandle !== undefined) {
    return new TemporarySink(await handle.createSyncAccessHandle());
  }
  return new FileSink(await handle.createWritable());
}

/** Each piece is a blob as soon as it is there, which the browser may put on the disk. */
class MemorySink implements Sink {
  #pieces: Blob[] = [];

  async write(piece: Uint8Array<ArrayBuffer>): Promise<void> {
    this.#pieces.push(new Blob([piece]));
  }

  async finish(): Promise<Blob> {
    return new Blob(this.#pieces);
  }

  async discard(): Promise<void> {
    this.#pieces = [];
  }
}

class TemporarySink implements Sink {
  readonly #access: SyncAccess;
  #length = 0;

  constructor(access: SyncAccess) {
    this.#access = access;
    access.truncate(0);
  }

  async write(piece: Uint8Array<ArrayBuffer>): Promise<void> {
    const written = this.#access.write(piece, { at: this.#length });
    if (written < piece.length) throw new DOMException("the disk took only a part", "QuotaExceededError");
    this.#length += written;
  }

  async finish(): Promise<undefined> {
    this.#access.flush();
    this.#access.close();
  }

  async discard(): Promise<void> {
    this.#access.close();
  }
}

/** Bytes that go into a file of the user's at once: each write passes two processes. */
const batchLength = 1 << 22;

class FileSink implements Sink {
  readonly #writable: FileSystemWritableFileStream;
  /** One is filled while the other is written. */
  #batch = new Uint8Array(batchLength);
  #other = new Uint8Array(batchLength);
  #length = 0;
  #writing: Promise<void> = Promise.resolve();

  constructor(writable: FileSystemWritableFileStream) {
    this.#writable = writable;
  }

  async write(piece: Uint8Array<ArrayBuffer>): Promise<void> {
    for (let at = 0; at < piece.length; ) {
      const part = piece.subarray(at, at + this.#batch.length - this.#length);
      this.#batch.set(part, this.#length);
      this.#length += part.length;
      at += part.length;
      if (this.#length === this.#batch.length) await this.#send();
    }
  }

  async finish(): Promise<undefined> {
    await this.#send();
    await this.#writing;
    await this.#writable.close();
  }

  async discard(): Promise<void> {
    await this.#writing.catch(() => {}); // heard of already
    await this.#writable.abort();
  }

  async #send(): Promise<void> {
    await this.#writing;
    this.#writing = this.#writable.write(this.#batch.subarray(0, this.#length));
    this.#writing.catch(() => {}); // heard of with the next write or the end
    [this.#batch, this.#other] = [this.#other, this.#batch];
    this.#length = 0;
  }
}
