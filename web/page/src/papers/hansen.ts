import type { Variant } from "rsa-variants";
import { hinekLimit } from "rsa-variants/theory";
import { decrypt, encrypt, type Paper, printedValue } from "./paper.ts";

const n = 1024;
const figure = { source: "hansen-2009", table: "section IV" } as const;

/** Printed names and complexities. */
const rows: readonly (readonly [name: string, Variant, complexity: string, theory: string])[] = [
  ["Original", "original", "O(n^3)", "1.0"],
  ["CRT", "crt", "2 · O((n/2)^3)", "4.0"],
  ["Multi-Prime", "multi-prime", "r · O((n/r)^3)", "r^2"],
  ["Multi-Power", "multi-power", "2 · O((n/r)^3)", "r^2/2"],
  ["Rebalanced", "rebalanced", "2 · O(w(n/2)^2)", "2n/w"],
  ["R-Prime", "r-prime", "r · O(w(n/r)^2)", "nr/w"],
];

const overOriginal = (variant: Variant) => ({ of: decrypt(variant, n), over: decrypt("original", n) });

const speedUp = (variant: Variant, kind: "measured" | "theory") => ({
  text: printedValue({ ...figure, variant, kind, quantity: "speedup-over-original" }).toFixed(1),
  is: overOriginal(variant),
});

export const hansen: Paper = {
  id: "hansen-2009",
  question: "How much faster do fast variants decrypt on a phone?",
  parameters: "n 1024, r 3, w 160",
  tables: [
    {
      id: "iv",
      title: "Section IV: measured on a phone",
      caption: "Enc. and Dec. are milliseconds, the mean of twenty; Actual and Appr. are speed-ups of decryption.",
      head: ["Variant", "Enc.", "Dec.", "Actual", "Appr."],
      rows: rows.map(([name, variant]) => [
        name,
        variant === "original"
          ? {
              text: `${printedValue({ ...figure, variant, quantity: "encrypt" })}`,
              is: { of: encrypt(variant, n) },
              note: "section II.D",
            }
          : { text: "-", is: { of: encrypt(variant, n) } },
        { text: `${printedValue({ ...figure, variant, quantity: "decrypt" })}`, is: { of: decrypt(variant, n) } },
        speedUp(variant, "measured"),
        speedUp(variant, "theory"),
      ]),
      theory: [
        [2, "Dec."],
        [3, "Speed-up"],
      ],
      theoryFrom: () => decrypt("original", n),
      here: [
        [1, "Enc."],
        [2, "Dec."],
        [3, "Speed-up"],
      ],
    },
    {
      id: "ii-f",
      title: "Section II.F: comparison",
      caption:
        "Decryption: its complexity, how many times as fast as Original in theory, and that factor for n 1024, r 3, w 160.",
      head: ["Variant", "Complexity", "Theo.", "Appr."],
      rows: rows.map(([name, variant, complexity, theory]) => [
        { text: name, ...(variant === "r-prime" && { note: "R-Prime, key generation" }) },
        { text: complexity, ...(variant === "multi-power" && { note: "section II.C" }) },
        { text: theory, ...(variant === "multi-power" && { note: "comparison table" }) },
        speedUp(variant, "theory"),
      ]),
      theory: [[3, "Theory"]],
    },
    {
      id: "ii-b",
      title: "Section II.B: the most primes",
      caption: "Guidelines of Hinek 2006: up to this many primes, factoring is no easier than with two.",
      head: ["n", "1024", "2048", "4096", "8192"],
      rows: [["max r", ...[1024, 2048, 4096, 8192].map((length) => `${hinekLimit(length)}`)]],
    },
  ],
  claims: [],
};
