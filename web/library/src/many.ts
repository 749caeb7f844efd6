/** Calls of a private key on many inputs, with a result for each. */

import type { BindingsResults } from "./bindings.js";
import { type Bytes, toByteList, toBytes } from "./bytes.js";
import { RsaError, toRsaError } from "./errors.js";
import { pieceLength } from "./hasher.js";
import {
  type BindingsPrivateOptions,
  checkOptions,
  type Names,
  type PrivateOperationOptions,
  privateOperationNames,
  type ReportOptions,
  reporting,
  toPrivateOptions,
} from "./options.js";

/** How far `decryptMany` or `signMany` has come. */
export interface ManyProgress {
  /** How many inputs have a result. */
  readonly done: number;
  /** How many inputs there are. */
  readonly total: number;
}

/** Options of `decryptMany` and `signMany`. */
export interface ManyOptions extends PrivateOperationOptions, ReportOptions<ManyProgress> {}

/** The result for one input of `decryptMany` or `signMany`, as `Promise.allSettled` reports it. */
export type SettledBytes =
  | {
      /** The call worked. */
      readonly status: "fulfilled";
      /** The message or the signature. */
      readonly value: Uint8Array<ArrayBuffer>;
    }
  | {
      /** The call failed for this input. */
      readonly status: "rejected";
      /** The error that the call for this input only would throw. */
      readonly reason: RsaError;
    };

/** The options of a call with many inputs. */
export const manyNames: Names<ManyOptions> = { ...privateOperationNames, onProgress: true };

/**
 * The most inputs for which the WebAssembly is called once. The engine needs only two at a time to be fast; a key's checksum and the
 * call itself then cost less than a hundredth. Each input takes a few kilobytes there.
 */
export const mostAtOnce = 64;

/**
 * Makes a call of the bindings for the inputs, up to 64 or a mebibyte at a time. `call` gets them one after the other in one array,
 * with the end of each; a longer input comes alone.
 */
export function callMany(
  name: string,
  list: readonly Bytes[],
  options: ManyOptions,
  call: (joined: Uint8Array, ends: Uint32Array, options: BindingsPrivateOptions) => BindingsResults,
): SettledBytes[] {
  const inputs = toByteList(name, list);
  const { onProgress, ...rest } = checkOptions(options, manyNames, "{ onProgress }");
  const chosen = toPrivateOptions(rest);
  const results: SettledBytes[] = [];
  const toProgress = (done: number): ManyProgress => ({ done, total: inputs.length });
  return reporting({ onProgress, signal: rest.signal }, toProgress, (report) => {
    try {
      // Also for no inputs: the bindings check the algorithm and the engine.
      do {
        const part = nextPart(inputs, results.length);
        // Viewed again, because `onProgress` could transfer a buffer.
        const views = part.map((_, index) =>
          toBytes(name, list[results.length + index] as Bytes, results.length + index),
        );
        const { joined, ends } = join(views);
        try {
          for (const result of call(joined, ends, chosen)) results.push(toSettled(result));
        } finally {
          if (views[0] !== joined) joined.fill(0);
        }
        if (report?.(results.length) === false) throw new RsaError("internal", "the call was stopped"); // reporting throws the reason
      } while (results.length < inputs.length);
      return results;
    } catch (error) {
      wipeResults(results);
      throw error;
    }
  });
}

/** The inputs for the next call of the bindings. */
function nextPart(inputs: readonly Uint8Array[], first: number): readonly Uint8Array[] {
  let [end, length] = [first, 0];
  while (end < inputs.length && end - first < mostAtOnce) {
    length += inputs[end]?.length ?? 0;
    if (length > pieceLength && end > first) break;
    end++;
  }
  return inputs.slice(first, end);
}

/** Puts inputs one after the other, with the end of each. A single input is not copied. */
export function join(inputs: readonly Uint8Array[]): { readonly joined: Uint8Array; readonly ends: Uint32Array } {
  let end = 0;
  const ends = Uint32Array.from(inputs, ({ length }) => (end += length));
  const [only] = inputs;
  if (inputs.length === 1 && only !== undefined) return { joined: only, ends };
  const joined = new Uint8Array(end);
  for (const [index, input] of inputs.entries()) joined.set(input, (ends[index] ?? 0) - input.length);
  return { joined, ends };
}

/** The result for one input. */
export function toSettled(result: Uint8Array<ArrayBuffer> | Error): SettledBytes {
  return result instanceof Error
    ? { status: "rejected", reason: toRsaError(result) }
    : { status: "fulfilled", value: result };
}

/** Overwrites results that the caller does not get. */
export function wipeResults(results: readonly (SettledBytes | undefined)[]): void {
  for (const result of results) if (result?.status === "fulfilled") result.value.fill(0);
}
