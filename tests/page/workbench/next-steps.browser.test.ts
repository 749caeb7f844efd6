import { createHash } from "node:crypto";
import type { Locator, Page } from "playwright";
import { describe, expect, it } from "vitest";
import { makePair, pemOf } from "../../random.ts";
import { violations } from "../accessibility.ts";
import { download, site, textOf } from "../browser.ts";
import { makeKey, openWorkbench } from "./support.ts";

/** The panel that is shown. */
const panel = (page: Page): Locator => page.locator("[role=tabpanel]:not([hidden])");
const press = (page: Page, name: string) => panel(page).getByRole("button", { name, exact: true }).click();

async function openWithKey(options = {}): Promise<Page> {
  const page = await openWorkbench(site, "", options);
  await makeKey(page, "mine", "crt", { "n modulus": "1024" });
  return page;
}

const focused = (page: Page) => page.evaluate(() => document.activeElement?.textContent);

describe("what comes next", () => {
  it("after a key was made: to encrypt, to sign, to give its public half away", async () => {
    const page = await openWithKey();
    await makeKey(page, "second", "crt", { "n modulus": "1024" });
    await press(page, "Share the public key …");
    const dialog = page.getByRole("dialog", { name: "Share the public key of second" });
    const { name, content } = await download(page, "Save the file");
    expect(name).toBe("second.pub.pem");
    expect(content.toString()).toMatch(/^-----BEGIN PUBLIC KEY-----/);
    await dialog.waitFor({ state: "hidden" });
    // So does the button of the key.
    await page.getByRole("button", { name: "Share the public key of mine" }).click();
    expect((await download(page, "Save the file")).name).toBe("mine.pub.pem");
    for (const what of ["Encrypt", "Sign"]) {
      await page.getByRole("tab", { name: "Keys" }).click();
      await press(page, `${what} with it`);
      expect(await textOf(panel(page).locator("option:checked").first())).toMatch(/^second /);
      expect(await focused(page)).toBe(what);
    }
    // Another note takes the place of the first; what it offered is gone with its key.
    await page.getByRole("tab", { name: "Keys" }).click();
    await page.getByRole("button", { name: "Forget second" }).click();
    await page.getByRole("button", { name: "Forget for good? second" }).click();
    expect(await page.getByRole("button", { name: "Encrypt with it" }).count()).toBe(0);
  });

  it("a loaded public key shows its verdict, offers to encrypt, and says once what it cannot do", async () => {
    const page = await openWorkbench(site);
    const { publicKey } = await makePair();
    const buffer = Buffer.from(pemOf(publicKey));
    await page.locator("#load-keys").setInputFiles({ name: "anna.pub.pem", mimeType: "", buffer });
    await page.locator(".key", { hasText: "anna" }).getByText("known defects looked for, none found").waitFor();
    expect(await page.locator("#panel-keys .run").count()).toBe(0); // making another is no longer the next step
    expect(await panel(page).locator(".after-making button:visible").allTextContents()).toEqual(["Encrypt with it"]);
    await press(page, "Encrypt with it");
    expect(await textOf(panel(page).locator("option:checked").first())).toMatch(/^anna /);
    const widths = () => page.locator("[role=tab]").evaluateAll((all) => all.map((tab) => tab.clientWidth));
    const before = await widths();
    await page.getByRole("tab", { name: "Decrypt" }).click();
    expect(await widths()).toEqual(before);
    await panel(page).getByText("You have only public keys. Load the private key this was encrypted for.").waitFor();
    expect(await panel(page).locator(".why-disabled").count()).toBe(0);
    expect(await panel(page).getByRole("button", { name: "Decrypt", exact: true }).isDisabled()).toBe(true);
  });

  it("after a key without a name was made: it is called by its fingerprint, also in its file", async () => {
    const page = await openWorkbench(site);
    await page.getByRole("button", { name: "Make a key …" }).click();
    await page.getByRole("dialog").getByRole("button", { name: "Make", exact: true }).click();
    await page.getByText(/^Key created: CRT, 3072 bits \(\d.* m?s\)\.$/).waitFor();
    const [, start] = /^Key ([\da-f]{4}-[\da-f]{4})$/.exec(await textOf(page.locator(".key h2"))) ?? [];
    await press(page, "Share the public key …");
    await page
      .getByRole("dialog")
      .getByText(/compare this fingerprint with you, by phone/)
      .waitFor();
    expect(await page.getByLabel("which").isVisible()).toBe(false);
    expect((await download(page, "Save the file")).name).toBe(`key-${start}.pub.pem`);
  });

  it("after a text was encrypted: to decrypt it, and then to encrypt that for others", async () => {
    const page = await openWithKey();
    await press(page, "Encrypt with it");
    await panel(page).getByLabel("Text to encrypt").fill("for you");
    await press(page, "Encrypt");
    await press(page, "Decrypt it to check");
    expect(await panel(page).getByLabel("Encrypted text").inputValue()).toMatch(/^-----BEGIN RSA-VARIANTS FILE-----/);
    const font = await panel(page)
      .locator("textarea")
      .evaluate((area) => getComputedStyle(area).fontFamily);
    expect(font).toMatch(/monospace/);
    await press(page, "Decrypt");
    expect(await textOf(panel(page).locator(".result-text"))).toBe("for you");
    await press(page, "Encrypt it for someone else");
    expect(await panel(page).getByLabel("Text to encrypt").inputValue()).toBe("for you");
  });

  it("after a long file was encrypted: to decrypt it from its temporary file, although the first result is gone", async () => {
    const page = await openWithKey();
    await press(page, "Encrypt with it");
    const buffer = Buffer.alloc(9_000_000, "x");
    await panel(page).locator("#encrypt-file").setInputFiles({ name: "long.txt", mimeType: "", buffer });
    await press(page, "Encrypt");
    await panel(page).getByText("long.txt.encrypted, 8.58 MiB, ready to save.").waitFor();
    // What comes next is the button that stands out.
    expect(await panel(page).locator(".run").allTextContents()).toEqual(["Save long.txt.encrypted"]);
    const digest = (createHash("sha256").update(buffer).digest("hex").match(/.{4}/g) ?? []).join(" ");
    await panel(page).getByText(`File SHA-256 of long.txt: ${digest}`).waitFor();
    await press(page, "Decrypt it to check");
    await panel(page).getByText("long.txt.encrypted").waitFor();
    await page.getByRole("tab", { name: "Encrypt" }).click();
    await press(page, "Enter text instead");
    await page.getByRole("tab", { name: "Decrypt" }).click();
    await press(page, "Decrypt");
    await panel(page).getByText(`File SHA-256 of long.txt: ${digest}`).waitFor();
    const { name, content } = await download(page, "Save long.txt");
    await panel(page).getByText("Saved long.txt.").waitFor();
    expect([name, content.equals(buffer)]).toEqual(["long.txt", true]);
  });

  it("after a text was signed: to verify it; and if it is changed, to ask the doctor", async () => {
    const page = await openWithKey();
    await press(page, "Sign with it");
    await panel(page).getByLabel("Text to sign").fill("I agree.\n");
    await press(page, "Sign");
    await press(page, "Verify it to check");
    await press(page, "Verify");
    await panel(page).getByText("Valid signature").waitFor();
    expect(await panel(page).getByRole("button", { name: "Ask the doctor" }).count()).toBe(0);
    await panel(page).getByLabel("Signed text").fill("I agree.");
    await press(page, "Verify");
    await press(page, "Ask the doctor");
    await press(page, "Examine");
    await panel(page).getByText("The signed message ends with a line feed; this one does not.").waitFor();
  });

  it("after something that does not decrypt: to ask the doctor", async () => {
    const page = await openWithKey({ colorScheme: "dark", viewport: { width: 360, height: 800 } });
    await page.getByRole("tab", { name: "Decrypt" }).click();
    await panel(page).getByLabel("Encrypted text").fill("AAAA");
    await press(page, "Decrypt");
    await panel(page).getByRole("button", { name: "Ask the doctor" }).waitFor();
    expect(await violations(page)).toEqual([]);
    await press(page, "Ask the doctor");
    expect(await panel(page).getByLabel("Ciphertext to examine").inputValue()).toBe("AAAA");
    await press(page, "Examine");
    await panel(page).locator(".verdict-card").waitFor();
  });
});
