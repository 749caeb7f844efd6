// What the doctor says if no reading of the data fits the key: their length and start still show something.

import type { AnyPublicKey } from "../any-key.js";
import { bytesToBigInt } from "../bytes.js";
import { type Answer, answer, finding } from "./answer.js";
import { isReadable, startsWith } from "./bytes.js";
import { containerOf } from "./containers.js";
import type { Form } from "./forms.js";
import { blockLengthOf } from "./key.js";

/** The number of bytes that are searched for lost characters. */
const searched = 1 << 16;

/** The answer for data of which no form fits. */
export function unfit(forms: readonly Form[], key: AnyPublicKey, subject: "signature" | "ciphertext"): Answer {
  const length = blockLengthOf(key);
  const [given] = forms as [Form];
  if (given.bytes.length === 0) return answer("damaged", finding("empty", { subject }));
  for (const { bytes, findings } of forms) {
    const container = containerOf(bytes, subject);
    if (container !== undefined) return answer("container", container, ...findings);
  }
  const decoded = forms.filter((form) => !isReadable(form.bytes)); // the text of a block is longer than the block
  const { bytes, findings } = decoded.find((form) => isBlockLength(form.bytes.length)) ?? decoded[0] ?? given;
  const found = bytes.length;
  const about = { subject, found, length };
  for (const form of forms) {
    if (replacements(form.bytes) > 2)
      return answer("damaged", finding("replacement-characters", { subject }), ...form.findings);
  }
  if (subject === "signature") {
    const short = forms.find((form) => isEcdsa(form.bytes));
    if (short !== undefined) return answer("other-algorithm", finding("ecdsa-signature"), ...short.findings);
    if (found === 64 && length !== 64) return answer("other-algorithm", finding("short-signature"), ...findings);
  }
  if (found === length) {
    const isInRange = bytesToBigInt(bytes) < key.modulus;
    return answer("other-key", finding(isInRange ? "no-padding" : "out-of-range", { subject }), ...findings);
  }
  if (isBlockLength(found))
    return answer("other-key", finding("wrong-length", { ...about, bits: 8 * found }), ...findings);
  return answer("damaged", finding(found < length ? "truncated" : "odd-length", about), ...findings);
}

/** The lengths of the usual keys: multiples of 512 bits. */
function isBlockLength(length: number): boolean {
  return length >= 64 && length <= 2048 && length % 64 === 0;
}

/** How often U+FFFD stands in the UTF-8. */
function replacements(bytes: Uint8Array): number {
  let count = 0;
  for (let i = 0; i < Math.min(bytes.length, searched); i++) {
    if (bytes[i] === 0xef && bytes[i + 1] === 0xbf && bytes[i + 2] === 0xbd) count++;
  }
  return count;
}

/** A sequence of two INTEGER as long as those of usual curves. */
function isEcdsa(bytes: Uint8Array): boolean {
  const at = bytes[1] === 0x81 ? 3 : 2;
  const first = bytes[at + 1] ?? 0;
  const isSequence = startsWith(bytes, [0x30]) && bytes[at - 1] === bytes.length - at && bytes.length <= 150;
  return isSequence && bytes[at] === 0x02 && bytes[at + 2 + first] === 0x02;
}
