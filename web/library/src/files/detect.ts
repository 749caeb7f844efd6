import { dearmorStream, isArmored } from "./armor.js";
import { hasMagic, magic } from "./hybrid/header.js";
import { concatenate } from "./stream.js";

/** A format of encrypted files. */
export type EncryptedFormat = "hybrid" | "incremental";

/** Bytes that tell the format. */
const startLength = 16;

/** Bytes within which the first line of an armored file must stand: a message may have a header and a greeting before it. */
const mostBeforeArmor = 1 << 14;

/**
 * Which format an encrypted file has, by its start. Of an armored one (`isArmored`) what is in the armor has a format.
 *
 * @param start its first bytes: 16 or more, or all that there are
 * @returns undefined for anything else, an empty file too: what was cut to nothing shall not pass for an empty text, which
 * `incremental` writes as one line feed
 *
 * @example
 * ```ts
 * import { detectFormat } from "rsa-variants/files";
 * console.log(detectFormat(new TextEncoder().encode("31415926\n"))); // incremental
 * ```
 */
export function detectFormat(start: Uint8Array): EncryptedFormat | undefined {
  if (start.length >= magic.length && hasMagic(start)) return "hybrid";
  const text = String.fromCharCode(...start.subarray(0, startLength));
  return /^(\d[\d\r\n]*|\r?\n)$/.test(text) ? "incremental" : undefined;
}

/** A file whose start was looked at. */
export interface DetectedStream {
  /** As `detectFormat` tells it. */
  readonly format: EncryptedFormat | undefined;
  /** Whether it was armored. */
  readonly isArmored: boolean;
  /** The whole file, without armor: what `decryptStream` and `decryptIncrementalStream` take. */
  readonly stream: ReadableStream<Uint8Array>;
}

/**
 * Which format a stream has; armor is taken off it.
 *
 * @param source an encrypted file, armored or not, or another. The first line of armor must end within its first 16384 bytes
 * @returns the format, and the stream to read in place of `source`, which is in use from now on
 * @throws RsaError as the stream of `dearmorStream`; rejects with what the source fails with
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
  const whole = await peek(source, mostBeforeArmor);
  const isText = isArmored(whole.start.subarray(0, mostBeforeArmor));
  if (!isText) return { format: detectFormat(whole.start), isArmored: false, stream: whole.stream };
  const { start, stream } = await peek(whole.stream.pipeThrough(dearmorStream()), startLength);
  return { format: detectFormat(start), isArmored: true, stream };
}

/** The first bytes of a stream, `length` or a few more where there are so many, and the whole of it again. */
async function peek(
  source: ReadableStream<Uint8Array>,
  length: number,
): Promise<{ start: Uint8Array; stream: ReadableStream<Uint8Array> }> {
  const reader = source.getReader();
  const pieces: Uint8Array[] = [];
  for (let found = 0; found < length; ) {
    const next = await reader.read();
    if (next.done) break;
    pieces.push(next.value);
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
