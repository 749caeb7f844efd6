/**
 * Blind signatures: a client gets a signature of a message that the issuer does not see, and nobody can link the signature to the
 * request. RSABSSA (RFC 9474), and RSAPBSSA, which binds signatures to public metadata (draft-irtf-cfrg-partially-blind-rsa-02).
 * Start with `load` (calls on this thread) or `connect` (workers).
 *
 * @module rsa-variants/blind
 */
export type { SettledBytes } from "../many.js";
export type { PrivateKeyNumbers, PublicKeyNumbers } from "../params.js";
export type { BlindrsaBackend, BlindrsaContext } from "./backend.js";
export { blindrsaBackend } from "./backend.js";
export type {
  Blind,
  BlindSuite,
  PartialKeyNumbers,
  PartialKeyOptions,
  PartialKeyParams,
  PartiallyBlindSuite,
} from "./blind.js";
export type { BlindAnswer, BlindClient, Blinded, SignedMessage } from "./client.js";
export type { IssuerKey } from "./issuer-key.js";
export type { LoadOptions } from "./load.js";
export { load } from "./load.js";
export type { IssuerListOptions, IssuerOptions } from "./raw-signing.js";
export type { BlindSuiteName, PartiallyBlindSuiteName } from "./suites.js";
export { blindSuites, partiallyBlindSuites } from "./suites.js";
export type { WorkerIssuerKey } from "./worker-issuer-key.js";
export type {
  BlindListOptions,
  WorkerBlindClient,
  WorkerBlindSuite,
  WorkerPartiallyBlindSuite,
} from "./worker-suites.js";
export type { BlindWorkers, ConnectOptions } from "./workers.js";
export { connect } from "./workers.js";
