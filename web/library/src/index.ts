/**
 * The fast RSA variants of the literature as WebAssembly. Start with `load` (synchronous calls) or `connect` (workers).
 *
 * @module rsa-variants
 */
export type {
  EncryptionAlgorithm,
  EncryptionParams,
  Hash,
  HashName,
  JwsAlgorithm,
  OaepAlgorithm,
  Pkcs1EncryptionAlgorithm,
  Pkcs1SignatureAlgorithm,
  PssAlgorithm,
  PssHash,
  SignatureAlgorithm,
  SignatureParams,
} from "./algorithms.js";
export { hashes, isJwsAlgorithm, pssHashes } from "./algorithms.js";
export type { Build } from "./builds.js";
export { builds } from "./builds.js";
export type { Bytes } from "./bytes.js";
export type { ConnectOptions } from "./connect.js";
export { connect } from "./connect.js";
export type { ErrorPlace, RsaErrorCode } from "./errors.js";
export { RsaError } from "./errors.js";
export type {
  ImportOptions,
  ImportWarning,
  PasswordOptions,
  PrivateKeyFormat,
  PrivateKeyFormats,
  PublicImportOptions,
  PublicKeyFormat,
  PublicKeyFormats,
  ReadLimits,
  ReadOptions,
} from "./formats/formats.js";
export type { PublicKeyOptions } from "./formats/from-numbers.js";
export type { KeyData } from "./formats/import.js";
export type { ImportedKey, ImportedKeys, JsonKeys, LeftOutKey } from "./formats/import-keys.js";
export type { PrivateKeyJson, PublicKeyJson } from "./formats/json.js";
export type { KeyExponents, PublicNumbers, RsaPrivateJwk, RsaPublicJwk } from "./formats/jwk.js";
export type { KeyPair } from "./formats/objects.js";
export type { CryptoKeyAlgorithm, CryptoKeyOptions, CryptoKeyParams } from "./formats/platform-keys.js";
export type { KeyGenerationProgress } from "./generate.js";
export type { Hasher } from "./hasher.js";
export type { LoadOptions } from "./load.js";
export { load } from "./load.js";
export type { ManyOptions, ManyProgress, SettledBytes } from "./many.js";
export type { AbortOptions, OperationOptions, PrivateOperationOptions, ReportOptions } from "./options.js";
export type { KeyComponents, KeyParams, KeyParamValues, ParamFacts } from "./params.js";
export { keyParams, paramFacts } from "./params.js";
export type { PrivateKey } from "./private-key.js";
export type { PublicKey } from "./public-key.js";
export type { CommonModulusKeys, GenerateKeyOptions, Rsa } from "./rsa.js";
export type { Engine, Variant, VariantFacts } from "./variants.js";
export { factsOf, hasParam, variantFacts, variants } from "./variants.js";
export type { KeyWarning, SafetyOptions } from "./warning.js";
export type { WasmSource } from "./wasm-source.js";
export type { RsaWorkers, WorkerPrivateKey, WorkerPublicKey } from "./workers/rsa-workers.js";
export type { AnyWorker, WebWorker, WorkerThread } from "./workers/worker-slot.js";
export type { WorkerOptions } from "./workers/workers.js";
