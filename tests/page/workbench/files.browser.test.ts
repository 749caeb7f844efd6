import type { Page } from "playwright";
import { describe, expect, it } from "vitest";
import { violations } from "../accessibility.ts";
import { download, site, textOf } from "../browser.ts";
import { dropFiles, makeKey, openWorkbench } from "./support.ts";

const text = "Grüße from the bench\u0000 – line 2\n";

async function openWithKey(tab: string, options = {}): Promise<Page> {
  const page = await openWorkbench(site, "", options);
  await makeKey(page, "mine", "crt", { "n modulus": "1024" });
  await page.getByRole("tab", { name: tab }).click();
  return page;
}

const panel = (page: Page) => page.locator("[role=tabpanel]:visible");
const press = (page: Page, name: string) => panel(page).getByRole("button", { name, exact: true }).click();
const problem = (page: Page) => panel(page).locator(".job-problem");

async function encryptText(page: Page, plain: string): Promise<string> {
  await page.getByLabel("Text to encrypt").fill(plain);
  await press(page, "Encrypt");
  return textOf(panel(page).locator(".result-text"));
}

async function pasteAndDecrypt(page: Page, encrypted: string): Promise<void> {
  await page.getByRole("tab", { name: "Decrypt" }).click();
  await page.getByLabel("Encrypted text").fill(encrypted);
  await press(page, "Decrypt");
}

describe("encryption and decryption", () => {
  it("turns a text into one that can be copied, and back", async () => {
    const page = await openWithKey("Encrypt");
    const armored = await encryptText(page, text);
    expect(armored).toMatch(/^-----BEGIN RSA-VARIANTS FILE-----\n[A-Za-z0-9+/=\n]+-----END RSA-VARIANTS FILE-----\n$/);
    await page.context().grantPermissions(["clipboard-read", "clipboard-write"]);
    await press(page, "Copy");
    await page.getByRole("button", { name: "Copied" }).waitFor();
    expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(armored);
    await pasteAndDecrypt(page, armored);
    expect(await textOf(panel(page).locator(".result-text"))).toBe(text);
  });

  it("takes a file by drop, streams it, and gives the very bytes back", async () => {
    const page = await openWithKey("Encrypt");
    // More than one segment, and no text.
    const content = Uint8Array.from({ length: 2_500_000 }, (_, i) => (i * 2654435761) >>> 24);
    await panel(page)
      .locator("#encrypt-file")
      .setInputFiles({ name: "big.bin", mimeType: "", buffer: Buffer.from(content) });
    await panel(page).getByText("big.bin").waitFor();
    await press(page, "Encrypt");
    const encrypted = await download(page, "Save big.bin.encrypted");
    expect(encrypted.content.subarray(0, 12).toString()).toBe("rsa-variants");
    await page.getByRole("tab", { name: "Decrypt" }).click();
    await page
      .locator("#decrypt-file")
      .setInputFiles({ name: encrypted.name, mimeType: "", buffer: encrypted.content });
    await press(page, "Decrypt");
    const saved = await download(page, "Save big.bin");
    expect(saved.name).toBe("big.bin");
    expect(saved.content.equals(Buffer.from(content))).toBe(true);

    // Damaged in the last segment, and cut short: nothing is kept.
    const damaged = Buffer.from(encrypted.content);
    damaged[damaged.length - 1] = (damaged.at(-1) ?? 0) ^ 1;
    for (const [name, content] of [
      ["damaged", damaged],
      ["short", encrypted.content.subarray(0, 1_500_000)],
    ] as const) {
      await dropFiles(page, "#panel-decrypt .source", [{ name, content }]);
      await press(page, "Decrypt");
      await problem(page)
        .getByText(/Nothing was saved\.$/)
        .waitFor();
      expect(await panel(page).locator(".result").isVisible(), name).toBe(false);
    }
  });

  it("writes straight into a file, which keeps what it had when the work fails", async () => {
    const page = await openWorkbench(site);
    // The dialog of the browser cannot be operated here; the file that it would give is a real one.
    await page.evaluate(async () => {
      const root = await navigator.storage.getDirectory();
      Object.assign(window, { showSaveFilePicker: () => root.getFileHandle("target", { create: true }) });
    });
    const content = () =>
      page.evaluate(async () => {
        const handle = await (await navigator.storage.getDirectory()).getFileHandle("target", { create: true });
        return [...new Uint8Array(await (await handle.getFile()).arrayBuffer())];
      });
    await makeKey(page, "mine", "crt", { "n modulus": "1024" });
    await page.getByRole("tab", { name: "Encrypt" }).click();
    await page.getByLabel("Text to encrypt").fill(text);
    await press(page, "Encrypt to a file …");
    await panel(page).getByText("Saved as target.").waitFor();
    const encrypted = Buffer.from(await content());
    expect(encrypted.subarray(0, 12).toString()).toBe("rsa-variants");

    await page.getByRole("tab", { name: "Decrypt" }).click();
    const damaged = Buffer.from(encrypted);
    damaged[damaged.length - 1] = (damaged.at(-1) ?? 0) ^ 1;
    await page.locator("#decrypt-file").setInputFiles({ name: "a", mimeType: "", buffer: damaged });
    await press(page, "Decrypt to a file …");
    await problem(page)
      .getByText(/Nothing was saved\.$/)
      .waitFor();
    expect(Buffer.from(await content()).equals(encrypted)).toBe(true);
    // A file that the dialog made is gone again.
    const isThere = () =>
      page.evaluate(async () => {
        const root = await navigator.storage.getDirectory();
        return root.getFileHandle("new").then(
          () => true,
          () => false,
        );
      });
    await page.evaluate(async () => {
      const root = await navigator.storage.getDirectory();
      const made = async () => {
        const handle = await root.getFileHandle("new", { create: true });
        document.title = "made";
        return handle;
      };
      Object.assign(window, { showSaveFilePicker: made });
    });
    await press(page, "Decrypt to a file …");
    await expect.poll(() => page.title()).toBe("made");
    await expect.poll(isThere).toBe(false);
    expect(await textOf(problem(page))).not.toContain("remains");
    // As it is when the work fails before anything is read in pieces.
    await page.evaluate(() => {
      document.title = "again";
    });
    await page.locator("#decrypt-file").setInputFiles({ name: "a", mimeType: "", buffer: Buffer.from("a letter") });
    await press(page, "Decrypt to a file …");
    await problem(page)
      .getByText(/^This was not encrypted by/)
      .waitFor();
    expect(await page.title()).toBe("made");
    expect(await isThere()).toBe(false);
    await page.evaluate(async () => {
      const root = await navigator.storage.getDirectory();
      Object.assign(window, { showSaveFilePicker: () => root.getFileHandle("target") });
    });
    await page.locator("#decrypt-file").setInputFiles({ name: "a", mimeType: "", buffer: encrypted });
    await press(page, "Decrypt to a file …");
    await panel(page).getByText("Saved as target.").waitFor();
    expect(Buffer.from(await content()).toString()).toBe(text);
  });

  it.each([
    ["does not know how to remove", undefined],
    ["fails to remove", "reject"],
  ])("says that an empty file stays behind that the browser %s", async (_, removal) => {
    const page = await openWithKey("Encrypt");
    await page.evaluate(async (how) => {
      const root = await navigator.storage.getDirectory();
      Object.assign(window, { showSaveFilePicker: () => root.getFileHandle("mine.bin", { create: true }) });
      const remove = how === undefined ? undefined : () => Promise.reject(new DOMException("no", "NotAllowedError"));
      Object.defineProperty(FileSystemFileHandle.prototype, "remove", { value: remove });
    }, removal);
    const left = "An empty file named mine.bin remains; you can delete it.";
    await page.getByLabel("mode").selectOption("incremental");
    await page.getByLabel("c characters at once").fill("1");
    const buffer = Buffer.alloc(2_000_000, "x");
    await panel(page).locator("#encrypt-file").setInputFiles({ name: "long.txt", mimeType: "", buffer });
    await press(page, "Encrypt to a file …");
    await panel(page)
      .locator(".job-progress")
      .getByText(/ of 1\.91 MiB/)
      .waitFor();
    await press(page, "Cancel");
    await problem(page).getByText(`Canceled. Nothing was saved. ${left}`).waitFor();

    await page.getByRole("tab", { name: "Decrypt" }).click();
    await page.getByLabel("Encrypted text").fill("a letter");
    await press(page, "Decrypt to a file …");
    await problem(page)
      .getByText(/^This was not encrypted by rsa-variants/)
      .waitFor();
    expect(await textOf(problem(page))).toContain(`it starts differently. ${left}`);
  });

  it("says that the key is another, and decrypts with the right one", async () => {
    const page = await openWithKey("Encrypt");
    const armored = await encryptText(page, text);
    await makeKey(page, "other", "crt", { "n modulus": "1024" });
    await page.getByRole("tab", { name: "Decrypt" }).click();
    await panel(page).getByLabel("your private key").selectOption({ index: 1 });
    await pasteAndDecrypt(page, armored);
    await problem(page).getByText("The file was encrypted for another key, or its header is damaged.").waitFor();
    await panel(page).getByLabel("your private key").selectOption({ index: 0 });
    await press(page, "Decrypt");
    expect(await textOf(panel(page).locator(".result-text"))).toBe(text);
    await page.getByLabel("Encrypted text").fill("a letter");
    await press(page, "Decrypt");
    await problem(page)
      .getByText(/^This was not encrypted by rsa-variants/)
      .waitFor();
    await page.getByLabel("Encrypted text").fill(armored.slice(0, 200));
    await press(page, "Decrypt");
    await problem(page)
      .getByText(/^The text is cut short/)
      .waitFor();
  });

  it("encrypts incrementally, as history, and names the largest c", async () => {
    const page = await openWithKey("Encrypt");
    await page.getByLabel("mode").selectOption("incremental");
    await panel(page)
      .getByText(/protects nothing/)
      .waitFor();
    await page.getByLabel("c characters at once").fill("103");
    await page.getByText("From 1 to 102; 103 is outside. The 3c digits must stay below N.").waitFor();
    await page.getByLabel("Text to encrypt").fill(text);
    expect(await panel(page).getByRole("button", { name: "Encrypt", exact: true }).isDisabled()).toBe(true);
    await page.getByLabel("c characters at once").fill("10");
    const lines = await encryptText(page, text);
    expect(lines.trim().split("\n")).toHaveLength(Math.ceil(Buffer.from(text).length / 10));
    expect(lines).toMatch(/^[\d\n]+$/);
    await pasteAndDecrypt(page, lines);
    expect(await textOf(panel(page).locator(".result-text"))).toBe(text);
    await panel(page)
      .getByText(/changed, shortened or rearranged it/)
      .waitFor();
    await dropFiles(page, "#panel-decrypt .source", [{ name: "cut.encrypted", content: "" }]);
    await press(page, "Decrypt");
    await problem(page).getByText("The file is empty: it was cut short or is not an encrypted file.").waitFor();
    await press(page, "Enter text instead");
    await page.getByLabel("Encrypted text").fill(`${lines}12x`);
    await press(page, "Decrypt");
    await problem(page)
      .getByText(/Line \d+ is not a decimal number/)
      .waitFor();
  });

  it("says of an empty file that it is empty, and offers nothing to copy", async () => {
    const page = await openWithKey("Encrypt");
    await panel(page)
      .locator("#encrypt-file")
      .setInputFiles({ name: "empty", mimeType: "", buffer: Buffer.alloc(0) });
    await press(page, "Encrypt");
    const armored = await textOf(panel(page).locator(".result-text"));
    await pasteAndDecrypt(page, armored);
    await panel(page).getByText("The result is empty.").waitFor();
    expect(await panel(page).getByRole("button", { name: "Copy" }).count()).toBe(0);
  });

  it("is cancelled in the midst, keeps nothing, and starts again", async () => {
    const page = await openWithKey("Encrypt");
    await page.getByLabel("mode").selectOption("incremental");
    await page.getByLabel("c characters at once").fill("1");
    const buffer = Buffer.alloc(2_000_000, "x");
    await panel(page).locator("#encrypt-file").setInputFiles({ name: "long.txt", mimeType: "", buffer });
    await press(page, "Encrypt");
    await panel(page)
      .locator(".job-progress")
      .getByText(/ of 1\.91 MiB/)
      .waitFor();
    await press(page, "Cancel");
    await problem(page).getByText("Canceled. Nothing was saved.").waitFor();
    expect(await panel(page).locator(".result").isVisible()).toBe(false);
    await page.getByLabel("mode").selectOption("hybrid");
    await press(page, "Encrypt");
    await panel(page).getByRole("button", { name: "Save long.txt.encrypted" }).waitFor();
  });

  it("mails a short result in the message, a long one as a saved file to attach", async () => {
    const page = await openWithKey("Encrypt");
    await page.evaluate(() => {
      Object.assign(navigator, { canShare: undefined });
      document.addEventListener(
        "click",
        (event) => {
          const link = event.target as HTMLAnchorElement;
          if (link.protocol === "mailto:") Object.assign(window, { mailed: link.href });
        },
        true,
      );
      // The link is in no document: watch where it is clicked.
      const click = HTMLAnchorElement.prototype.click;
      HTMLAnchorElement.prototype.click = function (this: HTMLAnchorElement) {
        // In this page's place it would be taken for leaving it.
        if (this.protocol === "mailto:" && this.target === "_blank") Object.assign(window, { mailed: this.href });
        else click.call(this);
      };
    });
    const mailed = () => page.evaluate(() => (window as unknown as { mailed: string }).mailed);
    const armored = await encryptText(page, "short");
    await press(page, "Mail …");
    expect(new URL(await mailed()).searchParams.get("body")).toBe(armored);
    await encryptText(page, "long ".repeat(1000));
    const file = await download(page, "Mail …");
    expect(file.name).toBe("message.txt.encrypted");
    await panel(page).getByText("Your browser saved message.txt.encrypted. Attach it to the message.").waitFor();
    expect(new URL(await mailed()).searchParams.get("body")).toBe("message.txt.encrypted is attached.");
  });

  it.each([
    ["light", 1280],
    ["dark", 360],
  ] as const)("has nothing that axe-core finds wrong, %s at %i px", async (colorScheme, width) => {
    const page = await openWithKey("Encrypt", { colorScheme, viewport: { width, height: 800 } });
    await page.getByLabel("mode").selectOption("incremental");
    await encryptText(page, text);
    expect(await violations(page)).toEqual([]);
    await pasteAndDecrypt(page, "no");
    await problem(page)
      .getByText(/^This was not/)
      .waitFor();
    expect(await violations(page)).toEqual([]);
  });
});
