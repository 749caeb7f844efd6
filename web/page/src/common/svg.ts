import { setAttribute } from "./dom.ts";

/** A new SVG element, as `h` makes HTML elements. */
export function s<K extends keyof SVGElementTagNameMap>(
  name: K,
  attributes: Readonly<Record<string, string | number | undefined>> = {},
  ...children: readonly (Node | string | undefined)[]
): SVGElementTagNameMap[K] {
  const element = document.createElementNS("http://www.w3.org/2000/svg", name);
  for (const [key, value] of Object.entries(attributes)) setAttribute(element, key, value);
  element.append(...children.filter((child): child is Node | string => child !== undefined));
  return element;
}
