import { strengthText } from "@rsa-variants/measure/run/assessor";
import { barOf, barScale, placeOf } from "@rsa-variants/page/security/views/strength.tsx";
import { describe, expect, it } from "vitest";

describe("the scale of the bars", () => {
  it("shows the targets, whatever the strengths", () => {
    expect(barScale([])).toBe(160);
    expect(barScale([{ strength: 0 }, { strength: 80 }])).toBe(160);
  });

  it("grows to hold the greatest, to a limit", () => {
    expect(barScale([{ strength: 110 }, { strength: 161 }])).toBe(180);
    expect(barScale([{ strength: 110, strengthRange: [110, 205] }])).toBe(220);
    expect(barScale([{ strength: 4000 }])).toBe(260);
  });
});

describe("a bar", () => {
  const scale = 160;

  it("ends at its strength, and where the range of an estimate does", () => {
    expect(barOf({ strength: 80 }, scale)).toEqual({ sure: 50, possible: 50, goesOn: false });
    expect(barOf({ strength: 88, strengthRange: [88, 104] }, scale)).toEqual({
      sure: 55,
      possible: 65,
      goesOn: false,
    });
    expect(barOf({ strength: 0 }, scale)).toEqual({ sure: 0, possible: 0, goesOn: false });
  });

  it("goes on beyond the scale, and says so", () => {
    expect(barOf({ strength: 161 }, scale)).toEqual({ sure: 100, possible: 100, goesOn: true });
    expect(placeOf(112, scale)).toBe(70);
  });

  it("has its strength in words", () => {
    expect(strengthText({ strength: 110 })).toBe("110 bits");
    expect(strengthText({ strength: 0, reach: "here" })).toBe("0 bits");
    expect(strengthText({ strength: 0, reach: "theory" })).toBe("essentially no work, in theory");
    expect(strengthText({ strength: 88, strengthRange: [88, 104] })).toBe("88 to 104 bits");
  });
});
