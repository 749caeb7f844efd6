import type { SignatureParams } from "../algorithms.js";
import type { AnyPublicKey } from "../any-key.js";
import { checkOptions } from "../options.js";
import { blockLength } from "../params.js";
import type { Rsa } from "../rsa.js";
import { type Finding, finding, type SignatureAnswer } from "./answer.js";
import { bytesOf, type Data } from "./bytes.js";
import { containerOf } from "./containers.js";
import { blocksOf, cuts, type Form, formsOf } from "./forms.js";
import type { Hasher } from "./hashes.js";
import { applied, checkKey, hasherOf } from "./key.js";
import { type Reading, readSignedBlock } from "./signed-block.js";
import { verifySnippets } from "./snippets/snippets.js";
import { unfit } from "./unfit.js";
import { variationsOf } from "./variations.js";

/** A signature that does not verify. */
export interface SignatureCase {
  /** The public key that should verify it. */
  readonly publicKey: AnyPublicKey;
  /** The signature, as you have it. */
  readonly signature: Data;
  /** The signed message. Without it, the doctor says only what the signature shows. */
  readonly message?: Data | undefined;
}

/**
 * Says why a signature does not verify: which padding, hash functions and salt it has, whether message or key is another one, and
 * what happened to its bytes.
 *
 * **For the owner's own machine**, like everything in this entry. It needs no secret, and runs in variable time.
 *
 * @param rsa the library, from `load()` of `rsa-variants`
 * @param given the public key, the signature, and the message if you have it
 * @returns what the doctor found. No data make it throw
 * @throws RsaError `invalid-params` if an argument has the wrong type; `use-after-free`
 *
 * @example
 * ```ts
 * import { load } from "rsa-variants";
 * import { diagnoseSignature } from "rsa-variants/doctor";
 *
 * const rsa = await load();
 * const key = rsa.generateKey({ variant: "crt", modulusLength: 2048 });
 * const signature = key.sign({ name: "RSA-PSS", hash: "SHA-512" }, new TextEncoder().encode("a letter\n"));
 * const { publicKey } = key;
 * const { verdict, findings } = await diagnoseSignature(rsa, { publicKey, signature, message: "a letter" });
 * console.log(verdict, findings.map(({ code }) => code)); // repairable … message-final-newline
 * key.free();
 * ```
 */
export async function diagnoseSignature(rsa: Rsa, given: SignatureCase): Promise<SignatureAnswer> {
  const hasher = hasherOf(rsa);
  checkOptions(given, { publicKey: true, signature: true, message: true }, "{ publicKey, signature, message }");
  const { publicKey, message } = given;
  checkKey("public", publicKey);
  const signature = bytesOf("signature", given.signature);
  const signed = message === undefined ? undefined : bytesOf("message", message);
  if (publicKey.messageLength !== undefined) {
    return { verdict: "other-algorithm", findings: [finding("unbalanced-key")], snippets: {} };
  }
  return examine(hasher, publicKey, signature, signed);
}

/** Changes that are tried whatever the data are; a reading that can be an accident does not count after them, nor in a part. */
const guesses: readonly string[] = [...cuts, "reversed", "zeros-stripped"];

/** The answer for a signature. */
export async function examine(
  hasher: Hasher,
  publicKey: AnyPublicKey,
  signature: Uint8Array,
  message: Uint8Array | undefined,
): Promise<SignatureAnswer> {
  const length = blockLength(publicKey.modulusLength);
  const forms = formsOf(signature, length, "signature");
  let best: { reading: Reading; form: Form } | undefined;
  for (const form of blocksOf(forms, length, "signature")) {
    const reading = await read(hasher, publicKey, form.bytes, message);
    if (reading?.rank === 1 && !(form.isWhole && form.findings.every(({ code }) => !guesses.includes(code)))) continue;
    if (reading !== undefined && reading.rank > (best?.reading.rank ?? 0)) best = { reading, form };
    if (best?.reading.isValid) break;
  }
  if (best === undefined || (!best.reading.isValid && isContainer(forms))) return unfit(forms, publicKey, "signature");
  const { reading, form } = best;
  const { algorithm, content, isValid } = reading;
  const isAccident = reading.rank === 1; // perhaps: then the changes are not sure either
  const asForm = isAccident
    ? form.findings.map((each) => ({ ...each, certainty: "possible" as const }))
    : form.findings;
  const findings = [...asForm, ...reading.findings];
  const changes = [...form.findings, ...(reading.variation ?? [])];
  const valid = algorithm === undefined ? "other-algorithm" : changes.length === 0 ? "fits" : "repairable";
  const verdict = isValid ? valid : reading.verdict;
  return {
    verdict,
    findings: isValid && changes.length === 0 ? [finding("valid-signature"), ...findings] : findings,
    snippets: algorithm === undefined ? {} : verifySnippets(algorithm, changes),
    ...(algorithm === undefined ? {} : { algorithm }),
    ...(content === undefined ? {} : { content: new Uint8Array(content) }),
  };
}

/** Whether the data are in another format, in which a signature by the key can be. */
function isContainer(forms: readonly Form[]): boolean {
  return forms.some(({ bytes }) => containerOf(bytes, "signature", true) !== undefined);
}

/** Recovers and reads the block of a signature. */
async function read(
  hasher: Hasher,
  publicKey: AnyPublicKey,
  signature: Uint8Array,
  message: Uint8Array | undefined,
): Promise<Reading | undefined> {
  const block = await applied(() => publicKey.encryptRaw(signature));
  if (block === undefined) return undefined;
  const reading = readSignedBlock(block, publicKey, message, hasher);
  if (reading?.isValid || message === undefined || block.at(-1) !== 0xbc) return reading;
  return (await readShake(hasher, publicKey, signature, message)) ?? reading;
}

/** The library itself tries PSS with SHAKE, whose mask cannot be computed with its hash functions. */
async function readShake(
  hasher: Hasher,
  publicKey: AnyPublicKey,
  signature: Uint8Array,
  message: Uint8Array,
): Promise<Reading | undefined> {
  let tried = 0;
  for (const { bytes, findings: variation } of variationsOf(message, hasher)) {
    if (++tried > 8) break; // line ends only
    for (const [hash, length] of [
      ["SHAKE128", 32],
      ["SHAKE256", 64],
    ] as const) {
      const algorithm: SignatureParams = { name: "RSA-PSS", hash };
      if (blockLength(publicKey.modulusLength) < length + 2 || !(await publicKey.verify(algorithm, signature, bytes)))
        continue;
      const findings: Finding[] = [...variation, finding("pss-shake", { hash })];
      return { rank: 4, verdict: "fits", isValid: true, findings, variation, algorithm };
    }
  }
  return undefined;
}
