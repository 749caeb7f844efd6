import { formatCount, formatFactor } from "@rsa-variants/measure/text/format";
import { type MultiplicationWay, published, softwareCostOf, wordProductsOf } from "rsa-variants/xrsa";
import type { Paper } from "./paper.ts";

const { modularMultiplication, signing, softwareFactor, multiplications, correctedMultiplications } = published;
const { operationsPerSecond, vendorRsa2048OperationsPerSecond } = published;

/** How many times as much work the naive method is, in products of words. */
const naiveWork = softwareCostOf(4096).wordProducts / wordProductsOf(2048) / correctedMultiplications;

const ways: readonly (readonly [name: string, MultiplicationWay, "numBigint" | "fourMontgomery"])[] = [
  ["num-bigint", "num-bigint", "numBigint"],
  ["Montgomery modular multiplication", "four-montgomery", "fourMontgomery"],
];

/** ⊗ of one prime: R², m mod p, the power, its end. */
const perPrime = 2047 + 1 + 4099 + 1;

export const dang: Paper = {
  id: "dang-2021",
  question: "Can a chip that multiplies 2048 bits sign with RSA-4096?",
  parameters: "n 4096, two primes of 2048 bits, a unit of 2048 bits",
  tables: [
    {
      id: "table-i",
      title: "Table I: running time of modular multiplications",
      caption:
        "One multiplication a·b mod p, which is four ⊗ in the second row. The third row is ours: a long computation needs only one ⊗ for each product. The paper does not say how long the numbers are; here they have 2048 bits.",
      head: ["", ...modularMultiplication.map(({ machine }) => machine)],
      rows: [
        ...ways.map(([name, way, field]) => [
          name,
          ...modularMultiplication.map((each) => ({
            text: `${each[field]} ns`,
            is: { of: { way } },
          })),
        ]),
        ["One ⊗ within the Montgomery domain", { text: "–", is: { of: { way: "one-montgomery" } } }, "–"],
      ],
      here: [[1, "2048 bits"]],
    },
    {
      id: "table-ii",
      title: "Table II: the composition of x · y",
      caption:
        "x and y have 2048 bits, x_1 and y_1 are their upper halves, x_2 and y_2 the lower ones; the head has the bits of the result.",
      head: ["4096~3073", "3072~2049", { text: "2048~1023", note: "table II" }, "1024~1"],
      names: 0,
      rows: [
        ["HI(x_1 y_1)", "LO(x_1 y_1)", "", ""],
        ["", "HI(x_1 y_2)", "LO(x_1 y_2)", ""],
        ["", "HI(x_2 y_1)", "LO(x_2 y_1)", ""],
        ["", "", "HI(x_2 y_2)", "LO(x_2 y_2)"],
      ],
    },
    {
      id: "table-iii",
      title: "Table III: running time of signing using GnuPG",
      caption: "A signature with RSA-4096. This page has no smart card, so there is nothing to measure here.",
      head: ["", "CanoKey", "YubiKey 5 NFC"],
      rows: [["Average running time", `${signing.xrsa} ms`, `${signing.yubikey} ms`]],
    },
    {
      id: "figure-4",
      title: "Figure 4: the architecture of the testbed",
      caption: "In the words of section IV-A. The figure itself is a drawing, of which we have no copy.",
      head: ["Part", "What it has"],
      rows: [
        ["Interfaces", "USB (CCID, HID) and NFC (ISO 14443-4); messages are APDUs"],
        ["Applets", "OpenPGP, PIV, WebAuthn"],
        ["Algorithms", "RSA with xRSA, ECDSA, Ed25519, SHA-2"],
        ["Files", "littlefs"],
        ["Chip", "HED CIU98320B: SC000 core, 16 KiB RAM, accelerator with 3 KiB, 320 KiB flash"],
      ],
    },
  ],
  figures: [
    {
      id: "figure-5",
      title: "Figure 5: the running time compared to the naive multiplication",
      caption: `On the chip, the naive method takes ${softwareFactor} times as long; counted in products of words, as our model does, it is ${formatFactor(naiveWork)} the work. On the chip it runs on the small core, in software, and xRSA on the accelerator; our model counts words as if one multiplier did both. The paper does not say which steps its naive method has.`,
      bars: [
        { name: "xRSA", value: 1, text: "1 ×" },
        { name: "Naive method on the chip (printed)", value: softwareFactor, text: `${softwareFactor} ×` },
        { name: "Naive method, products of words (ours)", value: naiveWork, text: formatFactor(naiveWork) },
      ],
    },
  ],
  claims: [
    { what: "How many times as long the naive method takes (section IV-B)", printed: `${softwareFactor}x` },
    { what: "The same (abstract)", printed: "over 200x", own: softwareFactor },
    {
      what: `The vendor’s RSA-2048 is faster, ${vendorRsa2048OperationsPerSecond} against ${operationsPerSecond} a second`,
      printed: "17x",
      own: vendorRsa2048OperationsPerSecond / operationsPerSecond,
    },
    {
      what: "Signing takes longer than on the YubiKey",
      printed: "29.7%",
      own: signing.xrsa / signing.yubikey,
    },
    { what: "⊗ for R^2 (algorithm 2)", printed: "2047", own: 2048 - 1, note: "algorithm 2" },
    { what: "⊗ for a power (algorithm 3)", printed: "4,099", own: 2 * 2048 + 3, note: "algorithm 3" },
    { what: "⊗ for each prime", printed: "6,148", own: perPrime },
    {
      what: "⊗ for a private operation",
      printed: formatCount(multiplications),
      own: 2 * perPrime + 4 + 4,
      note: "section III.D",
    },
  ],
};
