import { RsaError } from "./errors.js";
import { checkBoolean, checkCallback, type Names } from "./options.js";
import type { KeyParamValues } from "./params.js";

/** A warning about key parameters that are not acceptable. */
export interface KeyWarning {
  /** `broken`: below 80 bits of strength. `weak`: below 110. */
  readonly verdict: "broken" | "weak";
  /** The strength in bits against the best known method. */
  readonly strength: number;
  /** The parameter to change. */
  readonly parameter: keyof KeyParamValues;
  /** A text for users: the parameter, its value, the reason, and what to use instead. */
  readonly message: string;
}

/** Options for parameters that are not acceptable. */
export interface SafetyOptions {
  /**
   * Makes a key even if `rsa-variants/security` calls the parameters broken. Default `false`: they are refused with
   * `broken-params`. Only for measurements, demonstrations and tests: **such keys protect nothing**.
   */
  readonly allowBroken?: boolean | undefined;
  /**
   * Called once before the work, if the parameters are weak, or broken and allowed. The library itself prints nothing. If it
   * throws, the call ends and throws the same.
   */
  readonly onWarning?: ((warning: KeyWarning) => void) | undefined;
}

export const safetyNames: Names<SafetyOptions> = { allowBroken: true, onWarning: true };

/** Throws for broken parameters unless they are allowed; otherwise passes the warning on. */
export function heed(warning: KeyWarning | undefined, { allowBroken, onWarning }: SafetyOptions): void {
  if (warning === undefined) return;
  if (warning.verdict === "broken" && allowBroken !== true) {
    const { message, parameter } = warning;
    throw new RsaError("broken-params", `${message} Pass allowBroken: true to make such a key anyway.`, { parameter });
  }
  onWarning?.(warning);
}

/** Checks the types of the options. */
export function checkSafety({ allowBroken = false, onWarning }: SafetyOptions): void {
  checkBoolean("allowBroken", allowBroken);
  checkCallback("onWarning", onWarning);
}
