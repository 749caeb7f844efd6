/** What the main side and a worker say to each other: plain data that structured cloning carries. */
import type { EncryptionAlgorithm, SignatureAlgorithm } from "../algorithms.js";
import type { Build } from "../builds.js";
import type { RsaErrorCode } from "../errors.js";
import type {
  PasswordOptions,
  PrivateKeyFormat,
  PrivateKeyFormats,
  PublicKeyFormat,
  PublicKeyFormats,
} from "../formats/formats.js";
import type { PrivateKeyData, PublicKeyData } from "../formats/import.js";
import type { KeyExponents, PublicNumbers } from "../formats/jwk.js";
import type { OperationOptions, PrivateOperationOptions } from "../options.js";
import type { KeyComponents, KeyParams } from "../params.js";
import type { HybridKeys, KeyGenerationProgress } from "../rsa.js";
import type { Engine, Variant } from "../variants.js";
import type { KeyWarning } from "../warning.js";

/** Names a key on both sides; the main side counts them up. */
export type KeyId = number;

/** Enough to make a key anew in any worker. */
export type KeyMaterial =
  | { kind: "private"; params: KeyParams; components: KeyComponents }
  | { kind: "public"; modulus: bigint; publicExponent: bigint };

/** A private key as the main side keeps it. */
export interface PrivateKeyNumbers {
  params: KeyParams;
  components: KeyComponents;
}

type OnKey<Input> = { keyId: KeyId; options: OperationOptions } & Input;
type OnPrivateKey<Input> = { keyId: KeyId; options: PrivateOperationOptions } & Input;

/** Every call, with what goes in and what comes out. */
export interface Calls {
  checkParams: { input: { params: KeyParams }; output: KeyParams };
  warningFor: { input: { params: KeyParams }; output: KeyWarning | undefined };
  generateKey: {
    input: {
      keyId: KeyId;
      params: KeyParams;
      seed: Uint8Array | undefined;
      allowBroken: boolean | undefined;
      report: boolean;
    };
    output: PrivateKeyNumbers;
  };
  generateHybridKeys: {
    input: {
      fastId: KeyId;
      compatibleId: KeyId;
      params: KeyParams;
      publicExponent: bigint;
      seed: Uint8Array | undefined;
      allowBroken: boolean | undefined;
      report: boolean;
    };
    output: HybridKeys<PrivateKeyNumbers>;
  };
  sampleKey: { input: { keyId: KeyId; variant: Variant; modulusLength: number }; output: PrivateKeyNumbers };
  keyFromComponents: { input: { keyId: KeyId } & PrivateKeyNumbers; output: PrivateKeyNumbers };
  keyFromExponents: { input: { keyId: KeyId; exponents: KeyExponents }; output: PrivateKeyNumbers };
  importPrivateKey: {
    input: { keyId: KeyId; data: PrivateKeyData; options: PasswordOptions };
    output: PrivateKeyNumbers;
  };
  importPublicKey: {
    input: { keyId: KeyId; data: PublicKeyData };
    output: PublicNumbers & { readonly modulusLength: number };
  };
  exportPrivateKey: {
    input: { keyId: KeyId; format: PrivateKeyFormat; options: PasswordOptions };
    output: PrivateKeyFormats[PrivateKeyFormat];
  };
  exportPublicKey: { input: { keyId: KeyId; format: PublicKeyFormat }; output: PublicKeyFormats[PublicKeyFormat] };
  /** The numbers of a key that a worker made or checked. */
  restorePrivateKey: { input: { keyId: KeyId } & PrivateKeyNumbers; output: undefined };
  publicKey: {
    input: { keyId: KeyId; modulus: bigint; publicExponent: bigint };
    output: { modulusLength: number };
  };
  freeKey: { input: { keyId: KeyId }; output: undefined };
  check: { input: { keyId: KeyId }; output: undefined };
  encrypt: { input: OnKey<{ algorithm: EncryptionAlgorithm; data: Uint8Array }>; output: Uint8Array };
  verify: {
    input: OnKey<{ algorithm: SignatureAlgorithm; signature: Uint8Array; data: Uint8Array }>;
    output: boolean;
  };
  verifyDigest: {
    input: OnKey<{ algorithm: SignatureAlgorithm; signature: Uint8Array; digest: Uint8Array }>;
    output: boolean;
  };
  decrypt: { input: OnPrivateKey<{ algorithm: EncryptionAlgorithm; data: Uint8Array }>; output: Uint8Array };
  sign: { input: OnPrivateKey<{ algorithm: SignatureAlgorithm; data: Uint8Array }>; output: Uint8Array };
  signDigest: { input: OnPrivateKey<{ algorithm: SignatureAlgorithm; digest: Uint8Array }>; output: Uint8Array };
  encryptRaw: { input: OnKey<{ block: Uint8Array }>; output: Uint8Array };
  decryptRaw: { input: OnPrivateKey<{ block: Uint8Array }>; output: Uint8Array };
  decryptRawMany: { input: OnPrivateKey<{ blocks: readonly Uint8Array[] }>; output: Uint8Array[] };
  decryptBatchRaw: { input: OnPrivateKey<{ blocks: readonly Uint8Array[] }>; output: Uint8Array[] };
  modPow: { input: { base: bigint; exponent: bigint; modulus: bigint; engine: Engine | undefined }; output: bigint };
}

export type CallName = keyof Calls;

/** A call on its way to a worker, with the module of PEM and DER where it reads or writes them. */
export type CallMessage = {
  [Name in CallName]: {
    type: "call";
    callId: number;
    name: Name;
    input: Calls[Name]["input"];
    formats: WebAssembly.Module | undefined;
  };
}[CallName];

export type ToWorker = { type: "start"; build: Build; module: WebAssembly.Module } | CallMessage;

export type FromWorker =
  | { type: "ready"; engines: readonly Engine[] }
  | { type: "start-failed"; reason: string }
  | { type: "progress"; callId: number; progress: KeyGenerationProgress }
  | { type: "result"; callId: number; output: Calls[CallName]["output"] }
  | { type: "error"; callId: number; code: RsaErrorCode; message: string };
