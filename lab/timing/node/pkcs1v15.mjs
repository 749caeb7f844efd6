// Makes encoded messages of PKCS #1 v1.5 encryption, valid and invalid; lab/crates/programs/src/bin/timing/pkcs1v15.rs does the same natively.
import { randomBytes, randomInt } from "node:crypto";

/** The kinds of encoded messages. */
export const encodings = {
  right: "good padding",
  type: "second byte wrong",
  separator: "no separator",
};

/**
 * Makes an encoded message of `length` bytes (RFC 8017, section 7.2.1). The length of the message is random, uniform over all
 * that fit, like that of the synthetic message of implicit rejection. The results of both kinds therefore have the same
 * distribution of lengths: the caller knows the length, so the time may depend on it.
 * @param {keyof typeof encodings} encoding type: the second byte is that of a signature; separator: no byte after the second is
 * zero
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
