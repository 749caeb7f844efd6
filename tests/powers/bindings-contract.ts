// Compiled, never run: checks the generated generated against the package's interface to them.
import type { BindingsFixedBase, BindingsModulus, PowersBindings } from "../../web/powers/src/bindings.ts";
import type { wasm_bindgen as Generated } from "../../web/powers/wasm/baseline/modular_powers.d.ts";

/** The generated declarations do not say that bytes have a buffer of their own. */
type Loose<T> = T extends Uint8Array
  ? Uint8Array
  : T extends (...args: infer Args) => infer Result
    ? (...args: Args) => Loose<Result>
    : T extends object
      ? { [Name in keyof T]: Loose<T[Name]> }
      : T;

type Functions = "isPrime" | "isSafePrime" | "generatePrime" | "crt" | "build";
declare const generated: typeof Generated;
export const functions: Loose<Pick<PowersBindings, Functions>> = generated;
export const modulus: Loose<BindingsModulus> = new generated.Modulus(new Uint8Array());
export const fixedBase: Loose<BindingsFixedBase> = new generated.Modulus(new Uint8Array()).fixedBase(
  new Uint8Array(),
  0,
  0,
);
