// Compiled, never run: checks the generated bindings against the library's interface to them. The generated declarations type
// plain objects only as `object`; the tests that run check their contents.

import type {
  Bindings,
  BindingsHasher,
  BindingsPrivateKey,
  BindingsPublicKey,
} from "../../web/library/src/bindings.ts";
import type { BindingsClient, BindingsIssuerKey, BlindBindings } from "../../web/library/src/blind/bindings.ts";
import type { BindingsDecoded, ContainersBindings, FormatsBindings } from "../../web/library/src/formats/bindings.ts";
import type { BindingsComponents, BindingsParams } from "../../web/library/src/params.ts";
import type { PublicBindings } from "../../web/library/src/public/public-rsa.ts";
import type { BindingsAssessment, BindingsKeyAssessment } from "../../web/library/src/security/assess.ts";
import type { AsBindings } from "../../web/library/src/security/attack.ts";
import type { AttackOutcome, AttacksBindings, Demonstration } from "../../web/library/src/security/attacks.ts";
import type { SecurityBindings } from "../../web/library/src/security/security.ts";
import type {
  BindingsDecryption,
  BindingsDevice,
  BindingsDeviceKey,
  BindingsSoftwareDecryption,
  XrsaBindings,
} from "../../web/library/src/xrsa/bindings.ts";
import type { Report } from "../../web/library/src/xrsa/report.ts";
import type { wasm_bindgen as AttacksGenerated } from "../../web/library/wasm/attacks/rsa_variants_attacks.d.ts";
import type { wasm_bindgen as Generated } from "../../web/library/wasm/baseline/rsa_variants.d.ts";
import type { wasm_bindgen as BlindGenerated } from "../../web/library/wasm/blind/rsa_variants_blind.d.ts";
import type { wasm_bindgen as ContainersGenerated } from "../../web/library/wasm/containers/rsa_variants_containers.d.ts";
import type { wasm_bindgen as FormatsGenerated } from "../../web/library/wasm/formats/rsa_variants_formats.d.ts";
import type { wasm_bindgen as PublicGenerated } from "../../web/library/wasm/public/rsa_variants_public.d.ts";
import type { wasm_bindgen as SecurityGenerated } from "../../web/library/wasm/security/rsa_variants_security.d.ts";
import type { wasm_bindgen as XrsaGenerated } from "../../web/library/wasm/xrsa/rsa_variants_xrsa.d.ts";

type PlainObject =
  | BindingsParams
  | BindingsComponents
  | BindingsDecoded
  | Report
  | BindingsDecryption
  | BindingsSoftwareDecryption
  | BindingsAssessment
  | BindingsKeyAssessment
  | AsBindings<AttackOutcome>
  | AsBindings<Demonstration>
  | { readonly report: Report };

/** The argument is an object that the bindings made themselves. */
type Own<T> = T extends BindingsDeviceKey ? XrsaGenerated.Key : T;
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
    ? ShapelessMethods<BindingsPrivateKey>[]
    : ShapelessMethods<BindingsPrivateKey>;

interface Contract
  extends Omit<Bindings, "caution" | "checkParams" | "modPow" | "Hasher" | "PrivateKey" | "PublicKey"> {
  (...args: Parameters<Bindings>): ReturnType<Bindings>;
  caution: (...args: Parameters<Bindings["caution"]>) => object | undefined;
  checkParams: Shapeless<Bindings["checkParams"]>;
  modPow: Shapeless<Bindings["modPow"]>;
  Hasher: new (...args: ConstructorParameters<Bindings["Hasher"]>) => ShapelessMethods<BindingsHasher>;
  PublicKey: new (...args: ConstructorParameters<Bindings["PublicKey"]>) => ShapelessMethods<BindingsPublicKey>;
  PrivateKey: {
    [Name in keyof Bindings["PrivateKey"]]: (
      ...args: Parameters<Bindings["PrivateKey"][Name]>
    ) => Made<ReturnType<Bindings["PrivateKey"][Name]>>;
  };
}

interface XrsaContract extends Omit<XrsaBindings, "Device" | "Key"> {
  (...args: Parameters<XrsaBindings>): ReturnType<XrsaBindings>;
  Device: new (...args: ConstructorParameters<XrsaBindings["Device"]>) => ShapelessMethods<BindingsDevice>;
  Key: new (...args: ConstructorParameters<XrsaBindings["Key"]>) => ShapelessMethods<BindingsDeviceKey>;
}

interface BlindContract extends Omit<BlindBindings, "generateKey" | "prepare" | "Client" | "IssuerKey"> {
  (...args: Parameters<BlindBindings>): ReturnType<BlindBindings>;
  generateKey: (...args: Parameters<BlindBindings["generateKey"]>) => object | undefined;
  prepare: Shapeless<BlindBindings["prepare"]>;
  Client: new (...args: ConstructorParameters<BlindBindings["Client"]>) => Lists<BindingsClient>;
  IssuerKey: new (...args: ConstructorParameters<BlindBindings["IssuerKey"]>) => Lists<BindingsIssuerKey>;
}

/** The lists in results have no type for their items. */
type Lists<T> = {
  [Name in keyof T]: T[Name] extends (...args: infer A) => unknown[] ? (...args: A) => unknown[] : Shapeless<T[Name]>;
};

interface PublicContract
  extends Omit<PublicBindings, "prepare" | "Client" | "PublicKey">,
    Pick<Contract, "PublicKey">,
    Pick<BlindContract, "prepare" | "Client"> {
  (...args: Parameters<PublicBindings>): ReturnType<PublicBindings>;
}

interface SecurityContract extends ShapelessMethods<Omit<SecurityBindings, "verdicts">> {
  (...args: Parameters<SecurityBindings>): ReturnType<SecurityBindings>;
  /** Arrays have no shape either. */
  verdicts: () => unknown[];
}
interface AttacksContract extends ShapelessMethods<AttacksBindings> {
  (...args: Parameters<AttacksBindings>): ReturnType<AttacksBindings>;
}
interface FormatsContract extends Omit<FormatsBindings, keyof ShapelessFormats>, ShapelessFormats {
  (...args: Parameters<FormatsBindings>): ReturnType<FormatsBindings>;
}
type ShapelessFormats = ShapelessMethods<Pick<FormatsBindings, "decodePrivateKey" | "decodePublicKey">>;

export const contract: (generated: typeof Generated) => Contract = (generated) => generated;
export const formatsContract: (generated: typeof FormatsGenerated) => FormatsContract = (generated) => generated;
export const containersContract: (generated: typeof ContainersGenerated) => ContainersBindings = (generated) =>
  generated;
export const blindContract: (generated: typeof BlindGenerated) => BlindContract = (generated) => generated;
export const publicContract: (generated: typeof PublicGenerated) => PublicContract = (generated) => generated;
export const xrsaContract: (generated: typeof XrsaGenerated) => XrsaContract = (generated) => generated;
export const securityContract: (generated: typeof SecurityGenerated) => SecurityContract = (generated) => generated;
export const attacksContract: (generated: typeof AttacksGenerated) => AttacksContract = (generated) => generated;
