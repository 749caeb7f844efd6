/**
 * Encrypts and signs files of any size as streams, with keys of `load` or `connect`: hybrid encryption (RSA-OAEP and
 * AES-256-GCM), ASCII armor for it, and detached signatures. Also contains the incremental encryption of an early paper, which
 * is history and protects nothing.
 *
 * @module rsa-variants/files
 */
export type { AnyPrivateKey, AnyPublicKey } from "../any-key.js";
export { armor, armorStream, dearmor, dearmorStream, isArmored } from "./armor.js";
export type { DetectedStream, EncryptedFormat } from "./detect.js";
export { detectFormat, detectStream } from "./detect.js";
export { decryptBlob, decryptBytes, decryptStream } from "./hybrid/decrypt.js";
export type { EncryptOptions } from "./hybrid/encrypt.js";
export { encryptBlob, encryptBytes, encryptStream } from "./hybrid/encrypt.js";
export { addRecipientsStream } from "./hybrid/recipients.js";
export { largestCharactersAtOnce } from "./incremental/codes.js";
export type { DecryptIncrementalOptions } from "./incremental/decrypt.js";
export { decryptIncremental, decryptIncrementalStream } from "./incremental/decrypt.js";
export type { EncryptIncrementalOptions } from "./incremental/encrypt.js";
export { encryptIncremental, encryptIncrementalStream } from "./incremental/encrypt.js";
export type { SignatureOptions, Signed } from "./signature.js";
export { sign, verify } from "./signature.js";
export type {
  ByteStream,
  FileDecryptionKey,
  FileEncryptionKey,
  FileOptions,
  FileProgress,
} from "./stream.js";
