import { bitLength } from "../../bytes.js";
import { invalid } from "../../errors.js";

/** The number of digits in a character's code. */
const codeLength = 3;

/**
 * The code of the byte 0, the first number that is not a byte. Its natural code 000 would be lost at the start of a piece, because
 * numbers have no leading zeros.
 */
const codeOfZero = 256;

/**
 * Returns the most characters c that fit into one number: 3c decimal digits must stay below the modulus. At 1024 bits this is 102.
 *
 * @param modulus N, or its length in bits, which stands for the smallest modulus of that length
 * @throws RsaError `invalid-params` for any other value
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

/** Checks c against a modulus; the error gives the largest c that fits. */
export function checkCharactersAtOnce(charactersAtOnce: number, modulus: bigint): void {
  const most = largestCharactersAtOnce(modulus);
  if (Number.isInteger(charactersAtOnce) && charactersAtOnce >= 1 && charactersAtOnce <= most) return;
  throw invalid(
    "charactersAtOnce",
    `must be from 1 to ${most}, because each character takes ${codeLength} digits of a number below a modulus of ` +
      `${bitLength(modulus)} bits; got ${String(charactersAtOnce)}`,
  );
}

/** Turns a piece of at least one byte into a number: the concatenation of the bytes' three-digit codes. */
export function pieceToNumber(piece: Uint8Array): bigint {
  let digits = "";
  for (const byte of piece) digits += String(byte === 0 ? codeOfZero : byte).padStart(codeLength, "0");
  return BigInt(digits);
}

/** Turns a number back into a piece; undefined if its digits are not valid codes. */
export function numberToPiece(number: bigint): Uint8Array | undefined {
  const digits = number.toString();
  // The first code has lost its leading zeros, at most two because no code is 000.
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
