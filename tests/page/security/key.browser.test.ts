import { createPublicKey, generateKeyPairSync } from "node:crypto";
import type { Page } from "playwright";
import { describe, expect, it } from "vitest";
import { closePrimesJwk, distances } from "../../library/security/close-primes.ts";
import { site, textOf } from "../browser.ts";

async function assessed(page: Page, key: string): Promise<string> {
  const section = page.locator(".own-key");
  await section.getByLabel("Key", { exact: true }).fill(key);
  await section.getByRole("button", { name: "Check this key" }).click();
  await section.locator(".verdict-word, .problem").first().waitFor();
  return textOf(section.locator(".key-answer"));
}

const base64url = (value: bigint) => {
  const hex = value.toString(16);
  return Buffer.from(hex.padStart(hex.length + (hex.length % 2), "0"), "hex").toString("base64url");
};

describe("a pasted key", () => {
  it("with close primes is broken, with what was found", async () => {
    const page = await site.open("security/");
    await page.locator(".verdict-word").first().waitFor();
    const n = base64url((2n ** 512n + 75n) * (2n ** 512n + 1075n));
    const answer = await assessed(page, JSON.stringify({ kty: "RSA", n, e: "AQAB" }));
    expect(answer).toMatch(/A public key of 1025 bits.*Broken here.*Fermat/);
    expect(await page.locator('.key-findings [data-code="close-primes"]').count()).toBe(1);
  });

  it("with close primes is shown what is wrong with it, although it is refused for use", async () => {
    const page = await site.open("security/");
    await page.locator(".verdict-word").first().waitFor();
    const answer = await assessed(page, JSON.stringify(closePrimesJwk(distances.near)));
    expect(answer).toMatch(/A private key of 1025 bits.*Broken.*Fermat/);
    expect(await page.locator('.key-findings [data-code="close-primes"]').count()).toBe(1);
  });

  it("has no verdict of another key below it", async () => {
    const page = await site.open("security/");
    await page.locator(".verdict-word").first().waitFor();
    const section = page.locator(".own-key");
    const text = section.getByLabel("Key", { exact: true });
    const answer = section.locator(".key-answer");
    await assessed(page, JSON.stringify(closePrimesJwk(distances.near)));
    await text.fill("another");
    expect(await textOf(answer)).toBe("");
    // Nor one whose check was under way, and is over before that of the other.
    await text.fill(JSON.stringify(closePrimesJwk(distances.near)));
    await answer.evaluate((element) => {
      const seen: (string | null)[] = [];
      Object.assign(window, { seen });
      new MutationObserver(() => seen.push(element.textContent)).observe(element, { childList: true, subtree: true });
    });
    await section.evaluate((element) => {
      element.querySelector("form")?.requestSubmit();
      const field = element.querySelector("textarea") as HTMLTextAreaElement;
      field.value = "no key at all";
      field.dispatchEvent(new InputEvent("input", { bubbles: true }));
    });
    await section.getByRole("button", { name: "Check this key" }).click();
    await answer.locator(".problem").waitFor();
    const seen = await page.evaluate(() => (window as unknown as { seen: string[] }).seen);
    expect(seen.filter((each) => each.includes("Broken"))).toEqual([]);
  });

  it("of ordinary make has no findings, public or private; what is no key is refused", async () => {
    const page = await site.open("security/");
    await page.locator(".verdict-word").first().waitFor();
    const pem = generateKeyPairSync("rsa", { modulusLength: 2048 }).privateKey.export({ type: "pkcs8", format: "pem" });
    expect(await assessed(page, String(pem))).toMatch(/A private key of 2048 bits.*Acceptable.*No defect/);
    const publicPem = createPublicKey(pem).export({ type: "spki", format: "pem" });
    await page.reload();
    await page.locator(".verdict-word").first().waitFor();
    expect(await assessed(page, String(publicPem))).toMatch(/A public key of 2048 bits.*best possible/);
    await page.reload();
    await page.locator(".verdict-word").first().waitFor();
    expect(await assessed(page, "no key at all")).not.toMatch(/Acceptable|Broken/);
  });
});
