import type { Source } from "rsa-variants/security";
import { type Child, h, mathText } from "../../common/dom.ts";

export { shortSource } from "../../core/citations.ts";

/** A paper in full. */
export function citation({ authors, title, publishedIn, year }: Source): Child[] {
  const where = publishedIn.includes(String(year)) ? publishedIn : `${publishedIn}, ${year}`;
  return [`${authors}: `, h("cite", {}, ...mathText(title)), `, ${where}.`];
}
