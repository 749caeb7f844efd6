// Encoded messages of PKCS #1 v1.5 encryption, right and wrong; crates/rsa/examples/timing/pkcs1v15.rs has the same natively.
import { randomBytes, randomInt } from "node:crypto";

/** What is made of an encoded message. */
export const encodings = {
  right: "good padding",
  type: "second byte wrong",
  separator: "no separator",
};

/**
 * An encoded message of `length` bytes (RFC 8017, section 7.2.1). The message's length is drawn as implicit rejection draws
 * that of a stand-in, uniformly from all that fit, so that results of both kinds are of the same lengths: these belong to
 * the caller, and time may depend on them.
 * @param {keyof typeof encodings} encoding type: the second byte is that of a signature; separator: no byte behind the second
 * is zero
 */
export function encode(encoding, length) {
  const separator = length - randomInt(length - 11 + 1) - 1;
  const encoded = randomBytes(length);
  encoded[0] = 0x00;
  encoded[1] = encoding === "type" ? 0x01 : 0x02;
  const paddingEnd = encoding === "separator" ? length : separator;
  for (let index = 2; index < paddingEnd; index += 1) encoded[index] = randomInt(1, 256);
  if (encoding !== "separator") encoded[separator] = 0x00;
  return encoded;
}
