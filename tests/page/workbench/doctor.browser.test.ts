import { constants, createHmac, publicEncrypt, sign } from "node:crypto";
import type { Locator, Page } from "playwright";
import { describe, expect, it } from "vitest";
import { makePair, pemOf } from "../../random.ts";
import { violations } from "../accessibility.ts";
import { site, textOf, watchLoads } from "../browser.ts";
import { dropFiles, openWorkbench } from "./support.ts";

const { privateKey, publicKey } = await makePair();
const other = await makePair();
const pkcs8 = pemOf(privateKey);
const spki = pemOf(publicKey);
const otherSpki = pemOf(other.publicKey);

const panel = (page: Page): Locator => page.locator("#panel-doctor");

async function openDoctor(kind: string, options = {}): Promise<Page> {
  const page = await openWorkbench(site, "doctor", options);
  await panel(page).getByRole("button", { name: kind }).click();
  return page;
}

async function loadKey(page: Page, content: string): Promise<void> {
  await page.getByRole("tab", { name: "Keys" }).click();
  await dropFiles(page, ".keys-panel", [{ name: "mine.pem", content }]);
  await page.getByRole("heading", { name: "mine" }).waitFor();
  await page.getByRole("tab", { name: "Doctor" }).click();
}

/** Has it examined; gives the verdict and the findings. */
async function examine(page: Page): Promise<{ title: string; findings: string[] }> {
  await panel(page).getByRole("button", { name: "Examine", exact: true }).click();
  await panel(page).locator(".verdict-card").waitFor();
  return {
    title: await textOf(panel(page).locator(".verdict-card h2")),
    findings: await panel(page).locator(".findings li").allTextContents(),
  };
}

/** The program in a language. */
async function program(page: Page, language: string): Promise<string> {
  await panel(page).getByRole("button", { name: language, exact: true }).click();
  return textOf(panel(page).locator(".program"));
}

describe("the doctor", () => {
  it("loads only with its tab, which first says why it must not be a service", async () => {
    const page = await site.open("about:blank");
    const loads = watchLoads(page);
    await page.goto(new URL("workbench/", site.address).href);
    await page.locator("#panel-keys .run:enabled").waitFor();
    expect(loads.names()).not.toContain("doctor.js");
    await page.getByRole("tab", { name: "Doctor" }).click();
    const start = /^The doctor works on this machine only\. Don’t expose/;
    await panel(page).locator("p.lead-in:first-child").filter({ hasText: start }).waitFor();
    expect(loads.names()).toContain("doctor.js");
    await page.getByRole("tab", { name: "Keys" }).click();
    await page.goBack();
    expect(await page.getByRole("tab", { name: "Doctor" }).getAttribute("aria-selected")).toBe("true");
  });

  it("says that the signed text ended with a line feed, and gives programs that add it", async () => {
    const page = await openDoctor("Signature");
    await panel(page).getByLabel("Public key or certificate").fill(spki);
    const signature = sign("sha256", Buffer.from("a letter\n"), privateKey).toString("base64");
    await panel(page).getByLabel("Signature to examine").fill(signature);
    await panel(page).getByLabel("Signed message").fill("a letter");
    const { title, findings } = await examine(page);
    expect(title).toBe("Almost: it fits after a change");
    expect(findings).toContain("certainThe signed message ends with a line feed; this one does not.");
    expect(findings).toContain("certainThe signature is Base64 text; decode it.");
    expect(await program(page, "OpenSSL")).toMatch(/echo >> message\n.*openssl dgst -sha256/s);
    expect(await program(page, "Python")).toContain('message += b"\\n"');
    expect(await violations(page)).toEqual([]);
    // Other data have another answer.
    await panel(page).getByLabel("Signed message").fill("a letter\n");
    expect(await panel(page).locator(".verdict-card").count()).toBe(0);
    await panel(page).getByLabel("Signed message").fill("another letter");
    expect((await examine(page)).title).toBe("Another message");
  });

  it("names the hash function of a ciphertext from a file, with a key of the Workbench", async () => {
    const page = await openDoctor("Ciphertext");
    await loadKey(page, pkcs8);
    const padding = { key: publicKey, padding: constants.RSA_PKCS1_OAEP_PADDING, oaepHash: "sha512" };
    await dropFiles(page, "#panel-doctor", [
      { name: "secret.bin", content: publicEncrypt(padding, Buffer.from("for you alone")) },
    ]);
    await panel(page).getByText("secret.bin").waitFor();
    const { title, findings } = await examine(page);
    expect(title).toBe("It decrypts");
    expect(findings[0]).toMatch(/^certainThe padding is OAEP, with SHA-512, MGF1 with SHA-512/);
    expect(await program(page, "Java")).toContain('new OAEPParameterSpec("SHA-512"');
    expect(await textOf(panel(page))).not.toContain("for you alone");
    // Forgetting the key takes the answer away.
    await page.getByRole("tab", { name: "Keys" }).click();
    await page.getByRole("button", { name: "Forget mine" }).click();
    await page.getByRole("button", { name: "Forget for good? mine" }).click();
    await page.getByRole("tab", { name: "Doctor" }).click();
    expect(await panel(page).locator(".verdict-card").count()).toBe(0);
  });

  it("says that two keys are of two pairs, and asks for the password of an encrypted one", async () => {
    const page = await openDoctor("Key pair");
    const encrypted = privateKey.export({ type: "pkcs8", format: "pem", cipher: "aes-256-cbc", passphrase: "sesame" });
    await panel(page)
      .getByLabel("Private key")
      .fill(encrypted as string);
    await panel(page).getByLabel("Public key or certificate").fill(otherSpki);
    await panel(page).getByRole("button", { name: "Examine", exact: true }).click();
    const asked = page.getByRole("dialog", { name: "The private key is encrypted" });
    await asked.getByLabel("password").fill("sesame");
    await asked.getByRole("button", { name: "Open" }).click();
    await panel(page).locator(".verdict-card").waitFor();
    expect(await textOf(panel(page).locator(".verdict-card h2"))).toBe("The keys do not belong together");
    await panel(page).getByLabel("Private key").fill(pkcs8);
    await panel(page).getByLabel("Public key or certificate").fill(spki);
    expect((await examine(page)).title).toBe("The keys belong together");
    // A public key is no private one.
    await panel(page).getByLabel("Private key").fill(spki);
    await panel(page).getByRole("button", { name: "Examine", exact: true }).click();
    await panel(page).getByText("This is a public key; the private key is needed.").waitFor();
  });

  it("recognizes the attack that signs a token with the public key as an HMAC secret", async () => {
    const page = await openDoctor("Token");
    const part = (value: object) => Buffer.from(JSON.stringify(value)).toString("base64url");
    // The name turns the direction of the text after it.
    const signed = `${part({ alg: "HS256", kid: "a\u202eb" })}.${part({ sub: "admin" })}`;
    const mac = createHmac("sha256", spki).update(signed).digest("base64url");
    await panel(page).getByLabel("Key or set of keys").fill(spki);
    await panel(page).getByLabel("Token to examine").fill(`${signed}.${mac}`);
    const { title, findings } = await examine(page);
    expect(title).toBe("Wrong algorithm");
    expect(findings[0]).toBe(
      "certainThe token was signed with the public key as the secret of HMAC: this is the attack.",
    );
    expect(findings.join()).toContain("a\\u{202e}b");
  });

  it.each(["ciphertext", "token", "key"])("refuses too much data at once: %s", async (what) => {
    const page = await openDoctor(what === "ciphertext" ? "Ciphertext" : "Token");
    const [key, data] = [what === "ciphertext" ? pkcs8 : spki, what === "token" ? "x".repeat(1_100_000) : "x"];
    await panel(page).locator("#doctor-key-data-text").fill(key);
    await panel(page).locator("#doctor-data-text").fill(data);
    if (what !== "token") {
      // A file of any length costs nothing as long as nobody reads it.
      await page.evaluate(
        (selector) => {
          const piece = new Blob([new Uint8Array(1 << 24)]);
          const transfer = new DataTransfer();
          transfer.items.add(new File(Array<Blob>(64).fill(piece), "disk.img"));
          const event = new DragEvent("drop", { dataTransfer: transfer, bubbles: true, cancelable: true });
          document.querySelector(selector)?.dispatchEvent(event);
        },
        what === "key" ? "#doctor-key-data-text" : "#doctor-data-text",
      );
      await panel(page).getByText("disk.img").waitFor();
    }
    await panel(page).getByRole("button", { name: "Examine", exact: true }).click();
    await panel(page)
      .getByText(/the doctor reads at most/)
      .waitFor();
  });

  it("stops when it is told to, and hears the click while it examines", async () => {
    const page = await openDoctor("Signature");
    await panel(page).getByLabel("Public key or certificate").fill(spki);
    await panel(page)
      .getByLabel("Signature to examine")
      .fill(sign("sha256", Buffer.from("a"), privateKey).toString("hex"));
    await page.evaluate(() => {
      const transfer = new DataTransfer();
      transfer.items.add(new File([new Uint8Array(1 << 26).fill(97)], "long.txt"));
      const event = new DragEvent("drop", { dataTransfer: transfer, bubbles: true, cancelable: true });
      document.querySelector("#doctor-message-text")?.dispatchEvent(event);
    });
    await panel(page).getByText("long.txt").waitFor();
    await panel(page).getByRole("button", { name: "Examine", exact: true }).click();
    await panel(page).getByRole("button", { name: "Cancel" }).click();
    await panel(page).getByRole("button", { name: "Examine", exact: true }).and(page.locator(":enabled")).waitFor();
    expect(await panel(page).locator(".verdict-card").count()).toBe(0);
  });

  it.each([
    ["light", 1280],
    ["dark", 390],
    ["light", 360],
  ] as const)("has nothing that axe-core finds wrong, %s at %i px", async (colorScheme, width) => {
    const page = await openDoctor("Signature", { colorScheme, viewport: { width, height: 800 } });
    expect(await violations(page)).toEqual([]);
    await panel(page).getByLabel("Public key or certificate").fill(spki);
    await panel(page)
      .getByLabel("Signature to examine")
      .fill(sign("sha256", Buffer.from("a"), privateKey).toString("base64"));
    await panel(page).getByLabel("Signed message").fill("a");
    await examine(page);
    expect(await violations(page)).toEqual([]);
  });
});
