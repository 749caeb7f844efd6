import { readMessage } from "@rsa-variants/page/workbench/storage/keeper.ts";
import { describe, expect, it } from "vitest";

describe("what tabs tell each other", () => {
  const vault = "8c5b0a2e-7d5f-4f0e-9c39-0d5c6f3f2a10";
  const fingerprints = ["0123456789abcdef".repeat(4)];

  it("is read where it is whole, and nothing else is", () => {
    for (const type of ["changed", "locked", "deleted"]) {
      expect(readMessage({ type, vault, more: 1 })).toEqual({ type, vault });
      expect(readMessage({ type })).toBeUndefined();
    }
    expect(readMessage({ type: "forgotten", vault, fingerprints })).toEqual({ type: "forgotten", vault, fingerprints });
    for (const wrong of [undefined, "x", fingerprints[0], [1], ["0123"], [fingerprints[0]?.toUpperCase()]]) {
      expect(readMessage({ type: "forgotten", vault, fingerprints: wrong })).toBeUndefined();
    }
    for (const data of [undefined, null, 1, "locked", [], {}, { type: "open", vault }, { type: "locked", vault: 1 }]) {
      expect(readMessage(data)).toBeUndefined();
    }
  });
});
