import type { Source } from "rsa-variants/security";
import { type Child, h, mathText } from "../../common/dom.ts";

/** The family names of a paper's authors with its year: "Takayasu, Lu, Peng 2019"; of more than three the first alone. */
export function shortSource({ authors, year }: Source): string {
  const names = authors.split(", ").map((name) => name.split(" ").at(-1) as string);
  return `${names.length > 3 ? `${names[0]} and others` : names.join(", ")} ${year}`;
}

/** A paper in full. */
export function citation({ authors, title, publishedIn, year }: Source): Child[] {
  const where = publishedIn.includes(String(year)) ? publishedIn : `${publishedIn}, ${year}`;
  return [`${authors}: `, h("cite", {}, ...mathText(title)), `, ${where}.`];
}
