import { readersText } from "@rsa-variants/page/compare/views/answer.tsx";
import { describe, expect, it } from "vitest";

describe("who reads such keys", () => {
  it("agrees with the table in docs/keys-and-formats.md", () => {
    expect(readersText("crt")).toBe("All software.");
    expect(readersText("multi-prime", 3)).toContain("browsers refuse them. Public keys: all software");
    for (const [variant, primes] of [
      ["rebalanced", 2],
      ["tunable", 2],
      ["r-prime", 3],
    ] as const) {
      expect(readersText(variant, primes)).toContain("Public keys: OpenSSL and Node up to 3072 bits");
    }
    expect(readersText("rebalanced", 2)).toContain("Firefox");
    expect(readersText("r-prime", 3)).not.toContain("Firefox");
    expect(readersText("multi-power", 3)).toContain("Private keys: only this library");
  });
});
