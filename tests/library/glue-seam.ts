/// <reference path="../../web/library/wasm/baseline/rsa_variants.d.ts" />
// Compiled, never run: the generated bindings must have what the library's interface to them says. Plain objects cross
// without a shape, as `object`, and so do numbers among them; what is in them is for the tests that run.
import type { Glue, GlueComponents, GlueParams, GluePrivateKey } from "../../web/library/src/glue.ts";
import type {
  GlueDecryption,
  GlueDevice,
  GlueDeviceKey,
  GlueSoftwareDecryption,
} from "../../web/library/src/xrsa/glue.ts";
import type { Report } from "../../web/library/src/xrsa/report.ts";

type PlainObject =
  | GlueParams
  | GlueComponents
  | Report
  | GlueDecryption
  | GlueSoftwareDecryption
  | { readonly report: Report };

/** What goes in is an object that the bindings made themselves. */
type Own<T> = T extends GlueDeviceKey ? wasm_bindgen.XrsaKey : T extends GluePrivateKey ? wasm_bindgen.PrivateKey : T;
type OwnArguments<A extends unknown[]> = { [Index in keyof A]: Own<A[Index]> };
/** A function whose plain objects have no shape. */
type Shapeless<F> = F extends (...args: infer A) => infer R
  ? (...args: OwnArguments<A>) => R extends PlainObject ? object : R
  : F;
type ShapelessMethods<T> = { [Name in keyof T]: Shapeless<T[Name]> };
interface Seam extends Omit<Glue, "checkParams" | "PrivateKey" | "XrsaDevice" | "XrsaKey"> {
  (...args: Parameters<Glue>): ReturnType<Glue>;
  checkParams: Shapeless<Glue["checkParams"]>;
  PrivateKey: {
    [Name in Exclude<keyof Glue["PrivateKey"], symbol>]: (
      ...args: Parameters<Glue["PrivateKey"][Name]>
    ) => ShapelessMethods<GluePrivateKey>;
  };
  XrsaDevice: new (...args: ConstructorParameters<Glue["XrsaDevice"]>) => ShapelessMethods<GlueDevice>;
  XrsaKey: {
    [Name in keyof Glue["XrsaKey"]]: (
      ...args: OwnArguments<Parameters<Glue["XrsaKey"][Name]>>
    ) => ShapelessMethods<GlueDeviceKey>;
  };
}

export const seam: (bindings: typeof wasm_bindgen) => Seam = (bindings) => bindings;
