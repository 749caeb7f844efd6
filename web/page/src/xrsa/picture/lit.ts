import type { Domain, Step, TracedNumber, TracedOperation } from "rsa-variants/xrsa";

/** Where a number of the trace stands in the picture, or where in each domain, if the trace calls both the same. */
type Place = string | Partial<Readonly<Record<Domain, string>>>;

/** The places of the trace's numbers, by step; what has no place is not lit. */
const places: Readonly<Partial<Record<Step, Readonly<Record<string, Place>>>>> = {
  "r-squared": { "R − 1": "ones", R: "r", "2ⁱ": "ones", "s₁": "two", sᵢ: "two", "R²": "r2" },
  reduction: { "R²": "r2", "m₁": "high", "m₁·R": "highR", m: "m" },
  exponentiation: { "R²": "r2", m: "m", "1": "one", y: "y", "y ⊗ t": "y", t: "t", tⁱ: "t", S: "power" },
  recombination: {
    "R²": "r2",
    "S_p − S_q": { integer: "difference", montgomery: "u" },
    q_inv: { integer: "coefficient", montgomery: "c" },
    // The same for the primes after p and q.
    "S_i − S": { integer: "difference", montgomery: "u" },
    t_i: { integer: "coefficient", montgomery: "c" },
    h: { integer: "h", montgomery: "hR" },
  },
  product: { "x₁": "halves", "x₂": "halves", "y₁": "halves", "y₂": "halves", x·y: "halves" },
};

/** The numbers of the picture that an operation takes and gives. */
export function litNumbers({ operation, operands, result }: TracedOperation, step: Step): ReadonlySet<string> {
  // The power less what the primes before gave: after p and q the trace calls both S.
  if (step === "recombination" && operation === "subtract") return new Set(["power", "known", "difference"]);
  // What is doubled on the way to R.
  if (operation === "add" && result.name === "2ⁱ") return new Set(["ones", "r"]);
  return new Set([...operands, result].map((number) => placeOf(number, step)).filter((id) => id !== undefined));
}

function placeOf({ name, domain }: TracedNumber, step: Step): string | undefined {
  if (step === "reduction" && /^m[₂-₈]$/.test(name)) return "low";
  // What the primes before gave, its digits, and what comes of them: the picture has them as one number.
  if (step === "recombination" && /^S(_q|[₁-₈](·R)?)?$/.test(name)) return "known";
  const place = places[step]?.[name];
  return typeof place === "object" ? place[domain] : place;
}
