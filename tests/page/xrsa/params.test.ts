import {
  defaultSelection,
  matchingPreset,
  presets,
  readSelection,
  smallExample,
  writeSelection,
  type XrsaSelection,
} from "@rsa-variants/page/xrsa/selection.ts";
import { describe, expect, it } from "vitest";

const unusual: XrsaSelection = {
  modulusLength: 1000,
  primes: 3,
  multiplierLength: 352,
  mode: "window",
  windowWidth: 4,
  unitRam: 1000,
  controllerRam: 20_000,
  keySource: "device",
};

describe("the address", () => {
  it("brings every choice back", () => {
    expect(readSelection(writeSelection(unusual))).toEqual({ choice: unusual, problems: [] });
    expect(readSelection("mode=paper")).toEqual({ choice: defaultSelection, problems: [] });
  });

  it("without words is that of the small example", () => {
    expect(matchingPreset(readSelection("").choice)).toBe(smallExample);
  });

  it("is short for the usual choice", () => {
    expect(writeSelection(defaultSelection)).toBe("n=4096&k=2048&mode=paper");
  });

  it("says what it could not follow, and goes on with the default", () => {
    const { choice: selection, problems } = readSelection(
      "n=64&r=x&k=9999&mode=fast&window=7&unit=0&key=me&color=red&toString=1",
    );
    expect(selection).toEqual(defaultSelection);
    expect(problems).toHaveLength(8);
    expect(problems[0]).toContain("128 to 16384");
    expect(problems.join()).toMatch(/fast.+paper, squarings, window/);
    expect(problems.at(-1)).toContain("color, toString");
  });
});

describe("the presets", () => {
  it("each have an address that leads back to them alone", () => {
    for (const preset of presets) {
      const { choice: selection, problems } = readSelection(writeSelection({ ...defaultSelection, ...preset.values }));
      expect(problems).toEqual([]);
      expect(matchingPreset(selection)).toBe(preset);
    }
  });

  it("do not pass for what the paper prints, which is a row of its own with other counts", () => {
    const [paper] = presets;
    expect(`${paper?.text} ${paper?.reason}`).toContain("algorithms");
    for (const { text, reason } of presets) expect(`${text} ${reason}`).not.toMatch(/print/);
  });

  it("hold whoever makes the key, and whatever window a mode without one remembers", () => {
    expect(matchingPreset({ ...defaultSelection, keySource: "device", windowWidth: 3 })?.id).toBe("paper");
    expect(matchingPreset({ ...defaultSelection, mode: "window", windowWidth: 3 })).toBeUndefined();
  });
});
