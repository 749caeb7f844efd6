import { bytesToBigInt } from "../../library/src/bytes.js";
import { describe, guarded, invalid } from "../../library/src/errors.js";
import type { PowersBindings } from "./bindings.js";
import { checkList, join, type Natural, natural } from "./numbers.js";

/** A remainder, and the modulus that leaves it. */
export interface Residue {
  /** The remainder, of any size. */
  readonly remainder: Natural;
  /** The modulus, which may be even. */
  readonly modulus: Natural;
}

/** The least number with the given remainders. */
export function crt(bindings: PowersBindings, residues: readonly Residue[]): bigint {
  checkList("residues", residues);
  const numbers = (residues as readonly Residue[]).map((residue, index) => {
    if (typeof residue !== "object" || residue === null) {
      throw invalid("residues", `must be { remainder, modulus }, got ${describe(residue)}`, index);
    }
    return [residue.remainder, residue.modulus].map((value) => natural("residues", value, index));
  });
  const all = join(numbers.flat());
  const [remainders, moduli] = [0, 1].map((place) =>
    join(
      numbers.map((pair) => pair[place] as Uint8Array),
      all.length,
    ),
  );
  return bytesToBigInt(
    guarded(() => bindings.crt(remainders?.bytes as Uint8Array, moduli?.bytes as Uint8Array, all.length)),
  );
}
