// Every axis of Compare has ticks, however short it is.

import type { Figures } from "@rsa-variants/page/compare/figures.ts";
import { axisOf } from "@rsa-variants/page/compare/views/picture.tsx";
import { expect, it } from "vitest";

const figures = (...values: readonly number[]) =>
  values.map((value) => ({ main: { measured: { value }, loaded: [], published: [] } })) as unknown as Figures[];

it("has at least one tick, and two where its ends differ by more than three times", () => {
  for (let step = 0; step < 400; step++) {
    const value = 10 ** (-4 + step / 50);
    for (const unit of ["ms", "crt"] as const) {
      expect(axisOf(figures(value), unit).ticks.length, `${value} ${unit}`).toBeGreaterThan(0);
      expect(axisOf(figures(value, 3 * value), unit).ticks.length, `${value} ${unit}`).toBeGreaterThan(1);
    }
  }
});
