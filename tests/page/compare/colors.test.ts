import { allVariants } from "@rsa-variants/measure/plan/key-choice";
import { references } from "@rsa-variants/measure/tasks/protocol";
import { markOf } from "@rsa-variants/page/compare/views/marks.tsx";
import type { Mark } from "@rsa-variants/page/variants.ts";
import { describe, expect, it } from "vitest";
import { colorIn, contrast, palettes } from "../palette.ts";

const { light, dark } = await palettes();
const marks: readonly (readonly [name: string, mark: Mark])[] = [
  ...allVariants.map((variant) => [variant, markOf({ kind: "variant", variant, engine: "scalar" })] as const),
  ...references.map((reference) => [reference, markOf({ kind: "reference", reference })] as const),
];

describe.each([
  ["light", light],
  ["dark", dark],
] as const)("the colors in %s", (scheme, palette) => {
  const color = (name: string) => palette.get(name) ?? expect.fail(`--${name} is missing`);

  it("stand out from every ground", () => {
    for (const ground of ["ground", "surface", "sunken"]) {
      for (const [name, mark] of marks) {
        expect(contrast(colorIn(mark.color)[scheme], color(ground)), name).toBeGreaterThan(3);
      }
      for (const name of ["text", "muted", "problem"]) {
        expect(contrast(color(name), color(ground)), `${name} on ${ground}`).toBeGreaterThan(4.5);
      }
    }
  });

  it("are one for each variant", () => {
    expect(new Set(marks.map(([, mark]) => colorIn(mark.color)[scheme])).size).toBe(marks.length);
  });
});

describe("the shapes", () => {
  it("tell every row apart without color", () => {
    const shapes = marks.map(([, { shape, hollow, turned = false }]) => `${shape} ${hollow} ${turned}`);
    expect(new Set(shapes).size).toBe(marks.length);
  });
});
