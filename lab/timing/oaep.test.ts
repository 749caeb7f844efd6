import { describe, expect, it } from "vitest";
import { decodeWithEarlyExit, encode, mistakes } from "./node/oaep.mjs";

describe("encoded messages made for timing", () => {
  it.each(Object.keys(mistakes) as (keyof typeof mistakes)[])("have a single mistake: %s", (mistake) => {
    for (let count = 0; count < 20; count += 1) expect(decodeWithEarlyExit(encode(mistake, 128))).toBe(mistake);
  });
});
