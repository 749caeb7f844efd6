import type { Variant } from "rsa-variants";
import { type Claim, decrypt, type Paper, type PaperTable, printedValue } from "./paper.ts";

const lengths = [768, 1024, 2048];
const source = "paixao-2005";

/** Printed names, in Table 1 and in Table 2. */
const names: readonly (readonly [variant: Variant, theory: string, measured: string])[] = [
  ["batch", "Batch = b", "Batch"],
  ["multi-prime", "Mprime = k^2/4", "Mprime"],
  ["multi-power", "Mpower = k^3/8", "Mpower"],
  ["rebalanced", "Rebalanced = (log N)/2s", "Rebalanced"],
  ["r-prime", "Rprime = (log N)k/4s", "Rprime"],
];

const overCrt = (variant: Variant, n: number) => ({ of: decrypt(variant, n), over: decrypt("crt", n) });
const overOriginal = (variant: Variant, n: number) => ({ of: decrypt(variant, n), over: decrypt("original", n) });

/** The paper writes decimal commas. */
const comma = (value: number) => value.toFixed(2).replace(".", ",");

const caption =
  "Speed-ups of decryption over CRT (QC), with decimal commas, for b = 4, k = 3 and s = 160: here b 4, r 3 and w 160.";

function table(place: "table 1" | "table 2", title: string): PaperTable {
  const isTheory = place === "table 1";
  const columns = lengths.map((n, at): [number, string] => [at + 1, `${n}`]);
  return {
    id: place.replace(" ", "-"),
    title,
    caption,
    head: ["Variant", ...lengths.map(String)],
    rows: names.map(([variant, theory, measured]) => [
      isTheory ? theory : measured,
      ...lengths.map((n) => {
        const text =
          isTheory && variant === "batch"
            ? "b"
            : comma(printedValue({ source, table: place, variant, modulusLength: n }));
        return { text, is: overCrt(variant, n), ...noteOf(variant, n, isTheory) };
      }),
    ]),
    theory: columns,
    here: columns,
  };
}

function noteOf(variant: Variant, n: number, isTheory: boolean): { readonly note?: string } {
  if (n === 768 && variant === "r-prime") return { note: "tables 1 and 2" };
  if (n === 768 && variant === "rebalanced" && !isTheory) return { note: "table 2 and section 5.2" };
  if (n === 2048 && variant === "rebalanced") return { note: "rebalanced and R-Prime, security" };
  return {};
}

const largest = { note: "section 5.2", is: overCrt("r-prime", 2048) } as const;
const whole = { note: "section 5.2", is: overOriginal("r-prime", 2048) } as const;
const toRebalanced = { of: decrypt("r-prime", 2048), over: decrypt("rebalanced", 2048) };

export const paixao: Paper = {
  id: source,
  question: "What do two tricks together gain over CRT?",
  parameters: "n 768, 1024 and 2048; r 3, w 160, b 4",
  keys: () => ({ sweepLengths: lengths }),
  tables: [table("table 1", "Table 1: in theory"), table("table 2", "Table 2: measured")],
  claims: [
    ...[768, 1024, 2048].map((n): Claim => {
      const value = printedValue({ source, table: "section 2", modulusLength: n });
      return {
        what: `CRT over plain RSA, ${n} bits (section 2)`,
        printed: `${value}`,
        is: overOriginal("crt", n),
      };
    }),
    { what: "R-Prime over plain RSA, 2048 bits (abstract)", printed: "about 27", is: whole.is },
    { what: "R-Prime over CRT, 2048 bits (abstract)", printed: "about 8", is: largest.is },
    { what: "R-Prime over CRT, 2048 bits (section 5.3)", printed: "7,83", is: largest.is },
    { what: "R-Prime over CRT, a gain (section 5.2)", printed: "783 %", ...largest },
    { what: "R-Prime over plain RSA, a gain (section 5.2)", printed: "2720 %", ...whole },
    {
      what: "R-Prime over rebalanced, a gain (section 5.2)",
      printed: "30 %",
      is: toRebalanced,
      note: "section 5.2",
    },
    {
      what: "CRT over plain RSA, in theory (section 2)",
      printed: "4",
      is: overOriginal("crt", 2048),
      isTheory: true,
    },
    {
      what: "Rebalanced over CRT, 2048 bits, in theory (section 3.2)",
      printed: "6.4",
      is: overCrt("rebalanced", 2048),
      isTheory: true,
    },
  ],
};
