import { RsaError } from "./errors.js";
import { checkBoolean, checkCallback, type Names } from "./options.js";
import type { KeyParamValues } from "./params.js";

/** Why a key with some parameters is not acceptable. */
export interface KeyWarning {
  /** `broken`: below 80 bits of strength. `weak`: below 110. */
  readonly verdict: "broken" | "weak";
  /** The least strength that a known method leaves, in bits. */
  readonly strength: number;
  /** The parameter to change. */
  readonly parameter: keyof KeyParamValues;
  /** The parameter, its value, the reason, and what to take instead. */
  readonly message: string;
}

/** What to do about parameters that are not acceptable. */
export interface SafetyOptions {
  /**
   * Makes a key even with parameters that `rsa-variants/security` calls broken. Default `false`: they are refused with
   * `broken-params`. For measurements, demonstrations and tests; **such keys protect nothing**.
   */
  readonly allowBroken?: boolean | undefined;
  /**
   * Called once before the work, where the parameters are weak, or broken and allowed. The library itself prints nothing. What
   * it throws ends the call.
   */
  readonly onWarning?: ((warning: KeyWarning) => void) | undefined;
}

export const safetyNames: Names<SafetyOptions> = { allowBroken: true, onWarning: true };

/** Refuses a broken key that nobody allowed, or warns. */
export function heed(warning: KeyWarning | undefined, { allowBroken, onWarning }: SafetyOptions): void {
  if (warning === undefined) return;
  if (warning.verdict === "broken" && allowBroken !== true) {
    const { message, parameter } = warning;
    throw new RsaError("broken-params", `${message} Pass allowBroken: true to make such a key anyway.`, { parameter });
  }
  onWarning?.(warning);
}

/** Checks types. */
export function checkSafety({ allowBroken = false, onWarning }: SafetyOptions): void {
  checkBoolean("allowBroken", allowBroken);
  checkCallback("onWarning", onWarning);
}
