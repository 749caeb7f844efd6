import type { Emit } from "../stream.js";

/** The length of a segment's authentication tag in bytes. */
export const tagLength = 16;

/** How many segments are encrypted or decrypted at the same time: WebCrypto has threads of its own. */
const mostInFlight = 4;

/**
 * Cuts pieces of any length into segments of equal length. A full segment is held back until more data follow, because the last
 * segment of a file is marked.
 */
export class Segmenter {
  readonly #buffer: Uint8Array<ArrayBuffer>;
  #length = 0;

  constructor(segmentLength: number) {
    this.#buffer = new Uint8Array(segmentLength);
  }

  /** Yields the segments that this piece completes and that are not the last. Each is valid until the next one is requested. */
  *push(chunk: Uint8Array): Generator<Uint8Array<ArrayBuffer>> {
    for (let at = 0; at < chunk.length; ) {
      if (this.#length === this.#buffer.length) {
        yield this.#buffer;
        this.#length = 0;
      }
      const part = chunk.subarray(at, at + this.#buffer.length - this.#length);
      this.#buffer.set(part, this.#length);
      this.#length += part.length;
      at += part.length;
    }
  }

  /** Returns the last segment: the remaining bytes, possibly none. */
  last(): Uint8Array<ArrayBuffer> {
    return this.#buffer.subarray(0, this.#length);
  }

  wipe(): void {
    this.#buffer.fill(0);
  }
}

/** Emits the results of promises in order, and limits how many run at the same time. */
export class InOrder {
  readonly #emit: Emit;
  readonly #running: Promise<ArrayBuffer>[] = [];

  constructor(emit: Emit) {
    this.#emit = emit;
  }

  async add(result: Promise<ArrayBuffer>): Promise<void> {
    result.catch(() => {}); // no unhandled rejection until its turn, when it is awaited
    this.#running.push(result);
    if (this.#running.length >= mostInFlight) await this.#next();
  }

  async finish(): Promise<void> {
    while (this.#running.length > 0) await this.#next();
  }

  async #next(): Promise<void> {
    const result = await this.#running.shift();
    // The last segment of an empty file decrypts to nothing.
    if (result !== undefined && result.byteLength > 0) this.#emit(new Uint8Array(result));
  }
}

/** AES-256-GCM for a file's segments, in order. The nonce consists of a counter and a mark for the last segment. */
export class SegmentCipher {
  readonly #key: CryptoKey;
  readonly #header: Uint8Array<ArrayBuffer>;
  #counter = 0n;

  constructor(key: CryptoKey, header: Uint8Array) {
    this.#key = key;
    this.#header = new Uint8Array(header);
  }

  /** The number of segments so far. */
  get count(): bigint {
    return this.#counter;
  }

  /** WebCrypto copies the segment before it returns. */
  encrypt(segment: Uint8Array<ArrayBuffer>, last: boolean): Promise<ArrayBuffer> {
    return crypto.subtle.encrypt(this.#parameters(last), this.#key, segment);
  }

  /** Like `encrypt`; rejects if the segment is not authentic. */
  decrypt(segment: Uint8Array<ArrayBuffer>, last: boolean): Promise<ArrayBuffer> {
    return crypto.subtle.decrypt(this.#parameters(last), this.#key, segment);
  }

  #parameters(last: boolean): AesGcmParams {
    // 11 bytes of counter, whose first three stay 0 in any file, and the mark of the last segment.
    const iv = new Uint8Array(12);
    new DataView(iv.buffer).setBigUint64(3, this.#counter++);
    iv[11] = last ? 1 : 0;
    return { name: "AES-GCM", iv, additionalData: this.#header, tagLength: 8 * tagLength };
  }
}
