import { constants, createHash, createPrivateKey, createPublicKey, sign, verify } from "node:crypto";
import type { Page } from "playwright";
import { describe, expect, it } from "vitest";
import { violations } from "../accessibility.ts";
import { download, site, textOf } from "../browser.ts";
import { dropFiles, makeKey, openWorkbench } from "./support.ts";

const pss = { padding: constants.RSA_PKCS1_PSS_PADDING, saltLength: 32 };
const panel = (page: Page) => page.locator("[role=tabpanel]:visible");
const press = (page: Page, name: string) => panel(page).getByRole("button", { name, exact: true }).click();

async function openWithKey(options = {}): Promise<Page> {
  const page = await openWorkbench(site, "", options);
  await makeKey(page, "mine", "crt", { "n modulus": "1024" });
  return page;
}

async function verifyFile(page: Page, file: { name: string; content: Uint8Array }, signature: Uint8Array) {
  await page.getByRole("tab", { name: "Verify" }).click();
  await dropFiles(page, "#panel-verify .source", [file]);
  await dropFiles(page, ".signature-file", [{ name: `${file.name}.sig`, content: signature }]);
  await press(page, "Verify");
  return panel(page).locator(".result h2").textContent();
}

describe("signatures of files", () => {
  it("are made as other software verifies them, and verified as it makes them", async () => {
    const page = await openWithKey();
    await press(page, "Save mine");
    await page.getByRole("dialog").getByLabel("format").selectOption({ label: "PKCS #1, PEM" });
    const key = createPrivateKey((await download(page, "Save the file")).content);
    // More than is hashed at once.
    const content = Buffer.alloc(3_000_000, createHash("sha256").update("file").digest());
    await page.getByRole("tab", { name: "Sign" }).click();
    await dropFiles(page, "#panel-sign .source", [{ name: "contract.pdf", content }]);
    await press(page, "Sign");
    const signature = await download(page, "Save contract.pdf.sig");
    expect(signature.content).toHaveLength(128);
    expect(verify("sha256", content, { key: createPublicKey(key), ...pss }, signature.content)).toBe(true);

    const foreign = sign("sha256", content, { key, ...pss });
    expect(await verifyFile(page, { name: "contract.pdf", content }, foreign)).toBe("Valid signature");
    const changed = Buffer.from(content);
    changed[1_500_000] = (changed[1_500_000] ?? 0) ^ 1;
    const verdict = await verifyFile(page, { name: "contract.pdf", content: changed }, foreign);
    expect(verdict).toBe("Invalid: do not trust this file");
  });

  it("of a text, by another key, and of no signature's length", async () => {
    const page = await openWithKey();
    await page.getByRole("tab", { name: "Sign" }).click();
    await page.getByLabel("Text to sign").fill("I agree.");
    await press(page, "Sign");
    const { content } = await download(page, "Save message.txt.sig");
    const file = { name: "message.txt", content: Buffer.from("I agree.") };
    expect(await verifyFile(page, file, content)).toBe("Valid signature");
    expect(await verifyFile(page, file, content.subarray(1))).toBe("Invalid: do not trust this file");
    await dropFiles(page, ".signature-file", [{ name: "long.sig", content: Buffer.alloc(5000) }]);
    await press(page, "Verify");
    await panel(page).getByText("The file long.sig has 5000 bytes; a signature has at most 2048.").waitFor();
    await makeKey(page, "other", "multi-prime", { "n modulus": "1024" });
    await page.getByRole("tab", { name: "Verify" }).click();
    await panel(page).getByLabel("signer’s key").selectOption({ index: 1 });
    expect(await verifyFile(page, file, content)).toBe("Invalid: do not trust this file");
  });

  it("are shown, copied, and verified when they are pasted", async () => {
    const page = await openWithKey();
    await page.getByRole("tab", { name: "Sign" }).click();
    await page.getByLabel("Text to sign").fill("I agree.");
    await press(page, "Sign");
    const shown = await textOf(panel(page).locator(".result-text"));
    const { content } = await download(page, "Save message.txt.sig");
    expect(Buffer.from(shown, "base64").equals(content)).toBe(true);
    await page.context().grantPermissions(["clipboard-read", "clipboard-write"]);
    await press(page, "Copy");
    await page.getByRole("button", { name: "Copied" }).waitFor();
    expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(shown);

    await page.getByRole("tab", { name: "Verify" }).click();
    await page.getByLabel("Signed text").fill("I agree.");
    const verify = panel(page).getByRole("button", { name: "Verify", exact: true });
    expect(await verify.isDisabled()).toBe(true);
    const pasted = page.getByLabel("Signature, or drop the .sig file here");
    await pasted.fill(`  ${shown}\n`);
    await verify.click();
    await panel(page).getByText("The owner of mine signed exactly this text.").waitFor();
    await pasted.fill("not a signature!");
    await verify.click();
    await panel(page)
      .getByText(/^The pasted signature is not Base64/)
      .waitFor();
  });

  it("look different when they are valid and when not, without their colors too", async () => {
    const page = await openWithKey();
    await page.getByRole("tab", { name: "Sign" }).click();
    await page.getByLabel("Text to sign").fill("I agree.");
    await press(page, "Sign");
    const signature = await textOf(panel(page).locator(".result-text"));
    await page.getByRole("tab", { name: "Verify" }).click();
    await page.getByLabel("Signature, or drop the .sig file here").fill(signature);
    const look = async (text: string) => {
      await page.getByLabel("Signed text").fill(text);
      await press(page, "Verify");
      return panel(page)
        .locator(".verdict-card")
        .evaluate((card) => ({
          title: card.querySelector("h2")?.textContent,
          sign: card.querySelector("path")?.getAttribute("d"),
          edge: getComputedStyle(card).borderTopStyle,
          colors: [getComputedStyle(card).borderTopColor, getComputedStyle(card).backgroundColor].join(),
        }));
    };
    const [valid, invalid] = [await look("I agree."), await look("I agree!")];
    expect([valid.title, invalid.title]).toEqual(["Valid signature", "Invalid: do not trust this text"]);
    for (const part of ["sign", "edge", "colors"] as const) expect(valid[part], part).not.toBe(invalid[part]);
  });

  it("of a gibibyte are cancelled in the midst: the page hears the click while it works", async () => {
    const page = await openWithKey();
    await page.getByRole("tab", { name: "Sign" }).click();
    await page.evaluate(() => {
      const piece = new Blob([new Uint8Array(1 << 24)]);
      const data = new DataTransfer();
      data.items.add(new File(Array<Blob>(64).fill(piece), "disk.img"));
      document
        .querySelector("#panel-sign .source")
        ?.dispatchEvent(new DragEvent("drop", { dataTransfer: data, bubbles: true, cancelable: true }));
    });
    await panel(page).getByText("disk.img").waitFor();
    await press(page, "Sign");
    await panel(page)
      .locator(".job-progress")
      .getByText(/ of 1\.00 GiB/)
      .waitFor();
    await press(page, "Cancel");
    await panel(page).getByText("Canceled. Nothing was saved.").waitFor();
    expect(await panel(page).locator(".result").isVisible()).toBe(false);
  });

  it("need a private key, and the page says where to get one", async () => {
    const page = await openWorkbench(site, "sign");
    await panel(page)
      .getByText(/You need a private key for this/)
      .waitFor();
    await page.getByRole("link", { name: "make or load one" }).click();
    await page.getByText("No keys yet.").waitFor();
    // The arrows go through the tabs, and back to the first.
    await page.getByRole("tab", { name: "Keys" }).focus();
    for (const tab of ["Encrypt", "Decrypt", "Sign", "Verify"]) {
      await page.keyboard.press("ArrowRight");
      await page.locator(`[role=tab][aria-selected=true]:focus`, { hasText: tab }).waitFor();
      expect(new URL(page.url()).hash).toBe(`#${tab.toLowerCase()}`);
    }
    await page.keyboard.press("Home");
    await page.locator("[aria-selected=true]:focus", { hasText: "Keys" }).waitFor();
    await page.goBack();
    await page.locator("[aria-selected=true]", { hasText: "Verify" }).waitFor();
  });

  it.each([
    ["light", 360],
    ["dark", 1280],
  ] as const)("have nothing that axe-core finds wrong, %s at %i px", async (colorScheme, width) => {
    const page = await openWithKey({ colorScheme, viewport: { width, height: 800 } });
    await page.getByRole("tab", { name: "Sign" }).click();
    await page.getByLabel("Text to sign").fill("I agree.");
    await press(page, "Sign");
    const { content } = await download(page, "Save message.txt.sig");
    expect(await violations(page)).toEqual([]);
    await verifyFile(page, { name: "message.txt", content: Buffer.from("I agree.") }, content);
    expect(await violations(page)).toEqual([]);
  });
});
