import { bitLength } from "../bytes.js";
import { type Context, print } from "./context.js";

/** Facts to print, in this order; each item of an array gets its own line. */
export type Facts = Readonly<Record<string, string | number | readonly string[]>>;

/** Formats facts as a table. */
export function factTable(facts: Facts): string {
  const width = Math.max(...Object.keys(facts).map((name) => name.length)) + 2;
  const lines = Object.entries(facts).flatMap(([name, value]) =>
    (Array.isArray(value) ? value : [value]).map((each, i) => `${(i === 0 ? name : "").padEnd(width)}${each}\n`),
  );
  return lines.join("");
}

/** `crtExponentLength` as `CRT exponent length`. */
export function wordsOf(name: string): string {
  if (name === "memory") return "bytes of memory";
  const words = name.replaceAll(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`);
  return words.replace(/\bcrt\b/, "CRT");
}

/** Prints data as JSON, with bigints as decimal strings. */
export async function printJson(data: object, { stdout }: Context): Promise<void> {
  const plain = (_: string, value: unknown) => (typeof value === "bigint" ? String(value) : value);
  await print(stdout, `${JSON.stringify(data, plain, 2)}\n`);
}

/** The facts about a public key. */
export function publicFacts({ modulus, publicExponent }: { modulus: bigint; publicExponent: bigint }): Facts {
  const length = bitLength(publicExponent);
  return {
    "modulus length": bitLength(modulus),
    "public exponent": length <= 64 ? String(publicExponent) : `${length} bits`,
  };
}
