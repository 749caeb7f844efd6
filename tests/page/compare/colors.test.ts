import { describe, expect, it } from "vitest";
import { references } from "../../../web/measure/src/tasks/protocol.ts";
import { type Mark, markOf } from "../../../web/page/src/compare/views/marks.tsx";
import { allVariants } from "../../../web/page/src/core/key-choice.ts";
import { contrast, palettes } from "../palette.ts";

const { light, dark } = await palettes();
const names = [...allVariants, ...references];

describe.each([
  ["light", light],
  ["dark", dark],
] as const)("the colors in %s", (_scheme, palette) => {
  const color = (name: string) => palette.get(name) ?? expect.fail(`--${name} is missing`);

  it("stand out from every ground", () => {
    for (const ground of ["ground", "surface", "sunken"]) {
      for (const name of names) expect(contrast(color(`mark-${name}`), color(ground)), name).toBeGreaterThan(3);
      for (const name of ["text", "muted", "problem"]) {
        expect(contrast(color(name), color(ground)), `${name} on ${ground}`).toBeGreaterThan(4.5);
      }
    }
  });

  it("are one for each variant", () => {
    expect(new Set(names.map((name) => color(`mark-${name}`))).size).toBe(names.length);
  });
});

describe("the shapes", () => {
  it("tell every row apart without color", () => {
    const marks: Mark[] = [
      ...allVariants.map((variant) => markOf({ kind: "variant", variant, engine: "scalar" })),
      ...references.map((reference) => markOf({ kind: "reference", reference })),
    ];
    expect(new Set(marks.map(({ shape, hollow, turned = false }) => `${shape} ${hollow} ${turned}`)).size).toBe(
      marks.length,
    );
  });
});
