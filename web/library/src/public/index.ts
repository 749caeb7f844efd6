/**
 * Public operations in a small WebAssembly module of their own: encrypting and verifying with a public key, and blind signatures for
 * clients. Classes and errors are those of `rsa-variants` and `rsa-variants/blind`. Start with `load`.
 *
 * @module rsa-variants/public
 */
export type {
  EncryptionAlgorithm,
  HashName,
  JwsAlgorithm,
  OaepAlgorithm,
  Pkcs1EncryptionAlgorithm,
  Pkcs1SignatureAlgorithm,
  PssAlgorithm,
  PssHash,
  SignatureAlgorithm,
} from "../algorithms.js";
export { isJwsAlgorithm } from "../algorithms.js";
export type { BlindAnswer, BlindClient, Blinded, SignedMessage } from "../blind/client.js";
export type { BlindSuiteName, PartiallyBlindSuiteName } from "../blind/suites.js";
export type { RsaErrorCode } from "../errors.js";
export { RsaError } from "../errors.js";
export type { PublicImportOptions } from "../formats/formats.js";
export type { PublicKeyOptions } from "../formats/from-numbers.js";
export type { KeyData } from "../formats/import.js";
export type { Hasher } from "../hasher.js";
export type { PublicKeyNumbers } from "../params.js";
export type { PublicKey } from "../public-key.js";
export type { LoadOptions } from "./load.js";
export { load } from "./load.js";
export type { PublicRsa } from "./public-rsa.js";
