import { bitLength } from "../../bytes.js";
import { invalid } from "../../errors.js";

/** Digits of a character's code. */
const codeLength = 3;

/**
 * The code of the byte 0, which would be 000: a number has no zeros in front, so that 000 at the start of a piece would be
 * lost. It is the first code that is no byte.
 */
const codeOfZero = 256;

/**
 * The most characters that go into one number: so many that 3c decimal digits stay below the modulus. 102 at 1024 bits.
 *
 * @param modulus N, or its length in bits, whose smallest modulus then counts
 * @throws RsaError `invalid-params` for what is neither
 *
 * @example
 * ```ts
 * import { largestCharactersAtOnce } from "rsa-variants/files";
 * console.log(largestCharactersAtOnce(1024)); // 102
 * ```
 */
export function largestCharactersAtOnce(modulus: number | bigint): number {
  const smallest = typeof modulus === "bigint" ? modulus : smallestOfLength(modulus);
  if (smallest < 3n) throw invalid("modulus", `must be at least 3, got ${smallest}`);
  // 10^(3c) ≤ N when N has more than 3c digits.
  return Math.floor((smallest.toString().length - 1) / codeLength);
}

function smallestOfLength(modulusLength: number): bigint {
  if (Number.isInteger(modulusLength) && modulusLength >= 2 && modulusLength <= longestModulus) {
    return 2n ** BigInt(modulusLength - 1);
  }
  const range = `from 2 to ${longestModulus} bits`;
  throw invalid("modulusLength", `must be a whole number ${range}, got ${String(modulusLength)}`);
}

/** The longest modulus of a key, in bits. */
const longestModulus = 16384;

/** Checks c against a modulus; the error names the largest that fits. */
export function checkCharactersAtOnce(charactersAtOnce: number, modulus: bigint): void {
  const most = largestCharactersAtOnce(modulus);
  if (Number.isInteger(charactersAtOnce) && charactersAtOnce >= 1 && charactersAtOnce <= most) return;
  throw invalid(
    "charactersAtOnce",
    `must be from 1 to ${most}, the most whose ${codeLength} digits each stay below a modulus of ` +
      `${bitLength(modulus)} bits, got ${String(charactersAtOnce)}`,
  );
}

/** The number that a piece of at least one byte stands for: the three-digit codes of its bytes, one behind the other. */
export function pieceToNumber(piece: Uint8Array): bigint {
  let digits = "";
  for (const byte of piece) digits += String(byte === 0 ? codeOfZero : byte).padStart(codeLength, "0");
  return BigInt(digits);
}

/** The piece that a number stands for; undefined where its digits are no codes. */
export function numberToPiece(number: bigint): Uint8Array | undefined {
  const digits = number.toString();
  // The first code has lost its zeros, at most two, since no code is 000.
  const length = Math.ceil(digits.length / codeLength);
  const padded = digits.padStart(length * codeLength, "0");
  const piece = new Uint8Array(length);
  for (let i = 0; i < length; i++) {
    const code = Number(padded.slice(i * codeLength, (i + 1) * codeLength));
    if (code === 0 || code > codeOfZero) return undefined;
    piece[i] = code === codeOfZero ? 0 : code;
  }
  return piece;
}
