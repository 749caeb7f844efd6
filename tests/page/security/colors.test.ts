import { describe, expect, it } from "vitest";
import { contrast, palettes } from "../palette.ts";

const { light, dark } = await palettes();
const verdicts = ["broken", "weak", "acceptable", "good"] as const;

describe.each([
  ["light", light],
  ["dark", dark],
] as const)("the colors of the verdicts in %s", (_scheme, palette) => {
  const color = (name: string) => palette.get(name) ?? expect.fail(`--${name} is missing`);

  it("can be read as words on every ground", () => {
    for (const verdict of verdicts) {
      for (const ground of ["ground", "surface", "sunken"]) {
        expect(contrast(color(verdict), color(ground)), `${verdict} on ${ground}`).toBeGreaterThan(4.5);
      }
    }
  });

  it("are drawn over on maps, so that patterns are seen", () => {
    for (const verdict of ["broken", "weak", "acceptable"]) {
      expect(contrast(color(`${verdict}-stroke`), color(`${verdict}-ground`)), verdict).toBeGreaterThan(3);
    }
  });

  it("leave the marks on maps to be seen", () => {
    for (const verdict of verdicts) {
      expect(contrast(color("text"), color(`${verdict}-ground`)), verdict).toBeGreaterThan(7);
    }
  });
});
