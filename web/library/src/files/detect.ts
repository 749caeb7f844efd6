import { concatenate, copyBytes, toBytes } from "../bytes.js";
import { dearmorStream, isArmored } from "./armor.js";
import { hasMagic, magic } from "./hybrid/header.js";
import { checkStream } from "./stream.js";

/** A format of encrypted files. */
export type EncryptedFormat = "hybrid" | "incremental";

/** The number of bytes that show the format. */
const startLength = 16;

/** The first line of an armored file must end within this many bytes: a message may begin with a header and a greeting. */
const mostBeforeArmor = 1 << 14;

/**
 * Detects the format of an encrypted file by its start. Remove the armor of an armored file first (see `isArmored`).
 *
 * @param start the first bytes of the file: at least 16, or all of them
 * @returns the format; undefined for anything else, including an empty file (an empty text is encrypted as one line feed in the
 * format `incremental`, so an empty file must have been cut short)
 *
 * @example
 * ```ts
 * import { detectFormat } from "rsa-variants/files";
 * console.log(detectFormat(new TextEncoder().encode("31415926\n"))); // incremental
 * ```
 */
export function detectFormat(start: Uint8Array): EncryptedFormat | undefined {
  const bytes = toBytes("start", start);
  if (bytes.length >= magic.length && hasMagic(bytes)) return "hybrid";
  const text = String.fromCharCode(...bytes.subarray(0, startLength));
  return /^(\d[\d\r\n]*|\r?\n)$/.test(text) ? "incremental" : undefined;
}

/** The result of `detectStream`. */
export interface DetectedStream {
  /** The format, as `detectFormat` returns it. */
  readonly format: EncryptedFormat | undefined;
  /** Whether the file was armored. */
  readonly isArmored: boolean;
  /** The whole file without armor, for `decryptStream` or `decryptIncrementalStream`. */
  readonly stream: ReadableStream<Uint8Array>;
}

/**
 * Detects the format of a stream and removes its armor.
 *
 * @param source any file, armored or not. The first line of the armor must end within the first 16384 bytes
 * @returns the format, and the stream to read instead of `source`, which is locked
 * @throws RsaError as for the stream of `dearmorStream`. An error of `source` is passed on unchanged
 *
 * @example
 * ```ts
 * import { armor, detectStream } from "rsa-variants/files";
 * const text = new Blob([armor(new TextEncoder().encode("31415926\n"))]);
 * const { format, stream } = await detectStream(text.stream());
 * console.log(format, await new Response(stream).text()); // incremental 31415926
 * ```
 */
export async function detectStream(source: ReadableStream<Uint8Array>): Promise<DetectedStream> {
  checkStream("source", source);
  const whole = await peek(source, mostBeforeArmor);
  const isText = isArmored(whole.start.subarray(0, mostBeforeArmor));
  if (!isText) return { format: detectFormat(whole.start), isArmored: false, stream: whole.stream };
  const { start, stream } = await peek(whole.stream.pipeThrough(dearmorStream()), startLength);
  return { format: detectFormat(start), isArmored: true, stream };
}

/** Reads at least `length` bytes of a stream, if there are so many; returns them and a stream of the whole. */
async function peek(
  source: ReadableStream<Uint8Array>,
  length: number,
): Promise<{ start: Uint8Array; stream: ReadableStream<Uint8Array> }> {
  const reader = source.getReader();
  const pieces: Uint8Array[] = [];
  for (let found = 0; found < length; ) {
    const next = await reader.read();
    if (next.done) break;
    pieces.push(copyBytes(next.value)); // the source may reuse the chunk for the next one
    found += next.value.length;
  }
  const start = concatenate(pieces);
  const stream = new ReadableStream<Uint8Array>(
    {
      start: (controller) => {
        if (start.length > 0) controller.enqueue(start);
      },
      async pull(controller) {
        const next = await reader.read();
        if (next.done) controller.close();
        else controller.enqueue(next.value);
      },
      cancel: (reason) => reader.cancel(reason),
    },
    { highWaterMark: 0 },
  );
  return { start, stream };
}
