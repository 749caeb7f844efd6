import { describe, expect, it } from "vitest";
import { site, textOf } from "../browser.ts";

async function answerTo(query: string): Promise<string> {
  const page = await site.open(query);
  return textOf(page.locator('.answer-card[data-kind="answer"] .answer-text'));
}

describe("the answer of the recorded run", () => {
  it("advises for both directions a variant with a standard format, and says what speaks against a faster one", async () => {
    const text = await answerTo("?n=4096");
    expect(text).toMatch(
      /If both directions must be fast, use Multi-prime: it decrypts [\d.]+\s× as fast as plain RSA/,
    );
    expect(text).toContain(
      "Multi-power is faster still, but no standard format holds its private keys, and the estimate of its safety is uncertain.",
    );
  });

  it("says the same of an answer that is fast in both directions itself", async () => {
    const text = await answerTo("?n=4096&variants=original,crt,multi-prime,multi-power");
    expect(text).toMatch(/^Multi-power decrypts/);
    expect(text).toContain(
      "But no standard format holds its private keys, and the estimate of its safety is uncertain. If that matters, use Multi-prime:",
    );
  });

  it("says that only the decryption of a batch needs messages that wait", async () => {
    const query = "?n=2048&variants=original,crt,multi-prime,batch";
    expect(await answerTo(query)).toContain("If 4 messages wait at the same time, Batch is even faster.");
    expect(await answerTo(`${query}&compare=encrypt`)).toContain(
      "Batch is even faster, but it decrypts fast only if 4 messages wait at the same time.",
    );
  });
});
