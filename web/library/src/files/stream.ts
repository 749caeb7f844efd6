import { type Bytes, toBytes } from "../bytes.js";
import { type FileOptions, Watch } from "./options.js";

/** A stream of bytes: chunks of any kind in, `Uint8Array` out. */
export type ByteStream = TransformStream<Bytes, Uint8Array<ArrayBuffer>>;

/** Hands a piece of the output on. */
export type Emit = (piece: Uint8Array<ArrayBuffer>) => void;

/** What is done to a file, piece by piece. Errors end the stream. */
export interface Work {
  /** The most bytes of a piece; between pieces progress is told and an abort heard. Default: as they come. */
  readonly pieceLength?: number;
  /** Before the first piece. */
  begin?(emit: Emit): Promise<void>;
  /** The next piece of the input, of any length. */
  push(chunk: Uint8Array, emit: Emit): Promise<void>;
  /** After the last piece. */
  end(emit: Emit): Promise<void>;
  /** Overwrites what is secret; called once, whatever became of the rest. */
  dispose(): void;
}

/** A stream that does the work, reports, and can be aborted while it waits. */
export function fileStream(options: FileOptions, work: Work): ByteStream {
  const watch = new Watch(options);
  const { signal } = options;
  let onAbort: (() => void) | undefined;
  let disposed = false;
  const dispose = () => {
    if (onAbort !== undefined) signal?.removeEventListener("abort", onAbort);
    if (!disposed) work.dispose();
    disposed = true;
  };
  /** What fails, and what was aborted meanwhile, leaves nothing behind. */
  const guard = async (step: () => Promise<void>) => {
    try {
      watch.check();
      await step();
      watch.check();
    } catch (error) {
      dispose();
      throw error;
    }
  };
  const transformer: Transformer<Bytes, Uint8Array<ArrayBuffer>> & { cancel(): void } = {
    start: (controller) => {
      if (signal !== undefined) {
        onAbort = () => {
          dispose();
          controller.error(signal.reason);
        };
        signal.addEventListener("abort", onAbort, { once: true });
      }
      return guard(async () => work.begin?.(emitTo(controller, watch)));
    },
    transform: (chunk, controller) =>
      guard(async () => {
        const bytes = toBytes("chunk", chunk);
        const { pieceLength = bytes.length } = work;
        for (let at = 0; at < bytes.length; at += pieceLength) {
          const piece = bytes.subarray(at, at + pieceLength);
          await work.push(piece, emitTo(controller, watch));
          watch.add(piece.length);
        }
      }),
    flush: async (controller) => {
      await guard(() => work.end(emitTo(controller, watch)));
      dispose();
    },
    // When nobody reads on. It is younger than the types; runtimes that do not know it leave the rest to the collector.
    cancel: dispose,
  };
  return new TransformStream(transformer);
}

/** Bytes of which each takes part in an RSA operation: some hundred operations, less than a second. */
export const slowPieceLength = 1 << 12;

function emitTo(controller: TransformStreamDefaultController<Uint8Array<ArrayBuffer>>, watch: Watch): Emit {
  return (piece) => {
    watch.check(); // an aborted stream takes no more
    controller.enqueue(piece);
  };
}

/** What comes out of a stream when these bytes go in. */
export async function throughStream(stream: ByteStream, input: Uint8Array): Promise<Uint8Array<ArrayBuffer>> {
  const source = new ReadableStream<Uint8Array>({
    start: (controller) => {
      // In pieces, so that progress is told and an abort heard between them.
      for (let at = 0; at < input.length; at += pieceLength) controller.enqueue(input.subarray(at, at + pieceLength));
      controller.close();
    },
  });
  const pieces: Uint8Array[] = [];
  const reader = source.pipeThrough(stream).getReader();
  for (let next = await reader.read(); !next.done; next = await reader.read()) pieces.push(next.value);
  return concatenate(pieces);
}

const pieceLength = 1 << 20;

export function concatenate(pieces: readonly Uint8Array[]): Uint8Array<ArrayBuffer> {
  const whole = new Uint8Array(pieces.reduce((length, piece) => length + piece.length, 0));
  let at = 0;
  for (const piece of pieces) {
    whole.set(piece, at);
    at += piece.length;
  }
  return whole;
}
