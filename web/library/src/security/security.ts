import { guarded } from "../errors.js";
import { checkOptions } from "../options.js";
import { checkWholeNumber, type KeyParams, toParamArguments } from "../params.js";
import { type Assessment, type AssessOptions, fromGlueAssessment, type Verdict } from "./assess.js";
import type { SecurityGlue } from "./glue.js";

/** The WebAssembly of this entry, loaded. Its calls block the thread. */
export class Security {
  readonly #glue: SecurityGlue;

  /** The strengths that standards grade keys by, in bits: 80, 112, 128. */
  readonly targets: readonly number[];
  /** The least strength of each verdict, in bits, worst first: 0, 80, 110, 125. */
  readonly thresholds: Readonly<Record<Verdict, number>>;

  /** @internal */
  constructor(glue: SecurityGlue) {
    this.#glue = glue;
    this.targets = Object.freeze([...glue.targets()]);
    this.thresholds = Object.freeze(Object.fromEntries(glue.verdicts()) as Record<Verdict, number>);
  }

  /**
   * What is known against keys with these parameters, and the verdict that follows. It judges sizes, not a key: what makes a
   * single key weak (equal CRT exponents, a small d, primes too close) the checks of keys refuse.
   *
   * Formulas are good to ±5 bits, and know the methods that were published; a large quantum computer would break all RSA.
   *
   * @param params as `generateKey` takes them
   * @param options the length of e, where it is not that of key generation
   * @throws RsaError `invalid-params`, as `generateKey`, and for a length that e cannot have
   *
   * @example
   * ```ts
   * import { load } from "rsa-variants/security";
   * const security = await load();
   * const { verdict, strength, advice } = security.assess({ variant: "multi-prime", modulusLength: 2048, primes: 4 });
   * console.log(verdict, strength, advice); // weak 98 Take r = 3 instead of 4.
   * ```
   */
  assess(params: KeyParams, options: AssessOptions = {}): Assessment {
    const args = toParamArguments(params);
    checkOptions(options, "{ publicExponentLength: 1024 }");
    const { publicExponentLength } = options;
    if (publicExponentLength !== undefined) checkWholeNumber("publicExponentLength", publicExponentLength);
    return guarded(() => fromGlueAssessment(this.#glue.assess(...args, publicExponentLength)));
  }
}
