import { describe, expect, it } from "vitest";
import { contrast, palettes } from "../palette.ts";

const { light, dark } = await palettes();

describe.each([
  ["light", light],
  ["dark", dark],
] as const)("the colors of the picture in %s", (_scheme, palette) => {
  const color = (name: string) => palette.get(name) ?? expect.fail(`--${name} is missing`);

  it("can be read on the grounds of both domains", () => {
    for (const domain of ["integer", "montgomery"]) {
      expect(contrast(color(domain), color(`${domain}-ground`)), domain).toBeGreaterThan(4.5);
      expect(contrast(color("text"), color(`${domain}-ground`)), domain).toBeGreaterThan(7);
    }
    expect(contrast(color("muted"), color("product-ground"))).toBeGreaterThan(4.5);
  });

  it("tell bars from the ground", () => {
    for (const bar of ["squared", "power", "rest"]) {
      expect(contrast(color(bar), color("ground")), bar).toBeGreaterThan(3);
    }
    expect(contrast(color("squared"), color("power"))).toBeGreaterThan(1.5);
  });
});
