import { publishedWith } from "@rsa-variants/measure/run/theory";
import type { Variant } from "rsa-variants";
import { type Cell, type Claim, decrypt, encrypt, type Paper, type PaperFigure } from "./paper.ts";

const source = "ijafrc-2014";
const lengths = [128, 256, 512, 1024, 2048];
const variants = ["original", "crt", "rebalanced", "scheme-a", "scheme-b"] as const;
const names = ["RSA Std", "RSA-CRT", "Rebalanced RSA", "Scheme A", "Scheme B"];
const operations = { encrypt, decrypt };
type Direction = keyof typeof operations;

function find(variant: Variant, modulusLength: number, quantity: Direction): number | undefined {
  return publishedWith({ source, variant, modulusLength, quantity })[0]?.value;
}

/** Corrections of single cells. */
const notes: Readonly<Record<string, string>> = {
  "original 1024 encrypt": "table 1, public exponent",
  "original 256 decrypt": "table 1, short lengths",
  "rebalanced 256 decrypt": "table 1, rebalanced at 256 bits",
  "scheme-a 1024 encrypt": "section V.A",
  "scheme-a 1024 decrypt": "table 1",
  "scheme-b 1024 encrypt": "table 1 and abstract",
  "crt 2048 encrypt": "section V.A, encryption with CRT",
};

function cell(variant: Variant, n: number, direction: Direction): Cell {
  const value = find(variant, n, direction);
  if (value === undefined) return { text: "_" };
  const note = notes[`${variant} ${n} ${direction}`];
  return { text: `${value} ms`, is: { of: operations[direction](variant, n) }, ...(note && { note }) };
}

function figure(number: number, direction: Direction): PaperFigure {
  return {
    id: `figure-${number}`,
    title: `Figure ${number}: comparison of the ${direction}ion time in millisecond`,
    caption:
      "The times of Table 1 at 1024 and 2048 bits, drawn here: the figure itself is a drawing, of which we have no copy.",
    bars: [1024, 2048].flatMap((n) =>
      variants.flatMap((variant, at) => {
        const value = find(variant, n, direction);
        return value === undefined ? [] : [{ name: `${names[at]}, ${n}`, value, text: `${value} ms` }];
      }),
    ),
  };
}

/** How many times as fast `of` is as `over`, as the text says it. */
function claim(
  printed: string,
  direction: Direction,
  of: Variant,
  over: Variant,
  what: string,
  more: Partial<Claim> = {},
  n = 1024,
): Claim {
  const is = { of: operations[direction](of, n), over: operations[direction](over, n) };
  return { what: n === 1024 ? what : `${what}, ${n} bits`, printed, is, ...more };
}

const faster = { note: "table 1 and abstract" };
const asCrt = { note: "table 1" };
const longExponent = { note: "table 1, public exponent" };
const sameEncryption = { note: "section V.A, encryption with CRT" };
const theory = { isTheory: true, note: "section III, complexity" } as const;

export const ijafrc: Paper = {
  id: source,
  question: "Can keys decrypt fast and still encrypt fast?",
  parameters: "n 128 to 2048; w 160, and 198 for Scheme B, at 1024 bits",
  keys: (n) => ({
    crtExponentLength: Math.min(160, (n * 5) / 16),
    sweepLengths: n < 512 ? [128, 256, 512] : [512, 1024, 2048], // as Compare's presets
  }),
  tables: [
    {
      id: "table-1",
      title: "Table 1: summary of experimental results",
      caption:
        "Means of five keys, with a clock of about 16 ms. The paper gives w for 1024 bits only; here it is 160, and 5/16 of n below 512 bits.",
      head: ["Key length", "En&De Time", ...names],
      names: 2,
      rows: lengths.flatMap((n) =>
        (["encrypt", "decrypt"] as const).map((direction) => [
          direction === "encrypt" ? `${n}` : { text: "", label: `${n}` },
          direction === "encrypt" ? "En-Time" : "De-time",
          ...variants.map((variant) => cell(variant, n, direction)),
        ]),
      ),
      here: names.map((name, at) => [at + 2, name]),
    },
  ],
  figures: [figure(1, "decrypt"), figure(2, "encrypt")],
  claims: [
    claim("4.4", "encrypt", "scheme-a", "rebalanced", "Scheme A encrypts faster than rebalanced", faster),
    claim("1.62", "encrypt", "scheme-b", "rebalanced", "Scheme B encrypts faster than rebalanced", faster),
    claim("7.27", "decrypt", "rebalanced", "original", "Rebalanced decrypts faster than standard RSA"),
    claim("1.97", "decrypt", "rebalanced", "crt", "Rebalanced decrypts faster than CRT"),
    claim("2.13", "decrypt", "rebalanced", "scheme-a", "Scheme A decrypts slower than rebalanced", asCrt),
    claim("1.97", "decrypt", "rebalanced", "scheme-b", "Scheme B decrypts slower than rebalanced", asCrt),
    claim("1.25", "encrypt", "original", "crt", "CRT encrypts slower than standard RSA", sameEncryption, 2048),
    claim(
      "2.89",
      "encrypt",
      "original",
      "rebalanced",
      "Rebalanced encrypts slower than standard RSA",
      longExponent,
      2048,
    ),
    claim("2.95", "decrypt", "crt", "original", "CRT decrypts faster than standard RSA", {}, 2048),
    claim("21.68", "decrypt", "rebalanced", "original", "Rebalanced decrypts faster than standard RSA", {}, 2048),
    claim("4", "decrypt", "crt", "original", "CRT over standard RSA, in theory", { isTheory: true }),
    claim("12.8", "decrypt", "rebalanced", "original", "Rebalanced over standard RSA, in theory", { isTheory: true }),
    claim("3.2", "decrypt", "rebalanced", "crt", "Rebalanced over CRT, in theory", { isTheory: true }),
    claim("2.7", "encrypt", "scheme-a", "rebalanced", "Scheme A over rebalanced, in theory", theory),
    claim("3", "encrypt", "scheme-b", "rebalanced", "Scheme B over rebalanced, in theory", theory),
  ],
};
