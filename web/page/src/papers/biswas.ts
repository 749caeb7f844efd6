import { lengths, pieces } from "@rsa-variants/measure/experiment/plan";
import { type Cell, type Operation, type Paper, printedValue } from "./paper.ts";

const n = 1024;

/** Printed in seconds with six decimals. */
function seconds(operation: Operation["operation"], table: string, of: Omit<Operation, "operation" | "variant">): Cell {
  const { characters, ...length } = of;
  // A key is not made for a number of characters.
  const key = operation === "key-generation" ? length : of;
  const value = printedValue({ source: "biswas-2003", table, quantity: operation, ...key });
  return { text: (value / 1000).toFixed(6), is: { of: { operation, variant: "original", ...of } } };
}

const added = [1, 2].map((column) => [column, ["", "Encryption", "Decryption"][column] as string] as const);

export const biswas: Paper = {
  id: "biswas-2003",
  question: "How many characters should one RSA operation encrypt?",
  parameters: "n 512 to 2048, e 65537; 10,000 characters, c at a time",
  tables: [
    {
      id: "6-1",
      title: "Section 6.1: 1024 bits, c characters at a time",
      caption:
        "Seconds for 10,000 characters. Theory starts from the last row and counts powers. Do not protect data this way: there is no padding, and their program made guessable keys.",
      head: ["Number of characters", "Encryption time", "Decryption time"],
      rows: pieces
        .filter((step) => [1, 25, 50, 75, 100].includes(step.charactersAtOnce))
        .map(({ charactersAtOnce: characters }) => {
          const cell = (operation: "encrypt" | "decrypt") =>
            seconds(operation, "section 6.1", { modulusLength: n, characters });
          return [
            { text: `${characters}`, ...(characters === 100 && { note: "section 5.5" }) },
            cell("encrypt"),
            { ...cell("decrypt"), ...(characters === 1 && { note: "section 6.1" }) },
          ];
        })
        .reverse(),
      theory: added,
      theoryFrom: (of) => ({ ...of, characters: 100 }),
      here: added,
    },
    {
      id: "6-2",
      title: "Section 6.2: other lengths",
      caption: "Seconds: for a key, and for 10,000 characters. Theory starts from the row of 512 bits.",
      head: ["Bit Strength", "Chars at once", "Key Generation", "Encryption", "Decryption"],
      names: 2,
      rows: lengths.map(({ modulusLength, charactersAtOnce: characters }) => [
        { text: `${modulusLength}`, ...(modulusLength === n && { note: "section 6.2" }) },
        `${characters}`,
        ...(["key-generation", "encrypt", "decrypt"] as const).map((operation) => {
          const cell = seconds(operation, "section 6.2", { modulusLength, characters });
          return operation === "key-generation" && modulusLength === 512 ? { ...cell, note: "section 5.4" } : cell;
        }),
      ]),
      theory: [
        [3, "Encryption"],
        [4, "Decryption"],
      ],
      theoryFrom: (of) => ({ ...of, modulusLength: 512, characters: 50 }),
      here: [
        [2, "Key"],
        [3, "Encryption"],
        [4, "Decryption"],
      ],
    },
  ],
  claims: [],
};
