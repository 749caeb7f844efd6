import type { Domain, Mode, Report, Step, TracedNumber, TracedOperation } from "rsa-variants/xrsa";
import { primeName } from "../text.ts";

/** What one prime's part of the picture depends on. */
export interface PartOptions {
  /** An index into the key's primes. */
  readonly prime: number;
  readonly primes: number;
  readonly mode: Mode;
  /** How R is computed by doubling a power of 2; absent if the prime is as long as the operands. */
  readonly doublings?: { readonly exponent: number; readonly count: number };
  /** Whether R² needs doublings between its squarings, as for operands whose length is not a power of 2. */
  readonly doublesWithin: boolean;
  /** Operands that the message consists of. */
  readonly messageDigits: number;
  /** Operands that the result of the primes before consists of; 0 for the first prime. */
  readonly knownDigits: number;
}

/** From the device's counts; without a report for primes as long as the multiplier. */
export function partOptions(report: Report | undefined, of: Pick<PartOptions, "primes" | "mode">, prime: number) {
  const { primes, mode } = of;
  if (report === undefined) return { prime, primes, mode, doublesWithin: false, messageDigits: 2, knownDigits: 1 };
  const { operandLength, sections } = report;
  const count = (step: Step, what: "multiplications" | "additions") =>
    sections.find((section) => section.step === step && section.prime === prime)?.[what] ?? 0;
  // After R one ⊕ makes 2R, and between the squarings there is one for each further bit that is set in ℓ.
  const within = mode === "paper" ? 0 : operandLength.toString(2).replaceAll("0", "").length - 1;
  const toR = count("r-squared", "additions") - 1 - within;
  // A prime as long as the operands needs a single one, of R − 1 and 1; a shorter one needs two doublings or more.
  const isShorter = toR > 1;
  // Garner's formula needs four ⊗, and a shorter prime two more.
  const recombination = count("recombination", "multiplications");
  return {
    prime,
    primes,
    mode,
    ...(isShorter ? { doublings: { exponent: operandLength - toR, count: toR } } : {}),
    doublesWithin: within > 0,
    messageDigits: count("reduction", "multiplications") + 1,
    knownDigits: recombination === 0 ? 0 : recombination - (isShorter ? 6 : 4) + 1,
  };
}

export type NodeDomain = "integer" | "montgomery" | "constant" | "product" | "operator";

/** A part of the picture before it has positions. */
export interface Part {
  readonly steps: readonly (readonly [step: Step, title: string])[];
  readonly nodes: Readonly<Record<string, readonly [label: string, domain: NodeDomain, step: Step]>>;
  readonly edges: readonly (readonly [from: string, to: string, label?: string | undefined])[];
  readonly notes: Readonly<Record<string, readonly [text: string, step: Step]>>;
}

/** The result of the primes up to one: "S_q", "S_{pq}", "S_{p…r₃}"; of all of them "S". */
export function resultName(prime: number, primes: number): string {
  if (prime === (primes === 2 ? 0 : primes - 1)) return "S";
  return prime === 1 ? "S_q" : `S_{${joint(prime)}}`;
}

/** The product of the primes up to one: "pq", "p…r₃". */
function joint(prime: number): string {
  return prime < 2 ? "pq" : `p…${primeName(prime)}`;
}

/** p and q are named as in the paper, further primes as in PKCS #1. */
export function partOf(options: PartOptions): Part {
  const { prime, mode, doublings } = options;
  const name = prime === 0 ? "p" : prime === 1 ? "q" : `r_${prime + 1}`;
  const power = prime < 2 ? `S_${name}` : `S_${prime + 1}`;
  const [m1, m2] = options.messageDigits > 2 ? ["m_1", "m_2…"] : ["m_1", "m_2"];
  const isWindow = mode === "window";
  const own: Part = {
    steps: [
      ["r-squared", `R^2 mod ${name}`],
      ["reduction", `m mod ${name}`],
      ["exponentiation", `${power} = m^d mod ${name}`],
    ],
    nodes: {
      ones: [doublings === undefined ? "R − 1" : `2^{${doublings.exponent}}`, "integer", "r-squared"],
      r: ["R", "montgomery", "r-squared"],
      two: ["2R", "montgomery", "r-squared"],
      r2: ["R^2", "constant", "r-squared"],
      message: ["m", "integer", "reduction"],
      high: [m1 as string, "integer", "reduction"],
      low: [m2 as string, "integer", "reduction"],
      highR: ["¯m_1", "montgomery", "reduction"],
      m: [`m mod ${name}`, "integer", "reduction"],
      one: ["1", "integer", "exponentiation"],
      t: [isWindow ? "¯t^i" : "¯t", "montgomery", "exponentiation"],
      y: ["¯y", "montgomery", "exponentiation"],
      power: [power, "integer", "exponentiation"],
    },
    edges: [
      ["ones", "r", doublings === undefined ? "⊕ 1" : `${doublings.count} ⊕`],
      ["r", "two", "⊕"],
      ["two", "two", mode === "paper" ? "⊗ 2R" : options.doublesWithin ? "squared, ⊕" : "squared"],
      ["two", "r2"],
      ["message", "high"],
      ["high", "highR", "⊗ R^2"],
      ["highR", "m", "⊕"],
      ["low", "m"],
      ["m", "t", "⊗ R^2"],
      ["one", "y", "⊗ R^2"],
      ["t", "t", "⊗ ¯t"],
      ["t", "y", isWindow ? "⊗" : undefined],
      ["y", "y", isWindow ? "squared" : "⊗ ¯t"],
      ["y", "power", "⊗ 1"],
    ],
    notes: { one: ["= ¯1", "r-squared"] },
  };
  return prime === 1 ? own : withRecombination(own, options, name, power);
}

/** The part of every prime but the first: Garner's formula joins it to the result of the primes before. */
function withRecombination(own: Part, options: PartOptions, name: string, power: string): Part {
  const { prime, primes, knownDigits, doublings } = options;
  const before = prime === 0 ? "S_q" : `S_{${joint(prime - 1)}}`;
  const coefficient = prime === 0 ? "q_{inv}" : `t_${prime + 1}`;
  const product = prime === 0 ? "q" : joint(prime - 1);
  const after = resultName(prime, primes);
  const reduced = doublings === undefined ? "⊕ 0" : "⊗ R^2 ⊗ 1";
  return {
    steps: [
      ...own.steps,
      ["recombination", `h = ${coefficient}·(${power} − ${before}) mod ${name}`],
      ["product", `${after} = ${before} + h·${product}`],
    ],
    nodes: {
      ...own.nodes,
      known: [`${before} mod ${name}`, "integer", "recombination"],
      difference: [`${power} − ${before}`, "integer", "recombination"],
      coefficient: [coefficient, "integer", "recombination"],
      u: ["¯u", "montgomery", "recombination"],
      c: [`¯${coefficient}`, "montgomery", "recombination"],
      times: ["⊗", "operator", "recombination"],
      hR: ["¯h", "montgomery", "recombination"],
      h: ["h", "integer", "recombination"],
      halves: ["", "product", "product"],
      sum: [`${before} + h·${product}`, "integer", "product"],
      after: [after, "integer", "product"],
    },
    edges: [
      ...own.edges,
      ["power", "difference", "⊖"],
      ["known", "difference"],
      ["difference", "u", "⊗ R^2"],
      ["coefficient", "c", "⊗ R^2"],
      ["u", "times"],
      ["c", "times"],
      ["times", "hR"],
      ["hR", "h", "⊗ 1"],
      // By four ⊗ for each prime before.
      ["h", "halves", prime < 2 ? "4 ⊗" : "⊗"],
      ["halves", "sum", `+ ${before}`],
      ["sum", "after"],
    ],
    notes: {
      ...own.notes,
      known: [`${knownDigits > 1 ? "as m, then" : "by"} ${reduced}`, "recombination"],
      ...(after === "S" ? { modulus: ["− N if ≥ N", "product"] } : {}),
    },
  };
}

/** Where the picture has a number of the trace: in each domain, if the trace gives both the same name. */
type Place = string | Partial<Readonly<Record<Domain, string>>>;

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

/** The numbers of the picture that light up for an operation. */
export type Lit = ReadonlyMap<string, "operand" | "result">;

export function litNumbers({ operation, operands, result }: TracedOperation, step: Step): Lit {
  const lit = (from: readonly (string | undefined)[], to: string | undefined): Lit => {
    const all = [...from.map((id) => [id, "operand"] as const), [to, "result"] as const];
    return new Map(all.filter((each): each is [string, "operand" | "result"] => each[0] !== undefined));
  };
  // After p and q the trace calls both the power and what is subtracted from it S.
  if (step === "recombination" && operation === "subtract") return lit(["power", "known"], "difference");
  if (operation === "add" && result.name === "2ⁱ") return lit(["ones"], "r");
  return lit(
    operands.map((number) => placeOf(number, step)),
    placeOf(result, step),
  );
}

function placeOf({ name, domain }: TracedNumber, step: Step): string | undefined {
  if (step === "reduction" && /^m[₂-₈]$/.test(name)) return "low";
  // The picture has the result of the primes before, its digits and their sum as one number.
  if (step === "recombination" && /^S(_q|[₁-₈](·R)?)?$/.test(name)) return "known";
  const place = places[step]?.[name];
  return typeof place === "object" ? place[domain] : place;
}
