// Compiled, never run: checks the generated bindings against the library's interface to them. The generated declarations type
// plain objects only as `object`; the tests that run check their contents.
import type { BlindGlue, GlueClient, GlueIssuerKey } from "../../web/library/src/blind/glue.ts";
import type { ContainersGlue, FormatsGlue, GlueDecoded } from "../../web/library/src/formats/glue.ts";
import type { Glue, GlueHasher, GluePrivateKey, GluePublicKey } from "../../web/library/src/glue.ts";
import type { GlueComponents, GlueParams } from "../../web/library/src/params.ts";
import type { GlueAssessment, GlueKeyAssessment } from "../../web/library/src/security/assess.ts";
import type { Glued } from "../../web/library/src/security/attack.ts";
import type { AttackOutcome, AttacksGlue, Demonstration } from "../../web/library/src/security/attacks.ts";
import type { SecurityGlue } from "../../web/library/src/security/security.ts";
import type {
  GlueDecryption,
  GlueDevice,
  GlueDeviceKey,
  GlueSoftwareDecryption,
  XrsaGlue,
} from "../../web/library/src/xrsa/glue.ts";
import type { Report } from "../../web/library/src/xrsa/report.ts";
import type { wasm_bindgen as AttacksBindings } from "../../web/library/wasm/attacks/rsa_variants_attacks.d.ts";
import type { wasm_bindgen as Bindings } from "../../web/library/wasm/baseline/rsa_variants.d.ts";
import type { wasm_bindgen as BlindBindings } from "../../web/library/wasm/blind/rsa_variants_blind.d.ts";
import type { wasm_bindgen as ContainersBindings } from "../../web/library/wasm/containers/rsa_variants_containers.d.ts";
import type { wasm_bindgen as FormatsBindings } from "../../web/library/wasm/formats/rsa_variants_formats.d.ts";
import type { wasm_bindgen as SecurityBindings } from "../../web/library/wasm/security/rsa_variants_security.d.ts";
import type { wasm_bindgen as XrsaBindings } from "../../web/library/wasm/xrsa/rsa_variants_xrsa.d.ts";

type PlainObject =
  | GlueParams
  | GlueComponents
  | GlueDecoded
  | Report
  | GlueDecryption
  | GlueSoftwareDecryption
  | GlueAssessment
  | GlueKeyAssessment
  | Glued<AttackOutcome>
  | Glued<Demonstration>
  | { readonly report: Report };

/** The argument is an object that the bindings made themselves. */
type Own<T> = T extends GlueDeviceKey ? XrsaBindings.Key : T;
type OwnArguments<A extends unknown[]> = { [Index in keyof A]: Own<A[Index]> };
/** A result in the generated declarations: plain objects have no shape, and the type of the buffer of bytes is unknown. */
type Result<R> = R extends PlainObject
  ? object
  : R extends Uint8Array
    ? Uint8Array
    : R extends (infer Item)[]
      ? Result<Item>[]
      : R extends { free(): void }
        ? ShapelessMethods<R>
        : R;
type Shapeless<F> = F extends (...args: infer A) => infer R ? (...args: OwnArguments<A>) => Result<R> : F;
type ShapelessMethods<T> = { [Name in keyof T]: Shapeless<T[Name]> };

/** Distributes over `undefined`. */
type Made<R> = R extends undefined
  ? undefined
  : R extends unknown[]
    ? ShapelessMethods<GluePrivateKey>[]
    : ShapelessMethods<GluePrivateKey>;

interface Seam extends Omit<Glue, "caution" | "checkParams" | "modPow" | "Hasher" | "PrivateKey" | "PublicKey"> {
  (...args: Parameters<Glue>): ReturnType<Glue>;
  caution: (...args: Parameters<Glue["caution"]>) => object | undefined;
  checkParams: Shapeless<Glue["checkParams"]>;
  modPow: Shapeless<Glue["modPow"]>;
  Hasher: new (...args: ConstructorParameters<Glue["Hasher"]>) => ShapelessMethods<GlueHasher>;
  PublicKey: new (...args: ConstructorParameters<Glue["PublicKey"]>) => ShapelessMethods<GluePublicKey>;
  PrivateKey: {
    [Name in keyof Glue["PrivateKey"]]: (
      ...args: Parameters<Glue["PrivateKey"][Name]>
    ) => Made<ReturnType<Glue["PrivateKey"][Name]>>;
  };
}

interface XrsaSeam extends Omit<XrsaGlue, "Device" | "Key"> {
  (...args: Parameters<XrsaGlue>): ReturnType<XrsaGlue>;
  Device: new (...args: ConstructorParameters<XrsaGlue["Device"]>) => ShapelessMethods<GlueDevice>;
  Key: new (...args: ConstructorParameters<XrsaGlue["Key"]>) => ShapelessMethods<GlueDeviceKey>;
}

interface BlindSeam extends Omit<BlindGlue, "generateKey" | "prepare" | "Client" | "IssuerKey"> {
  (...args: Parameters<BlindGlue>): ReturnType<BlindGlue>;
  generateKey: (...args: Parameters<BlindGlue["generateKey"]>) => object | undefined;
  prepare: Shapeless<BlindGlue["prepare"]>;
  Client: new (...args: ConstructorParameters<BlindGlue["Client"]>) => Lists<GlueClient>;
  IssuerKey: new (...args: ConstructorParameters<BlindGlue["IssuerKey"]>) => Lists<GlueIssuerKey>;
}

/** The lists in results have no type for their items. */
type Lists<T> = {
  [Name in keyof T]: T[Name] extends (...args: infer A) => unknown[] ? (...args: A) => unknown[] : Shapeless<T[Name]>;
};

interface SecuritySeam extends ShapelessMethods<Omit<SecurityGlue, "verdicts">> {
  (...args: Parameters<SecurityGlue>): ReturnType<SecurityGlue>;
  /** Arrays have no shape either. */
  verdicts: () => unknown[];
}
interface AttacksSeam extends ShapelessMethods<AttacksGlue> {
  (...args: Parameters<AttacksGlue>): ReturnType<AttacksGlue>;
}
interface FormatsSeam extends Omit<FormatsGlue, keyof ShapelessFormats>, ShapelessFormats {
  (...args: Parameters<FormatsGlue>): ReturnType<FormatsGlue>;
}
type ShapelessFormats = ShapelessMethods<Pick<FormatsGlue, "decodePrivateKey" | "decodePublicKey">>;

export const seam: (bindings: typeof Bindings) => Seam = (bindings) => bindings;
export const formatsSeam: (bindings: typeof FormatsBindings) => FormatsSeam = (bindings) => bindings;
export const containersSeam: (bindings: typeof ContainersBindings) => ContainersGlue = (bindings) => bindings;
export const blindSeam: (bindings: typeof BlindBindings) => BlindSeam = (bindings) => bindings;
export const xrsaSeam: (bindings: typeof XrsaBindings) => XrsaSeam = (bindings) => bindings;
export const securitySeam: (bindings: typeof SecurityBindings) => SecuritySeam = (bindings) => bindings;
export const attacksSeam: (bindings: typeof AttacksBindings) => AttacksSeam = (bindings) => bindings;
