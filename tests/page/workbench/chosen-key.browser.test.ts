import { describe, expect, it } from "vitest";
import { makePair, pemOf } from "../../random.ts";
import { site, textOf } from "../browser.ts";
import { makeKey, openWorkbench } from "./support.ts";

describe("the key that work takes", () => {
  it("is told from another of its name by the fingerprint", async () => {
    const page = await openWorkbench(site);
    for (const name of ["alone", "twin"]) await makeKey(page, name, "crt", { "n modulus": "512" });
    await page.getByRole("heading", { name: "twin" }).waitFor();
    await page.getByRole("button", { name: "Make a key …" }).click();
    const dialog = page.getByRole("dialog", { name: "Make a key" });
    await dialog.getByLabel("name").fill("twin");
    await dialog.getByRole("button", { name: "Make a broken key" }).click();
    await expect.poll(() => page.locator(".key").count()).toBe(3);
    await page.getByRole("tab", { name: "Encrypt" }).click();
    const options = await page.locator("#encrypt-key option").allTextContents();
    const mark = /^twin \(CRT, n\s512, key fingerprint (?:[\da-f]{4} ){4}…\)$/;
    expect(options).toEqual([
      expect.stringMatching(/^alone \(CRT, n\s512\)$/),
      expect.stringMatching(mark),
      expect.stringMatching(mark),
    ]);
    expect(options[1]).not.toBe(options[2]);
  });

  it("is named by the result, stays chosen when others come, and has no successor when it is gone", async () => {
    const page = await openWorkbench(site);
    await makeKey(page, "first", "crt", { "n modulus": "1024" });
    const panel = page.locator("#panel-encrypt");
    const chosen = () => panel.locator("#encrypt-key option:checked").textContent();
    await page.getByRole("tab", { name: "Encrypt" }).click();
    await page.getByLabel("Text to encrypt").fill("to the first");
    await panel.getByRole("button", { name: "Encrypt", exact: true }).click();
    await panel.getByText(/^The text above was encrypted for first \(key fingerprint [\da-f ]{19} …\)\.$/).waitFor();
    await makeKey(page, "second", "crt", { "n modulus": "1024" });
    await page.getByRole("tab", { name: "Encrypt" }).click();
    expect(await chosen()).toMatch(/^first /);
    expect(await panel.locator(".result").isVisible()).toBe(true);

    await page.getByRole("tab", { name: "Keys" }).click();
    await page.getByRole("button", { name: "Forget first" }).click();
    await page.getByRole("button", { name: "Forget for good? first" }).click();
    // By keyboard one goes on with the next key.
    expect(await page.evaluate(() => document.activeElement?.getAttribute("aria-label"))).toBe("Save second");
    await page.getByRole("tab", { name: "Encrypt" }).click();
    expect(await chosen()).toBe("choose a key");
    expect(await panel.locator(".result").isVisible()).toBe(false);
    const start = panel.getByRole("button", { name: "Encrypt", exact: true });
    expect(await start.isDisabled()).toBe(true);
    await panel.locator("#encrypt-key").selectOption({ index: 1 });
    expect(await chosen()).toMatch(/^second /);
    await start.click();
    await panel.getByText(/encrypted for second \(/).waitFor();
    expect(await textOf(panel.locator(".result-text"))).toContain("BEGIN RSA-VARIANTS FILE");
  });
});

describe("a button that cannot be used yet", () => {
  it("says why beside it, to everyone", async () => {
    const page = await openWorkbench(site, "encrypt");
    const start = page.locator("#panel-encrypt").getByRole("button", { name: "Encrypt", exact: true });
    const why = async () => {
      expect(await start.isDisabled()).toBe(true);
      return page.locator(`#${await start.getAttribute("aria-describedby")}`).innerText();
    };
    expect(await why()).toBe("You need a key for this: make or load one.");
    await makeKey(page, "mine", "crt", { "n modulus": "1024" });
    await page.getByRole("tab", { name: "Encrypt" }).click();
    expect(await why()).toBe("Enter text or choose a file first.");
    await page.getByLabel("Text to encrypt").fill("a");
    expect(await start.isEnabled()).toBe(true);
    expect(await page.locator("#panel-encrypt .why-disabled").count()).toBe(0);
  });
});

describe("a file that is dropped beside the fields", () => {
  it("does not take the page's place", async () => {
    const page = await openWorkbench(site);
    const refused = await page.evaluate(() => {
      const data = new DataTransfer();
      data.items.add(new File(["x"], "x.txt"));
      return ["dragover", "drop"].map(
        (type) =>
          !document.body.dispatchEvent(new DragEvent(type, { dataTransfer: data, bubbles: true, cancelable: true })),
      );
    });
    expect(refused).toEqual([true, true]);
  });
});

describe("a key to encrypt with", () => {
  it("that is one's own is named as such; someone else's public key is not", async () => {
    const page = await openWorkbench(site);
    await makeKey(page, "CRT, n\u00a01024", "crt", { "n modulus": "1024" });
    await page.getByRole("tab", { name: "Encrypt" }).click();
    const note = page.getByText("This is your own key: only you can decrypt.");
    await note.waitFor();
    // As the page names a key without a name of its own: its parameters stand there once.
    expect(await page.locator("#encrypt-key option:checked").textContent()).toMatch(/^CRT, n\s1024$/);
    await page.getByRole("link", { name: "load their public key" }).click();
    const { publicKey } = await makePair(1024);
    const buffer = Buffer.from(pemOf(publicKey));
    await page.locator("#load-keys").setInputFiles({ name: "anna.pem", mimeType: "", buffer });
    await page.locator("ul.keys > li", { hasText: "anna" }).waitFor();
    await page.getByRole("tab", { name: "Encrypt" }).click();
    const anna = await page.locator("#encrypt-key option", { hasText: "anna" }).getAttribute("value");
    await page.locator("#encrypt-key").selectOption(anna);
    expect(await note.count()).toBe(0);
  });
});
