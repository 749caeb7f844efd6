// What the doctor says if no reading of the data fits the key: their length and start still show something.

import type { AnyPublicKey } from "../any-key.js";
import { bytesToBigInt } from "../bytes.js";
import { blockLength } from "../params.js";
import { type Answer, answer, finding } from "./answer.js";
import { charactersOf, isReadable, leadingZeros, startsWith, textOf } from "./bytes.js";
import { containerOf } from "./containers.js";
import type { Form } from "./forms.js";

/** The answer for data of which no form fits. Only what is in the bytes shows damage; what is not understood is unknown. */
export function unfit(forms: readonly Form[], key: AnyPublicKey, subject: "signature" | "ciphertext"): Answer {
  const length = blockLength(key.modulusLength);
  const [given] = forms as [Form];
  const text = textOf(given.bytes) ?? "";
  if (given.bytes.length === 0 || /^\s+$/.test(text)) return answer("damaged", finding("empty", { subject }));
  if (noData.test(text)) return answer("damaged", finding("no-data", { subject, text: text.trim() }));
  for (const { bytes, findings } of forms) {
    const container = containerOf(bytes, subject, findings.length > 0);
    if (container !== undefined) return answer("container", container, ...findings);
  }
  // Beside the digits of a dump, programs show what is not ASCII so.
  const isDump = forms.some((form) => form.findings.some(({ code }) => code === "hex-dump"));
  for (const { bytes, findings } of forms) {
    if (!isDump && isReplaced(bytes))
      return answer("damaged", finding("replacement-characters", { subject }), ...findings);
    if (shortened.test(textOf(bytes) ?? "")) return answer("damaged", finding("shortened", { subject }));
  }
  // A block is no text, nor text as a number.
  const data = forms.filter(({ bytes, isWhole }) => isWhole && !isReadable(bytes.subarray(leadingZeros(bytes))));
  if (subject === "signature") {
    const short = data.find((form) => isEcdsa(form.bytes));
    if (short !== undefined) return answer("other-algorithm", finding("ecdsa-signature"), ...short.findings);
    const raw = data.find((form) => form.bytes.length !== length && curves[form.bytes.length] !== undefined);
    if (raw !== undefined) {
      const { length: found } = raw.bytes;
      return answer(
        "other-algorithm",
        finding("short-signature", { found, curves: curves[found] ?? "" }),
        ...raw.findings,
      );
    }
  }
  const hasCase = /[a-z]/.test(text) && /[A-Z]/.test(text);
  // Only what is read as Base64 first is in the given text.
  const lacksCase = ({ findings }: Form) =>
    !hasCase && findings.find(({ code }) => code !== "in-text")?.code.startsWith("base64") === true;
  const hasLetters = /[a-z]/i.test(text); // digits are not Base64, but another number
  const block = data.find((form) => form.bytes.length === length && (hasLetters || !lacksCase(form)));
  if (block !== undefined) {
    if (lacksCase(block)) return answer("damaged", finding("case-lost"), ...block.findings);
    const isInRange = bytesToBigInt(block.bytes) < key.modulus;
    return answer("other-key", finding(isInRange ? "no-padding" : "out-of-range", { subject }), ...block.findings);
  }
  const other = data.find((form) => keyLengths.includes(form.bytes.length) && !lacksCase(form));
  const { bytes, findings } = other ?? data.find((form) => form.findings.length > 0) ?? data[0] ?? given;
  const about = { subject, found: bytes.length, length };
  if (other !== undefined)
    return answer("other-key", finding("wrong-length", { ...about, bits: 8 * bytes.length }), ...findings);
  if (data.length === 0) return answer("unknown", finding("not-understood", about));
  return answer("unknown", finding(bytes.length < length ? "truncated" : "odd-length", about), ...findings);
}

/** The number of bytes that are searched for lost characters, as U+FFFD in UTF-8. */
const searched = 1 << 16;

/**
 * Whether bytes of a block were lost when it was read as UTF-8: more than half of the bytes there are those of U+FFFD. Where a
 * dump is not known as such, it shows at most 16 of them before the digits of its next line.
 */
function isReplaced(bytes: Uint8Array): boolean {
  const lost = Array.from(charactersOf(bytes.subarray(0, searched)).matchAll(/\xef\xbf\xbd/g), ({ index }) => index);
  return lost.some((place, i) => (lost[i + 16] ?? Number.POSITIVE_INFINITY) < place + 96);
}

/** The signatures of other algorithms that are as long as those of no RSA key in use, by their bytes. */
const curves: Readonly<Record<number, string>> = { 64: "ECDSA P-256 and Ed25519", 96: "ECDSA P-384", 114: "Ed448" };

/** What programs print of long data: Base64 or a list of numbers, and then that there are more. */
const shortened =
  /more (?:bytes|items)|[\w+/]{24}\s*(?:\.{3}|…)|^\s*[<[{(]+(?:length = \d+, bytes = )?[\da-fx,\s]+(?:\.{3}|…)[\da-fx,\s]*[>\]})]+\s*$/i;

/** What programs make of a value that is not there, or is not text. */
const noData = /^\s*(?:undefined|null|none|nan|\[object \w+\]|\[B@[\da-f]{1,8}|System\.Byte\[\])\s*$/i;

/** The lengths of blocks of usual keys, in bytes. */
const keyLengths: readonly number[] = [64, 96, 128, 192, 256, 384, 512, 1024];

/** A sequence of two INTEGER as long as those of usual curves. */
function isEcdsa(bytes: Uint8Array): boolean {
  const at = bytes[1] === 0x81 ? 3 : 2;
  const first = bytes[at + 1] ?? 0;
  const isSequence = startsWith(bytes, [0x30]) && bytes[at - 1] === bytes.length - at && bytes.length <= 150;
  return isSequence && bytes[at] === 0x02 && bytes[at + 2 + first] === 0x02;
}
