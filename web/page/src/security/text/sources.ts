import type { Source } from "rsa-variants/security";
import { type Child, h, mathText } from "../../common/dom.ts";

/**
 * The family names of a paper's authors with its year: "Takayasu, Lu, Peng 2019"; of more than three the first alone. Of an
 * institution the initials: "NIST 2019".
 */
export function shortSource({ authors, year }: Pick<Source, "authors" | "year">): string {
  const names = authors.split(", ").map(shortName);
  return `${names.length > 3 ? `${names[0]} and others` : names.join(", ")} ${year}`;
}

function shortName(name: string): string {
  const words = name.split(" ");
  if (!words.includes("of")) return words.at(-1) as string;
  return words
    .map((word) => word.charAt(0))
    .filter((letter) => letter !== letter.toLowerCase())
    .join("");
}

/** A paper in full. */
export function citation({ authors, title, publishedIn, year }: Source): Child[] {
  const where = publishedIn.includes(String(year)) ? publishedIn : `${publishedIn}, ${year}`;
  return [`${authors}: `, h("cite", {}, ...mathText(title)), `, ${where}.`];
}
