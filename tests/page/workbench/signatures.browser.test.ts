import { constants, createHash, sign, verify } from "node:crypto";
import { expect, it } from "vitest";
import { makePair, pemOf } from "../../random.ts";
import { mine, Workbench } from "./support.ts";

const pss = { padding: constants.RSA_PKCS1_PSS_PADDING, saltLength: 32 };
const invalid = (what: string) => `Invalid: do not trust this ${what}`;

async function verdict(bench: Workbench, content: Uint8Array, signature: Uint8Array): Promise<string | null> {
  await bench.tab("Verify");
  await bench.drop("#panel-verify .source:not(.signature-file)", { name: "contract.pdf", content });
  await bench.drop(".signature-file", { name: "contract.pdf.sig", content: signature });
  await bench.press("Verify");
  return bench.result.locator("h2").textContent();
}

it("signatures of files are made as other software verifies them, and verified as it makes them", async () => {
  const bench = await Workbench.withKey("Sign");
  // More than is hashed at once.
  const content = Buffer.alloc(3_000_000, createHash("sha256").update("file").digest());
  await bench.drop("#panel-sign", { name: "contract.pdf", content });
  await bench.press("Sign");
  const own = await bench.download("Save contract.pdf.sig");
  expect(own.content).toHaveLength(128);
  expect(verify("sha256", content, { key: mine.publicKey, ...pss }, own.content)).toBe(true);
  const foreign = sign("sha256", content, { key: mine.privateKey, ...pss });
  expect(await verdict(bench, content, foreign)).toBe("Valid signature");
  const changed = Buffer.from(content);
  changed[1_500_000] = (changed[1_500_000] ?? 0) ^ 1;
  expect(await verdict(bench, changed, foreign)).toBe(invalid("file"));
  expect(await verdict(bench, content, foreign.subarray(1))).toBe(invalid("file"));
  await bench.load("other", pemOf((await makePair(1024)).publicKey));
  await bench.tab("Verify");
  await bench.panel.getByLabel("signer’s key").selectOption({ index: 1 });
  expect(await verdict(bench, content, foreign)).toBe(invalid("file"));
  await bench.drop(".signature-file", { name: "long.sig", content: Buffer.alloc(5000) });
  await bench.says([() => bench.press("Verify"), "The file long.sig has 5000 bytes; a signature has at most 2048."]);
  await bench.tab("Sign");
  await bench.dropLong("#panel-sign", "disk.img", 1024);
  await bench.press("Sign");
  await bench.see(/ of 1\.00 GiB/);
  // The page hears the click while it works.
  await bench.cancel();
});

it("signatures of texts are shown, copied and verified, and look different when they are valid, without colors too", async () => {
  const bench = await Workbench.withKey("Sign");
  await bench.work("Sign", "I agree.");
  const shown = await bench.resultText();
  expect(Buffer.from(shown, "base64").equals((await bench.download("Save message.txt.sig")).content)).toBe(true);
  expect(await bench.copied()).toBe(shown);
  await bench.tab("Verify");
  await bench.fill("Signed text", "I agree.");
  expect(await bench.button("Verify").isDisabled()).toBe(true);
  const look = async (text: string) => {
    await bench.work("Verify", text);
    return bench.panel.locator(".verdict-card").evaluate((card) => ({
      title: card.querySelector("h2")?.textContent,
      sign: card.querySelector("path")?.getAttribute("d"),
      edge: getComputedStyle(card).borderTopStyle,
      colors: [getComputedStyle(card).borderTopColor, getComputedStyle(card).backgroundColor].join(),
    }));
  };
  const paste = (signature: string) => bench.fill("Signature, or drop the .sig file here", signature);
  await paste(`  ${shown}\n`);
  const [valid, wrong] = [await look("I agree."), await look("I agree!")];
  expect([valid.title, wrong.title]).toEqual(["Valid signature", invalid("text")]);
  for (const part of ["sign", "edge", "colors"] as const) expect(valid[part], part).not.toBe(wrong[part]);
  await paste("not a signature!");
  await bench.says([() => bench.press("Verify"), /^The pasted signature is not Base64/]);
});

it("signing needs a private key, and the page says where to get one; arrows go through the tabs", async () => {
  const bench = await Workbench.open("sign");
  const { page } = bench;
  await bench.see(/You need a private key for this/);
  await page.getByRole("link", { name: "make or load one" }).click();
  await bench.see("No keys yet.");
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
