import type { AnyPrivateKey, AnyPublicKey } from "../any-key.js";
import { bigIntToBytes, bitLength, bytesToBigInt } from "../bytes.js";
import { checkOptions } from "../options.js";
import { type Answer, answer, finding } from "./answer.js";
import { checkKey } from "./key.js";

/** Two keys that may belong together. */
export interface KeyPairCase {
  /** The private key. */
  readonly privateKey: AnyPrivateKey;
  /** The public key, such as that of a certificate. */
  readonly publicKey: AnyPublicKey;
}

/**
 * Says whether a private key belongs to a public key, or to a certificate that you imported as one. If not, it says which numbers
 * differ, and whether the moduli share a prime.
 *
 * **For the owner's own machine**, like everything in this entry. It runs in variable time.
 *
 * @param given the two keys. A `batch` key belongs to each of its public keys
 * @returns what the doctor found
 * @throws RsaError `invalid-params` if an argument has the wrong type; `use-after-free`
 *
 * @example
 * ```ts
 * import { load } from "rsa-variants";
 * import { diagnoseKeyPair } from "rsa-variants/doctor";
 *
 * const rsa = await load();
 * const privateKey = rsa.generateKey({ variant: "crt", modulusLength: 2048 });
 * const publicKey = rsa.publicKey(privateKey.publicKey.modulus, 3n);
 * const { verdict, findings } = await diagnoseKeyPair({ privateKey, publicKey });
 * console.log(verdict, findings[0]?.code); // other-key exponent-differs
 * privateKey.free();
 * publicKey.free();
 * ```
 */
export async function diagnoseKeyPair(given: KeyPairCase): Promise<Answer> {
  checkOptions(given, { privateKey: true, publicKey: true }, "{ privateKey, publicKey }");
  const { privateKey, publicKey } = given;
  checkKey("private", privateKey);
  checkKey("public", publicKey);
  const own = privateKey.publicKey;
  if (own.modulus === publicKey.modulus) {
    const exponents = privateKey.publicKeys.map(({ publicExponent }) => publicExponent);
    if (exponents.includes(publicKey.publicExponent)) return answer("fits", finding("pair-fits"));
    const values = { own: exponents.map(named).join(" or "), other: named(publicKey.publicExponent) };
    return answer("other-key", finding("exponent-differs", values));
  }
  const { primes } = await privateKey.components();
  if (primes.some((prime) => publicKey.modulus % prime === 0n)) {
    return answer("other-key", finding("modulus-differs"), finding("shared-prime"));
  }
  if (bytesToBigInt(bigIntToBytes(publicKey.modulus).reverse()) === own.modulus) {
    return answer("repairable", finding("modulus-reversed"));
  }
  const [ownLength, otherLength] = [bitLength(own.modulus), bitLength(publicKey.modulus)];
  if (ownLength === otherLength) return answer("other-key", finding("modulus-differs"));
  return answer(
    "other-key",
    finding("modulus-differs"),
    finding("modulus-length-differs", { own: ownLength, other: otherLength }),
  );
}

/** An exponent in a text. */
function named(exponent: bigint): string {
  const length = bitLength(exponent);
  return length <= 64 ? String(exponent) : `a number of ${length} bits`;
}
