import { readFile } from "node:fs/promises";
import type { Page, Route } from "playwright";
import { describe, expect, it } from "vitest";
import { closePrimesJwk, distances } from "../../library/security/close-primes.ts";
import { makePair } from "../../random.ts";
import { site, textOf, workerScripts } from "../browser.ts";

async function rsaKey(modulusLength: number, cipher?: { cipher: string; passphrase: string }) {
  const { privateKey, publicKey } = await makePair(modulusLength);
  return {
    privatePem: String(privateKey.export({ type: "pkcs8", format: "pem", ...cipher })),
    publicPem: String(publicKey.export({ type: "spki", format: "pem" })),
  };
}

const [sound, short, locked] = [
  await rsaKey(2048),
  await rsaKey(512),
  await rsaKey(1024, { cipher: "aes-256-cbc", passphrase: "correct horse" }),
];
const file = (name: string, text: string) => ({ name, mimeType: "text/plain", buffer: Buffer.from(text) });

async function answered(page: Page): Promise<string> {
  const reports = page.locator(".key-reports:not(.is-earlier)");
  await reports.waitFor();
  return textOf(reports);
}

/** Pastes a text, has it checked, and gives the answer. */
async function checked(page: Page, text: string): Promise<string> {
  await page.getByLabel("Your keys or certificates").fill(text);
  await page.getByRole("button", { name: "Check", exact: true }).click();
  return answered(page);
}

async function choose(page: Page, ...files: ReturnType<typeof file>[]): Promise<string> {
  await page.locator("#key-files").setInputFiles(files);
  return answered(page);
}

/** Drops files on the page. */
async function drop(page: Page, files: Readonly<Record<string, string>>): Promise<void> {
  await page.evaluate((contents) => {
    const dataTransfer = new DataTransfer();
    for (const [name, text] of Object.entries(contents)) dataTransfer.items.add(new File([text], name));
    const where = document.querySelector("#map-title");
    for (const type of ["dragenter", "dragover", "drop"]) {
      where?.dispatchEvent(new DragEvent(type, { bubbles: true, cancelable: true, dataTransfer }));
    }
  }, files);
}

describe("a pasted key", () => {
  it("of ordinary make has a report with what to do, standards, readers and fingerprint", async () => {
    const page = await site.open("security/");
    const answer = await checked(page, sound.privatePem);
    expect(answer).toMatch(
      /^1 key: \d+ known defects looked for, none found\..*Pasted keyPrivate key, 2048 bits.*cannot see/,
    );
    expect(answer).toMatch(
      /What to doNothing.*StandardsFIPS.* allow such keys.*Works withAll software\.Fingerprint(?:[0-9a-f]{4} ){16}Copy/,
    );
    expect(answer).not.toContain("How sure");
    expect(await checked(page, sound.publicPem)).toMatch(/Public key, 2048 bits.*How sureA public key hides/);
  });

  it("that is broken is explained without formulas, which follow folded", async () => {
    const page = await site.open("security/");
    await page.getByRole("button", { name: "Try a broken one" }).click();
    expect(await answered(page)).toMatch(
      /Broken here.*too close to each other.*Anyone with a laptop.*Stop using this key/,
    );
    expect(await page.getByRole("link", { name: "Make one" }).getAttribute("href")).toBe("../workbench/#make");
    const finding = page.locator('.key-findings [data-code="close-primes"]');
    expect(await finding.isVisible()).toBe(false);
    await page.getByText("Technical details").click();
    expect(await textOf(finding)).toContain("Fermat");
    // Nothing else in the report may contradict what to do.
    const report = await textOf(page.locator(".report"));
    expect(report).toContain("A 3072-bit key with two primes is safe");
    expect(report).not.toMatch(/instead of|Works with/);
    expect(report).not.toContain("^"); // exponents are raised
  });

  it("is judged although it is refused for use", async () => {
    const page = await site.open("security/");
    expect(await checked(page, JSON.stringify(closePrimesJwk(distances.near)))).toMatch(
      /Broken in practice.*Private key/,
    );
  });

  it("keeps the earlier report below its own, and marks it", async () => {
    const page = await site.open("security/");
    await checked(page, short.publicPem);
    expect(await checked(page, sound.publicPem)).toMatch(/^1 key: \d+ known defects looked for, none found\./);
    const summaries = page.locator(".key-reports h2");
    await expect
      .poll(async () => (await summaries.allTextContents()).map((text) => text.trim()))
      .toEqual([
        expect.stringMatching(/^1 key: \d+ known defects looked for, none found\.$/),
        "Earlier check 1 key: broken.",
      ]);
    // The same key again takes the place of its report.
    expect(await checked(page, short.publicPem)).toMatch(/^1 key: broken\./);
    expect(await page.locator(".report").count()).toBe(2);
    await page.getByRole("button", { name: "Clear", exact: true }).nth(1).click();
    expect(await page.locator(".report").count()).toBe(1);
    await checked(page, sound.publicPem);
    await page.getByRole("button", { name: "Clear all" }).click();
    expect(await page.locator(".report").count()).toBe(0);
    expect(await page.getByLabel("Your keys or certificates").inputValue()).toBe("");
  });

  it("has no verdict of another key as its own", async () => {
    const page = await site.open("security/");
    await checked(page, short.publicPem);
    await page.getByLabel("Your keys or certificates").fill("another");
    expect(await page.locator(".key-reports:not(.is-earlier)").count()).toBe(0);
    await page.getByRole("button", { name: "Clear" }).click();
    // Nor one whose check was under way: its worker starts only after the next check has ended.
    const held: Route[] = [];
    await page.route(workerScripts, (route) => void held.push(route));
    await page.getByLabel("Your keys or certificates").fill(short.publicPem);
    await page.getByRole("button", { name: "Check", exact: true }).click();
    await expect.poll(() => held.length).toBe(1);
    expect(await checked(page, "no key at all")).toContain("This doesn't look like a key.");
    await held[0]?.continue();
    await expect.poll(() => page.workers().length).toBe(0);
    expect(await textOf(page.locator(".key-reports"))).not.toContain("Broken");
  });
});

it("an empty field says what to do, without a word on limits", async () => {
  const page = await site.open("security/");
  await page.getByRole("button", { name: "Check", exact: true }).click();
  expect(await textOf(page.getByRole("alert").filter({ hasText: "Paste" }))).toBe("Paste a key, or drop a file.");
});

describe("several keys", () => {
  it("are counted and shown worst first, and one that cannot be read does not hide them", async () => {
    const page = await site.open("security/");
    const answer = await choose(
      page,
      file("server.pem", sound.publicPem),
      file("notes.txt", "no key at all"),
      file("bundle.pem", sound.privatePem + short.publicPem),
      file("empty.pem", ""),
    );
    expect(answer).toMatch(/^3 keys: 1 broken, 2 without a known defect\. 2 could not be read\./);
    // On a phone the summary takes two lines, and Clear stays beside it.
    await page.setViewportSize({ width: 390, height: 844 });
    const [summary, clear] = await Promise.all(
      [page.locator(".reports-head h2"), page.getByRole("button", { name: "Clear" })].map((each) => each.boundingBox()),
    );
    expect(clear?.y).toBeLessThan((summary?.y ?? 0) + (summary?.height ?? 0) / 2);
    expect(await page.locator(".report h3").allTextContents()).toEqual([
      "bundle.pem: key 2",
      "server.pem",
      "bundle.pem: key 1",
    ]);
    expect(await page.locator(".left-out li").allTextContents()).toEqual([
      expect.stringMatching(
        /^notes.txt This doesn't look like a key\. Paste the whole key file, .*pass the content of the key file/,
      ),
      "empty.pem It is empty.",
    ]);
    await page.getByRole("button", { name: "Clear" }).click();
    expect(await page.locator(".key-reports").count()).toBe(0);
  });

  it("can be dropped anywhere, and are compared with each other", async () => {
    const page = await site.open("security/");
    const jwk = JSON.parse(JSON.stringify(closePrimesJwk(distances.near)));
    const one = { kty: "RSA", n: jwk.n, e: "AQAB" };
    await drop(page, { "a.jwk": JSON.stringify(one), "b.jwk": JSON.stringify({ ...one, e: "EQ" }) });
    expect(await answered(page)).toContain("Another of these keys has the same modulus.");
  });

  it("of a set are folded but for the worst, and the check can be stopped", async () => {
    const page = await site.open("security/");
    const pairs = await Promise.all([2048, 2048, 512, 2048].map(makePair));
    const keys = pairs.map(({ publicKey }, index) => ({ ...publicKey.export({ format: "jwk" }), kid: `k${index}` }));
    const set = file("jwks.json", JSON.stringify({ keys }));
    await page.locator("#key-files").setInputFiles([set]);
    await page
      .getByText(/^Checking \d of 4 keys/)
      .first()
      .waitFor();
    await page.getByRole("button", { name: "Stop" }).click();
    expect(await page.locator(".key-progress, .key-reports").count()).toBe(0);
    await choose(page, set);
    const reports = page.locator(".report");
    expect(await textOf(reports.first().locator("h3"))).toBe("jwks.json: k2");
    expect(await reports.evaluateAll((all) => all.map((each) => each.hasAttribute("open")))).toEqual([
      true,
      false,
      false,
      false,
    ]);
  });

  it("that are locked open with a passphrase", async () => {
    const page = await site.open("security/");
    expect(await choose(page, file("locked.pem", locked.privatePem))).toContain("It is locked with a passphrase.");
    await page.getByLabel("Passphrase").fill("wrong");
    await page.getByRole("button", { name: "Open and check" }).click();
    await page.getByText("The passphrase does not open it.").waitFor();
    await page.getByLabel("Passphrase").fill("correct horse");
    await page.getByRole("button", { name: "Open and check" }).click();
    await page.locator(".report", { hasText: "Private key, 1024 bits" }).waitFor();
  });

  it("that are in PKCS #12 are opened together, and have their names", async () => {
    const page = await site.open("security/");
    const store = await readFile(new URL("../../../crates/rsa/tests/keys/pkcs12-java.pem", import.meta.url), "utf8");
    expect(await choose(page, file("store.p12", store))).toContain("It is locked with a passphrase.");
    await page.getByLabel("Passphrase").fill("secret");
    await page.getByRole("button", { name: "Open and check" }).click();
    for (const name of ["one", "two"]) await page.locator(".report", { hasText: `store.p12: ${name}` }).waitFor();
    expect(await page.locator(".report").count()).toBe(2);
  });
});

it("the page says that workers are blocked when a key is checked", async () => {
  const page = await site.open("security/");
  await page.route(workerScripts, (route) => route.abort());
  await page.getByLabel("Your keys or certificates").fill(short.publicPem);
  await page.getByRole("button", { name: "Check", exact: true }).click();
  await page.getByRole("alert").filter({ hasText: "The browser did not start the worker that checks keys" }).waitFor();
});
