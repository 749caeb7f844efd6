/// <reference path="../../web/library/wasm/baseline/rsa_variants.d.ts" />
// Compiled, never run: the generated bindings must have what the library's interface to them says. Plain objects cross
// without a shape, as `object`; what is in them is for the tests that run.
import type { Glue, GlueComponents, GlueParams, GluePrivateKey } from "../../web/library/src/glue.ts";

/** A function whose plain objects have no shape. */
type Shapeless<F> = F extends (...args: infer A) => GlueParams | GlueComponents ? (...args: A) => object : F;
type PrivateKeySeam = { [Name in keyof GluePrivateKey]: Shapeless<GluePrivateKey[Name]> };
interface Seam extends Omit<Glue, "checkParams" | "PrivateKey"> {
  (...args: Parameters<Glue>): ReturnType<Glue>;
  checkParams: Shapeless<Glue["checkParams"]>;
  PrivateKey: {
    [Name in keyof Glue["PrivateKey"]]: (...args: Parameters<Glue["PrivateKey"][Name]>) => PrivateKeySeam;
  };
}

export const seam: (bindings: typeof wasm_bindgen) => Seam = (bindings) => bindings;
