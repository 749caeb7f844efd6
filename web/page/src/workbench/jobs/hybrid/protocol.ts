import type { OaepAlgorithm } from "rsa-variants";
import type { WorkerError } from "../../../common/worker-client.ts";
import type { SinkTarget } from "../sinks.ts";

/** What to do. */
export interface HybridRequest {
  readonly direction: "encrypt" | "decrypt";
  /** Of the key, in bits. */
  readonly modulusLength: number;
  readonly blob: Blob;
  readonly target: SinkTarget;
}

/** The RSA operation on the file key, which only the page can do, or why it failed. */
export type KeyAnswer =
  | { readonly type: "key"; readonly bytes: Uint8Array<ArrayBuffer> }
  | { readonly type: "key-failed"; readonly error: WorkerFailure };

export type ToHybridWorker = ({ readonly type: "start" } & HybridRequest) | KeyAnswer;

/** An error on its way between threads: of the library by its code, of the browser by its name. */
export interface WorkerFailure extends WorkerError {
  readonly name?: string;
}

export type HybridEvent =
  /** Bytes of the input that are done with. */
  | { readonly type: "progress"; readonly done: number }
  /** Asks for a `KeyAnswer`. */
  | { readonly type: "key"; readonly algorithm: OaepAlgorithm; readonly bytes: Uint8Array<ArrayBuffer> }
  /** The result, where the target is the memory. */
  | { readonly type: "done"; readonly blob: Blob | undefined }
  | WorkerFailure;
