// Compiled, never run: checks the generated bindings against the package's interface to them.
import type { GlueFixedBase, GlueModulus, PowersGlue } from "../../web/powers/src/glue.ts";
import type { wasm_bindgen as Bindings } from "../../web/powers/wasm/baseline/modular_powers.d.ts";

/** The generated declarations do not say that bytes have a buffer of their own. */
type Loose<T> = T extends Uint8Array
  ? Uint8Array
  : T extends (...args: infer Args) => infer Result
    ? (...args: Args) => Loose<Result>
    : T extends object
      ? { [Name in keyof T]: Loose<T[Name]> }
      : T;

type Functions = "isPrime" | "isSafePrime" | "generatePrime" | "crt" | "build";
declare const bindings: typeof Bindings;
export const functions: Loose<Pick<PowersGlue, Functions>> = bindings;
export const modulus: Loose<GlueModulus> = new bindings.Modulus(new Uint8Array());
export const fixedBase: Loose<GlueFixedBase> = new bindings.Modulus(new Uint8Array()).fixedBase(new Uint8Array(), 0, 0);
