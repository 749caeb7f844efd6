import { describe, expect, it } from "vitest";
import { contrast, palettes } from "../palette.ts";

const { light, dark } = await palettes();

describe.each([
  ["light", light],
  ["dark", dark],
] as const)("the colours of the picture in %s", (_scheme, palette) => {
  const colour = (name: string) => palette.get(name) ?? expect.fail(`--${name} is missing`);

  it("can be read on the grounds of both domains", () => {
    for (const domain of ["integer", "montgomery"]) {
      expect(contrast(colour(domain), colour(`${domain}-ground`)), domain).toBeGreaterThan(4.5);
      expect(contrast(colour("text"), colour(`${domain}-ground`)), domain).toBeGreaterThan(7);
    }
    expect(contrast(colour("muted"), colour("product-ground"))).toBeGreaterThan(4.5);
  });

  it("tell bars from the ground", () => {
    for (const bar of ["squared", "power", "rest"]) {
      expect(contrast(colour(bar), colour("ground")), bar).toBeGreaterThan(3);
    }
    expect(contrast(colour("squared"), colour("power"))).toBeGreaterThan(1.5);
  });
});
