// Unpacks the WebAssembly files that the build of this package has gzipped and written in base64. A module of its own, because
// most users fetch the files themselves and do not need it.

/** The file in a copy. */
export async function unpack(base64: string): Promise<Uint8Array<ArrayBuffer>> {
  const packed = Uint8Array.from(atob(base64), (character) => character.charCodeAt(0));
  // Edge functions, Jest's jsdom and Safari 15 have none.
  if (typeof DecompressionStream === "undefined") return gunzip(packed);
  const pieces: BlobPart[] = [];
  // Not by a Response, which takes Node 50 ms to load.
  const reader = new Blob([packed]).stream().pipeThrough(new DecompressionStream("gzip")).getReader();
  for (let next = await reader.read(); !next.done; next = await reader.read()) pieces.push(next.value);
  return new Uint8Array(await new Blob(pieces).arrayBuffer());
}

/**
 * The content of a gzip file (RFC 1951 and 1952) with one member and no optional fields in its header, as zlib writes it. The
 * checksum is not verified: the WebAssembly compiler checks the content, and the JavaScript around the copy is not checked either.
 */
export function gunzip(packed: Uint8Array<ArrayBuffer>): Uint8Array<ArrayBuffer> {
  const headerLength = 10;
  const content = new Uint8Array(new DataView(packed.buffer, packed.byteOffset).getUint32(packed.length - 4, true));
  const bits = new Bits(packed.subarray(headerLength, -8));
  let length = 0;
  for (let isLast = false; !isLast; ) {
    isLast = bits.next() === 1;
    const type = bits.read(2);
    if (type === 0) {
      const stored = bits.stored();
      if (stored.length > content.length - length) throw damaged();
      content.set(stored, length);
      length += stored.length;
      continue;
    }
    if (type === 3) throw damaged();
    const { literals, distances } = type === 1 ? fixedCodes() : readCodes(bits);
    for (let symbol = literals.read(bits); symbol !== endOfBlock; symbol = literals.read(bits)) {
      if (symbol < endOfBlock) {
        content[length++] = symbol;
        continue;
      }
      const end = length + copyLength(symbol - endOfBlock - 1, bits);
      const distance = copyDistance(distances.read(bits), bits);
      if (distance > length || end > content.length) throw damaged();
      for (; length < end; length++) content[length] = content[length - distance] as number;
    }
  }
  return content;
}

const endOfBlock = 256;

function damaged(): Error {
  return new Error("the gzip data are damaged");
}

function copyLength(symbol: number, bits: Bits): number {
  if (symbol < 8) return symbol + 3;
  if (symbol === 28) return 258;
  const extra = (symbol >> 2) - 1;
  return ((4 + (symbol & 3)) << extra) + 3 + bits.read(extra);
}

function copyDistance(symbol: number, bits: Bits): number {
  if (symbol < 4) return symbol + 1;
  const extra = (symbol >> 1) - 1;
  return ((2 + (symbol & 1)) << extra) + 1 + bits.read(extra);
}

class Bits {
  readonly #bytes: Uint8Array<ArrayBuffer>;
  #position = 0;

  constructor(bytes: Uint8Array<ArrayBuffer>) {
    this.#bytes = bytes;
  }

  next(): number {
    const byte = this.#bytes[this.#position >> 3];
    if (byte === undefined) throw damaged();
    return (byte >> (this.#position++ & 7)) & 1;
  }

  read(count: number): number {
    let value = 0;
    for (let i = 0; i < count; i++) value |= this.next() << i;
    return value;
  }

  /** A block that is not compressed. */
  stored(): Uint8Array<ArrayBuffer> {
    this.#position = (this.#position + 7) & ~7;
    const length = this.read(16);
    this.read(16); // the complement of the length
    const start = this.#position >> 3;
    this.#position += length * 8;
    return this.#bytes.subarray(start, start + length);
  }
}

/** A canonical Huffman code, given by the length of each symbol's word. */
class Code {
  /** How many words have each length. */
  readonly #counts = new Array<number>(16).fill(0);
  /** The symbols in the order of their words. */
  readonly #symbols: readonly number[];

  constructor(lengths: readonly number[]) {
    for (const length of lengths) (this.#counts[length] as number)++;
    this.#counts[0] = 0;
    const used = lengths.flatMap((length, symbol) => (length > 0 ? [{ length, symbol }] : []));
    this.#symbols = used.sort((a, b) => a.length - b.length).map(({ symbol }) => symbol);
  }

  read(bits: Bits): number {
    let word = 0;
    let first = 0; // the first word of this length
    let index = 0; // of its symbol
    for (const count of this.#counts) {
      if (word - first < count) return this.#symbols[index + word - first] as number;
      index += count;
      first = (first + count) << 1;
      word = (word << 1) | bits.next();
    }
    throw damaged();
  }
}

interface Codes {
  readonly literals: Code;
  readonly distances: Code;
}

function fixedCodes(): Codes {
  const literals = Array.from({ length: 288 }, (_, symbol) => {
    if (symbol < 144) return 8;
    if (symbol < 256) return 9;
    return symbol < 280 ? 7 : 8;
  });
  return { literals: new Code(literals), distances: new Code(new Array<number>(30).fill(5)) };
}

function readCodes(bits: Bits): Codes {
  const literalCount = bits.read(5) + 257;
  const total = literalCount + bits.read(5) + 1;
  const lengthCount = bits.read(4) + 4;
  const order = [16, 17, 18, 0, 8, 7, 9, 6, 10, 5, 11, 4, 12, 3, 13, 2, 14, 1, 15];
  const lengthLengths = new Array<number>(order.length).fill(0);
  for (const symbol of order.slice(0, lengthCount)) lengthLengths[symbol] = bits.read(3);
  const code = new Code(lengthLengths);
  const lengths: number[] = [];
  while (lengths.length < total) {
    const symbol = code.read(bits);
    if (symbol < 16) lengths.push(symbol);
    else {
      const repeated = symbol === 16 ? lengths.at(-1) : 0;
      if (repeated === undefined) throw damaged();
      const count = symbol === 16 ? 3 + bits.read(2) : symbol === 17 ? 3 + bits.read(3) : 11 + bits.read(7);
      for (let i = 0; i < count; i++) lengths.push(repeated);
    }
  }
  return {
    literals: new Code(lengths.slice(0, literalCount)),
    distances: new Code(lengths.slice(literalCount, total)),
  };
}
