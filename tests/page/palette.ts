import { readFile } from "node:fs/promises";

const sources = new URL("../../web/page/src/", import.meta.url);

/** The colors that the page has, by name, in light and in dark. */
export async function palettes(): Promise<Record<"light" | "dark", Map<string, string>>> {
  const css = await readFile(new URL("ui/styles/tokens.css", sources), "utf8");
  const light = new Map<string, string>();
  const dark = new Map<string, string>();
  for (const [, name = "", first = "", second = ""] of css.matchAll(color)) {
    light.set(name, first);
    dark.set(name, second);
  }
  return { light, dark };
}

const color = /--([\w-]+): light-dark\((#[\da-f]{6}), (#[\da-f]{6})\)/g;

/** The two colors in `light-dark(#…, #…)`. */
export function colorIn(css: string): Record<"light" | "dark", string> {
  const [light, dark] = css.match(/#[\da-f]{6}/g) ?? [];
  if (light === undefined || dark === undefined) throw new Error(`${css} has no two colors`);
  return { light, dark };
}

/** Relative luminance, WCAG 2.2. */
function luminance(color: string): number {
  const [red, green, blue] = [1, 3, 5].map((start) => {
    const value = Number.parseInt(color.slice(start, start + 2), 16) / 255;
    return value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4;
  }) as [number, number, number];
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

/** The contrast of two colors, WCAG 2.2. */
export function contrast(a: string, b: string): number {
  const [darker, lighter] = [luminance(a), luminance(b)].sort((x, y) => x - y) as [number, number];
  return (lighter + 0.05) / (darker + 0.05);
}
