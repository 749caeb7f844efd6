/**
 * Says why a signature does not verify, why a ciphertext does not decrypt, whether two keys belong together, and what is wrong
 * with a token.
 *
 * **It belongs on the owner's own machine.** Offered as a service, it would be a padding oracle: anyone who may ask it can decrypt
 * what others encrypted for the key. It is a separate entry, so that no application loads it by accident, and `decrypt` does not
 * use it. It runs in variable time. Its answers contain neither keys nor decrypted messages.
 *
 * @module rsa-variants/doctor
 */
export type { AnyPrivateKey, AnyPublicKey } from "../any-key.js";
export type { Answer, CiphertextAnswer, Finding, SignatureAnswer, Snippets, Values, Verdict } from "./answer.js";
export type { Data } from "./bytes.js";
export type { CiphertextCase } from "./ciphertext.js";
export { diagnoseCiphertext } from "./ciphertext.js";
export type { Certainty, FindingCode } from "./finding-texts.js";
export type { KeyPairCase } from "./key-pair.js";
export { diagnoseKeyPair } from "./key-pair.js";
export type { SignatureCase } from "./signature.js";
export { diagnoseSignature } from "./signature.js";
export { snippetTitles } from "./snippets/snippets.js";
export type { TokenCase } from "./token.js";
export { diagnoseToken } from "./token.js";
