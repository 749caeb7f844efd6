/** Signing with the raw private operation of a key, which handles many requests in one call and refuses all if one is wrong. */

import type { BindingsResults } from "../bindings.js";
import { invalid, RsaError, toRsaError } from "../errors.js";
import type { ManyOptions } from "../many.js";
import type { PrivateOperationOptions } from "../options.js";
import { blockLength, type KeyParams, messageLengthOf } from "../params.js";

/** Options of an issuer: those of a private operation, whose check of the result must stay on. */
export interface IssuerOptions extends PrivateOperationOptions {
  readonly faultCheck?: true | undefined;
}

/** Options of an issuer's calls for lists. */
export interface IssuerListOptions extends ManyOptions {
  readonly faultCheck?: true | undefined;
}

/** Refuses to leave out a step of BlindSign. */
export function requireFaultCheck({ faultCheck }: PrivateOperationOptions): void {
  if (faultCheck !== false) return;
  throw invalid("faultCheck", "must stay on for blind signatures: a wrong answer can reveal the key (RFC 9474)");
}

/** The length of requests and answers in bytes; throws if keys with these parameters cannot sign. */
export function signatureLength(params: KeyParams): number {
  if (messageLengthOf(params) === undefined) return blockLength(params.modulusLength);
  throw new RsaError("wrong-variant", `a key of the variant ${params.variant} cannot sign`);
}

/**
 * Requests with a result for each. Make the private operation for `blocks`, and pass its results to `finish`. If it throws, pass the
 * error to `refuse`, and try again without the request that it was about.
 */
export class RawSigning {
  readonly #requests: readonly Uint8Array[];
  readonly #results: BindingsResults;
  /** The indices of the requests that are not refused. */
  readonly #accepted: number[] = [];

  /** @param length the length of the modulus in bytes */
  constructor(length: number, requests: readonly Uint8Array[]) {
    this.#requests = requests;
    this.#results = requests.map((request, index) => {
      if (request.length === length) this.#accepted.push(index);
      return refusal("invalid-length", `must have ${length} bytes, like the modulus, got ${request.length}`);
    });
  }

  /** The requests to sign. */
  get blocks(): Uint8Array[] {
    return this.#accepted.map((index) => this.#requests[index] as Uint8Array);
  }

  /** Puts the answers in the places of their requests, and returns the results of all. */
  finish(answers: readonly Uint8Array<ArrayBuffer>[]): BindingsResults {
    for (const [place, answer] of answers.entries()) this.#results[this.#accepted[place] as number] = answer;
    return this.#results;
  }

  /** Notes the error of one request; throws any other error. */
  refuse(error: unknown): void {
    const { code, index = -1 } = toRsaError(error);
    const [refused] = this.#accepted.splice(index, index < 0 ? 0 : 1);
    if (refused === undefined) throw error;
    this.#results[refused] =
      code === "message-out-of-range" ? refusal(code, "must be below the modulus") : (error as Error);
  }
}

function refusal(code: "invalid-length" | "message-out-of-range", problem: string): RsaError {
  return invalid("blindedMessage", problem, undefined, code);
}
