// What must be told apart by its colors, in light and in dark: of marks, verdicts and the picture of xRSA.
import { readFile } from "node:fs/promises";
import { allVariants } from "@rsa-variants/measure/plan/key-choice";
import { references } from "@rsa-variants/measure/tasks/protocol";
import { markOf } from "@rsa-variants/page/compare/views/marks.tsx";
import { describe, expect, it } from "vitest";

const css = await readFile(new URL("../../web/page/src/ui/styles/tokens.css", import.meta.url), "utf8");
const tokens = [...css.matchAll(/--([\w-]+): light-dark\((#[\da-f]{6}), (#[\da-f]{6})\)/g)];

const marks = [
  ...allVariants.map((variant) => markOf({ kind: "variant", variant, engine: "scalar" })),
  ...references.map((reference) => markOf({ kind: "reference", reference })),
];

/** Relative luminance, WCAG 2.2. */
function luminance(color: string): number {
  const [red, green, blue] = [1, 3, 5].map((start) => {
    const value = Number.parseInt(color.slice(start, start + 2), 16) / 255;
    return value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4;
  }) as [number, number, number];
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

/** The contrast of two colors, WCAG 2.2. */
function contrast(a: string, b: string): number {
  const [darker, lighter] = [luminance(a), luminance(b)].sort((x, y) => x - y) as [number, number];
  return (lighter + 0.05) / (darker + 0.05);
}

const grounds = ["ground", "surface", "sunken"];
const verdicts = ["broken", "weak", "acceptable", "good"];

describe.each(["light", "dark"] as const)("in %s", (scheme) => {
  const at = scheme === "light" ? 0 : 1;
  const palette = new Map(tokens.map(([, name = "", ...colors]) => [name, colors[at] ?? ""]));
  const color = (name: string) => palette.get(name) ?? expect.fail(`--${name} is missing`);

  it.each<[what: string, least: number, fronts: readonly string[], groundsOf: (front: string) => readonly string[]]>([
    ["words and verdicts on every ground", 4.5, ["text", "muted", "problem", ...verdicts], () => grounds],
    [
      "the strokes of a map on its cells",
      3,
      verdicts.slice(0, 3).map((each) => `${each}-stroke`),
      (front) => [front.replace("stroke", "ground")],
    ],
    ["the marks of a map on its cells", 7, ["text"], () => verdicts.map((each) => `${each}-ground`)],
    ["numbers on the ground of their domain", 4.5, ["integer", "montgomery"], (front) => [`${front}-ground`]],
    ["text on the grounds of both domains", 7, ["text"], () => ["integer-ground", "montgomery-ground"]],
    ["what is said of a product", 4.5, ["muted"], () => ["product-ground"]],
    ["bars on the ground", 3, ["squared", "power", "rest"], () => ["ground"]],
    ["two bars beside each other", 1.5, ["squared"], () => ["power"]],
  ])("%s have a contrast above %d", (_what, least, fronts, groundsOf) => {
    for (const front of fronts) {
      for (const ground of groundsOf(front))
        expect(contrast(color(front), color(ground)), `${front} on ${ground}`).toBeGreaterThan(least);
    }
  });

  it("each row's mark has a color of its own, which stands out from every ground", () => {
    const colors = marks.map((mark) => mark.color.match(/#[\da-f]{6}/g)?.[at] ?? expect.fail(mark.color));
    expect(new Set(colors).size).toBe(marks.length);
    for (const own of colors) {
      for (const ground of grounds) expect(contrast(own, color(ground)), `${own} on ${ground}`).toBeGreaterThan(3);
    }
  });
});

it("the shapes tell every row apart without color", () => {
  const shapes = marks.map(({ shape, hollow, turned = false }) => `${shape} ${hollow} ${turned}`);
  expect(new Set(shapes).size).toBe(marks.length);
});
