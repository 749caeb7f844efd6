/**
 * Types of the platform in public declarations. If a project's TypeScript knows the platform's own type (from the library "dom" or
 * from @types/node), the type here is the same; otherwise it contains only what this package needs. The package's declarations
 * therefore compile without either.
 */

/** The type of the instances of a global class, if it is known. */
type Instance<Name extends string, Otherwise> =
  typeof globalThis extends Record<Name, { prototype: infer Type }> ? Type : Otherwise;

interface SignalLike {
  readonly aborted: boolean;
  // biome-ignore lint/suspicious/noExplicitAny: as AbortSignal declares it
  readonly reason: any;
  addEventListener(type: "abort", listener: () => void, options?: { once?: boolean }): void;
  removeEventListener(type: "abort", listener: () => void): void;
}

/** `WebAssembly.Module`. */
export type WasmModule = typeof globalThis extends { WebAssembly: { Module: { prototype: infer Module } } }
  ? Module
  : object;
/** `WebAssembly.Memory`. */
export type WasmMemory = typeof globalThis extends { WebAssembly: { Memory: { prototype: infer Memory } } }
  ? Memory
  : { readonly buffer: ArrayBuffer };
/** `URL`. */
export type WebUrl = Instance<"URL", { readonly href: string }>;
/** `Blob`, which includes `File`. */
export type WebBlob = Instance<"Blob", { readonly size: number; arrayBuffer(): Promise<ArrayBuffer> }>;
/** `Response` of `fetch`. */
export type WebResponse = Instance<"Response", { arrayBuffer(): Promise<ArrayBuffer> }>;
/** `AbortSignal`. */
export type Signal = Instance<"AbortSignal", SignalLike>;
/** `CryptoKey`. */
export type WebCryptoKey = Instance<"CryptoKey", { readonly type: "public" | "private" | "secret" }>;

/** `X509Certificate` of `node:crypto`, reduced to the members used here. */
export interface NodeCertificate {
  /** The certificate in DER. */
  readonly raw: ArrayBufferView;
  /** Its public key. */
  readonly publicKey: NodeKeyObject;
}

/** `KeyObject` of `node:crypto`, reduced to the members used here. */
export interface NodeKeyObject {
  /** The kind of the key. */
  readonly type: "public" | "private" | "secret";
  /** Such as `"rsa"`; undefined for a secret key. */
  readonly asymmetricKeyType?: string | undefined;
  /**
   * Writes the key.
   *
   * @param options the format
   */
  // biome-ignore lint/suspicious/noExplicitAny: its overloads cannot be written as one
  export(options: any): any;
}
