import { describe, expect, it } from "vitest";
import { makePair, pemOf } from "../../random.ts";
import { Workbench } from "./support.ts";

describe("what comes next", () => {
  it("after keys came: to encrypt, to sign, to give a public half away", async () => {
    const bench = await Workbench.withKey("Keys");
    const { page } = bench;
    await bench.makeKey("second", "crt", { "n modulus": "1024" });
    await bench.press("Share the public key …");
    const { name, content } = await bench.download("Save the file");
    expect(name).toBe("second.pub.pem");
    expect(content.toString()).toMatch(/^-----BEGIN PUBLIC KEY-----/);
    await bench.dialog.waitFor({ state: "hidden" });
    // So does the button of the key.
    await page.getByRole("button", { name: "Share the public key of mine" }).click();
    expect((await bench.download("Save the file")).name).toBe("mine.pub.pem");
    for (const what of ["Encrypt", "Sign"]) {
      await bench.tab("Keys");
      await bench.press(`${what} with it`);
      expect(await bench.chosenKey()).toMatch(/^second /);
      expect(await bench.focused()).toBe(what);
    }
    // What was offered is gone with its key.
    await bench.forget("second");
    expect(await bench.button("Encrypt with it").count()).toBe(0);
  });

  it("a loaded public key shows its verdict, offers to encrypt, and says once what it cannot do", async () => {
    const bench = await Workbench.open();
    const { page } = bench;
    await bench.load("anna", pemOf((await makePair()).publicKey));
    await page.locator(".key", { hasText: "anna" }).getByText("known defects looked for, none found").waitFor();
    expect(await page.locator("#panel-keys .run").count()).toBe(0); // making another is no longer the next step
    expect(await bench.panel.locator(".after-making button:visible").allTextContents()).toEqual(["Encrypt with it"]);
    await bench.press("Encrypt with it");
    expect(await bench.chosenKey()).toMatch(/^anna /);
    expect(await bench.panel.locator(".own-key").count()).toBe(0);
    const widths = () => page.locator("[role=tab]").evaluateAll((all) => all.map((tab) => tab.clientWidth));
    const before = await widths();
    await bench.tab("Decrypt");
    expect(await widths()).toEqual(before);
    await bench.see("You have only public keys. Load the private key this was encrypted for.");
    expect(await bench.panel.locator(".why-disabled").count()).toBe(0);
    expect(await bench.button("Decrypt").isDisabled()).toBe(true);
  });

  it("after a text was encrypted: to decrypt it, and then to encrypt that for others; after it was signed, to verify it", async () => {
    const bench = await Workbench.withKey("Encrypt");
    await bench.work("Encrypt", "for you");
    await bench.press("Decrypt it to check");
    const area = bench.panel.getByLabel("Encrypted text");
    expect(await area.inputValue()).toMatch(/^-----BEGIN RSA-VARIANTS FILE-----/);
    expect(await area.evaluate((element) => getComputedStyle(element).fontFamily)).toMatch(/monospace/);
    await bench.press("Decrypt");
    expect(await bench.resultText()).toBe("for you");
    await bench.press("Encrypt it for someone else");
    expect(await bench.panel.getByLabel("Text to encrypt").inputValue()).toBe("for you");

    await bench.work("Sign", "I agree.\n");
    await bench.press("Verify it to check");
    await bench.says([() => bench.press("Verify"), "Valid signature"]);
    expect(await bench.button("Ask the doctor").count()).toBe(0);
    await bench.work("Verify", "I agree.");
    await bench.press("Ask the doctor");
    await bench.says([() => bench.press("Examine"), "The signed message has one line end more at its end, LF."]);
    // What does not decrypt goes there, too.
    await bench.work("Decrypt", "AAAA");
    await bench.press("Ask the doctor");
    expect(await bench.panel.getByLabel("Ciphertext to examine").inputValue()).toBe("AAAA");
    await bench.press("Examine");
    await bench.panel.locator(".verdict-card").waitFor();
  });
});
