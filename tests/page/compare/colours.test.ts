import { readFile } from "node:fs/promises";
import { describe, expect, it } from "vitest";
import { allVariants, references } from "../../../web/page/src/compare/params/selection.ts";
import { type Mark, markOf } from "../../../web/page/src/compare/view/marks.ts";

const css = await readFile(new URL("../../../web/page/src/common/styles/tokens.css", import.meta.url), "utf8");
const [light, dark] = css.split("@media (prefers-color-scheme: dark)") as [string, string];

function colours(text: string): Map<string, string> {
  return new Map(
    [...text.matchAll(/--([\w-]+):\s*(#[\da-f]{6})/g)].map(([, name, value]) => [name as string, value as string]),
  );
}

/** Relative luminance, WCAG 2.2. */
function luminance(colour: string): number {
  const [red, green, blue] = [1, 3, 5].map((start) => {
    const value = Number.parseInt(colour.slice(start, start + 2), 16) / 255;
    return value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4;
  }) as [number, number, number];
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

function contrast(a: string, b: string): number {
  const [darker, lighter] = [luminance(a), luminance(b)].sort((x, y) => x - y) as [number, number];
  return (lighter + 0.05) / (darker + 0.05);
}

const names = [...allVariants, ...references];

describe.each([
  ["light", colours(light)],
  ["dark", colours(dark)],
] as const)("the colours in %s", (_scheme, palette) => {
  const colour = (name: string) => palette.get(name) ?? expect.fail(`--${name} is missing`);

  it("stand out from every ground", () => {
    for (const ground of ["ground", "surface", "sunken"]) {
      for (const name of names) expect(contrast(colour(`mark-${name}`), colour(ground)), name).toBeGreaterThan(3);
      for (const name of ["text", "muted", "problem"]) {
        expect(contrast(colour(name), colour(ground)), `${name} on ${ground}`).toBeGreaterThan(4.5);
      }
    }
  });

  it("are one for each variant", () => {
    expect(new Set(names.map((name) => colour(`mark-${name}`))).size).toBe(names.length);
  });
});

describe("the shapes", () => {
  it("tell every row apart without colour", () => {
    const marks: Mark[] = [
      ...allVariants.map((variant) => markOf({ kind: "variant", variant, engine: "scalar" })),
      ...references.map((reference) => markOf({ kind: "reference", reference })),
    ];
    expect(new Set(marks.map(({ shape, hollow }) => `${shape} ${hollow}`)).size).toBe(marks.length);
  });
});
