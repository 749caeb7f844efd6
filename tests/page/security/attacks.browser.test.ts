import type { Locator, Page } from "playwright";
import { attacks } from "rsa-variants/security";
import { describe, expect, it } from "vitest";
import { site, textOf, workerScripts } from "../browser.ts";

/** The card of an attack and its results, with its options open, once it can be run. */
async function cardOf(page: Page, name: string): Promise<Locator> {
  const card = page.locator(`article:has(> #attack-${name})`);
  await card.locator("button[type=submit]:enabled").waitFor();
  await openOptions(card);
  return card;
}

/** Unfolds the options of an attack. */
async function openOptions(card: Locator): Promise<void> {
  for (const toggle of await card.locator(".attack-toggle[aria-expanded=false]").all()) await toggle.click();
}

async function run(card: Locator): Promise<void> {
  await card.getByRole("button", { name: "Run it" }).click();
  await card.locator(".attack-clock", { hasText: /^(Done|Failed)/ }).waitFor();
}

describe("the attacks", () => {
  it("are a line each, which unfolds to what the attack breaks, what helps, and who found it", async () => {
    const page = await site.open("security/#attacks");
    const cards = page.locator(".attack");
    await cards.first().waitFor();
    for (const card of await cards.all()) expect((await card.boundingBox())?.height).toBeLessThan(64);
    expect(await cards.count()).toBe(attacks.length);
    expect(await page.locator(".attack-room h3").count()).toBe(4);
    for (const card of await cards.all()) {
      await openOptions(card);
      expect((await textOf(card.locator(".attack-idea"))).length).toBeGreaterThan(30);
      expect(await card.locator("dt").allTextContents()).toEqual([...["Breaks", "Needs", "Cost", "Defense", "Paper"]]);
      for (const text of await card.locator("dd").allTextContents()) expect(text.length).toBeGreaterThan(8);
      expect(await card.locator("dd a").getAttribute("href")).toMatch(/^\.\.\/papers\/#.+-\d{4}$/);
    }
  });

  it("are a link away from the verdict that rests on them", async () => {
    const page = await site.open("security/?variant=scheme-b&n=1024&w=198");
    const link = page.locator(".is-decisive").getByRole("link", { name: "Run it" });
    expect(await page.locator(".attack").count()).toBe(0); // not loaded yet
    await link.click();
    await page.waitForURL(/variant=scheme-b&n=1024&w=198#attack-small-crt-exponents$/);
    const card = page.locator("#attack-small-crt-exponents");
    await card.waitFor();
    await expect.poll(async () => (await card.boundingBox())?.y).toBeLessThan(100);
    expect(await textOf(page.locator(".verdict-word"))).toBe("Broken here");
    // What is chosen then keeps the place, and going back leads to the choice before.
    await page.getByLabel("example", { exact: true }).selectOption("variant=crt&n=2048");
    await page.waitForURL(/variant=crt&n=2048#attack-small-crt-exponents$/);
    await page.goBack();
    await page.locator(".verdict-word", { hasText: "Broken" }).waitFor();
  });

  it("find the primes of a fresh Scheme B key, and the page checks them", async () => {
    const page = await site.open("security/#attacks");
    const card = await cardOf(page, "small-crt-exponents");
    await run(card);
    expect(await textOf(card.locator(".check.holds"))).toMatch(/^Checked: the product of the primes is the modulus/);
    expect(await textOf(card.locator(".attack-note").first())).toContain("Scheme B, n\u00a01024, w\u00a0198");
    expect(await textOf(card.locator(".attack-figures"))).toMatch(/ · [\d,]+ lattice swaps$/);
    // One time for one run.
    const headline = await textOf(card.locator(".attack-headline"));
    expect(headline).toMatch(/^Broken in \d.* m?s$/);
    expect(await textOf(card.locator(".attack-clock"))).toBe("Done.");
    const look = card.locator(".check");
    expect(await look.evaluate((check) => getComputedStyle(check).fontWeight)).toBe("400");
    expect(await card.locator(".attack-steps li").count()).toBeGreaterThan(0);
    expect(await card.locator(".step-count", { hasText: " of " }).count()).toBe(0);
    // Another key, another N.
    const first = await textOf(card.locator(".attack-numbers dd").first());
    await run(card);
    expect(await textOf(card.locator(".attack-numbers dd").first())).not.toBe(first);
  });

  it("find nothing on a key beyond the line, and say why", async () => {
    const page = await site.open("security/#attacks");
    const card = await cardOf(page, "small-crt-exponents");
    await card.getByLabel("CRT exponent length w").fill("260");
    await run(card);
    expect(await textOf(card.locator(".attack-heading").last())).toMatch(/^Nothing found in .+: .+\.$/);
    expect(await card.locator(".check").count()).toBe(0);
  });

  it("show the bits that are known, and the key that follows from them", async () => {
    const page = await site.open("security/#attacks");
    const card = await cardOf(page, "partial-exposure");
    await card.getByLabel("Modulus length n").fill("512");
    await card.getByLabel("Known bits", { exact: true }).selectOption("high");
    await run(card);
    expect(await textOf(card.locator(".check.holds"))).toMatch(/^Checked: the product of the primes is the modulus/);
    expect(await textOf(card.locator(".attack-figures"))).toMatch(/\d+ bits of each CRT exponent known · \d+ needed/);
    await card.getByLabel("Number of known bits").fill("8");
    await run(card);
    expect(await textOf(card.locator(".attack-heading").last())).toMatch(
      /^Nothing found in .+: 8 bits of each .+ needs \d+\.$/,
    );
  });

  it("read a message, and show that the check stops a fault", async () => {
    const page = await site.open("security/#attacks");
    const modulus = await cardOf(page, "common-modulus");
    await run(modulus);
    expect(await textOf(modulus.locator(".check.holds"))).toBe("Checked: the message encrypts to both ciphertexts.");
    const fault = await cardOf(page, "fault");
    await run(fault);
    expect(await textOf(fault.locator(".check.holds"))).toBe("Checked: the product of the factors is the modulus.");
    expect(await textOf(fault.locator(".check").nth(1))).toMatch(
      /^The same fault .+ with the library’s check.+nothing is released/,
    );
  });

  it("say that a wrong signature passes the check of a long e, and what is found of more than two primes", async () => {
    const page = await site.open("security/#attacks");
    const card = await cardOf(page, "fault");
    await card.getByLabel("Modulus length n").fill("512");
    await card.getByLabel("Variant").selectOption("rebalanced");
    await run(card);
    expect(await textOf(card.locator(".check").nth(1))).toMatch(
      /the wrong signature is released and reveals .+ does not see a dp that was wrong.+Import keys with checks/,
    );
    await card.getByLabel("Variant").selectOption("multi-prime");
    await run(card);
    await card.getByText("Found: two factors of N").waitFor();
    expect(await textOf(card.locator(".check.holds"))).toBe("Checked: the product of the factors is the modulus.");
  });

  it("extrapolate to the sizes in use, as an estimate", async () => {
    const page = await site.open("security/#attacks");
    const card = await cardOf(page, "meet-in-the-middle");
    await card.getByLabel("CRT exponent length w").fill("20");
    await card.getByLabel("Modulus length n").fill("256");
    await run(card);
    expect(await card.locator(".check.holds").count()).toBe(1);
    await card.locator(".attack-heading", { hasText: "Estimates for real keys" }).waitFor();
    expect(await textOf(card.getByRole("row", { name: /^160 / }))).toMatch(/about 10\d+ years2\d+ bytes$/);
  });

  it("show the square that class groups find, and what longer keys would take", async () => {
    const page = await site.open("security/#attacks");
    const card = await cardOf(page, "class-group");
    await card.getByLabel("Modulus length n").fill("192");
    await run(card);
    expect(await textOf(card.locator(".check.holds"))).toMatch(/^Checked: the product of the primes is the modulus/);
    expect(await textOf(card.locator(".attack-figures"))).toMatch(/ multipliers? k · .+ products? of forms · k = /);
    expect(await textOf(card.getByRole("row", { name: /^2048 3 / }))).toMatch(/682 bitsabout 10\d+ years$/);
  });

  it("find the process of Debian's OpenSSL", async () => {
    const page = await site.open("security/#attacks");
    const card = await cardOf(page, "debian-seed");
    await card.getByLabel("Modulus length n").fill("512");
    await card.getByLabel("Processor").selectOption("little-endian-64");
    await card.getByLabel("Program").selectOption("openssl-seed-file");
    await run(card);
    expect(await textOf(card.locator(".attack-figures"))).toMatch(
      /candidates tried · process \d+ · amd64 · openssl, with ~\/\.rnd$/,
    );
    expect(await textOf(card.locator(".check.holds"))).toMatch(/^Checked: the product of the primes is the modulus/);
  });

  it("are cancelled at once, in the middle of a step, and run again", async () => {
    const page = await site.open("security/#attacks");
    const card = await cardOf(page, "elliptic-curve");
    // Primes of 100 bits take hours.
    await card.getByLabel("Shape of the key").selectOption("one-short-prime");
    await card.getByLabel("Length of a prime").fill("100");
    await card.getByRole("button", { name: "Run it" }).click();
    await card.locator(".attack-clock", { hasText: /^Attacking/ }).waitFor();
    await card.locator(".attack-steps li[data-state=current]").last().waitFor();
    expect(page.workers().length).toBe(1);
    // The click itself ends the worker: nothing is waited for.
    const after = await page.evaluate(() => {
      const form = document.querySelector("#attack-elliptic-curve");
      form?.querySelector<HTMLElement>("button[type=submit]")?.click();
      return form?.querySelector(".attack-clock")?.textContent;
    });
    expect(after).toMatch(/^Canceled after /);
    await expect.poll(() => page.workers().length).toBe(0);
    expect(await card.locator("[data-state=current]").count()).toBe(0);
    await card.getByLabel("Length of a prime").fill("32");
    await run(card);
    expect(await card.locator(".check.holds").count()).toBe(1);
  });

  it("show the stages on the way", async () => {
    const page = await site.open("security/#attacks");
    const slow = await cardOf(page, "elliptic-curve");
    await slow.getByLabel("Shape of the key").selectOption("one-short-prime");
    await slow.getByLabel("Length of a prime").fill("100");
    await slow.getByRole("button", { name: "Run it" }).click();
    await slow.locator(".phases [data-state=current]", { hasText: "Attacking" }).waitFor();
    expect(await slow.locator(".phases [data-state=past]").allTextContents()).toEqual(["Loading", "Making a key"]);
    await slow.getByRole("button", { name: "Cancel" }).click();
    await slow.locator(".phases").waitFor({ state: "detached" });
  });

  it("start with options that can be used alone, and say what cannot", async () => {
    const page = await site.open("security/#attacks");
    const card = await cardOf(page, "small-private-exponent");
    await card.getByLabel("Modulus length n").fill("7");
    expect(await textOf(card.locator(".field-note .problem"))).toContain("128 to 16384");
    await card.locator(".attack-toggle").click();
    await card.getByRole("button", { name: "Run it" }).click();
    expect(await textOf(card.locator(".attack-clock"))).toBe("");
    const focused = () => page.evaluate(() => document.activeElement?.id);
    await expect.poll(focused).toBe("small-private-exponent-modulusLength");
    // What goes together is the library's to judge.
    await card.getByLabel("Modulus length n").fill("256");
    await card.getByLabel("Length of the short exponent").fill("200");
    await run(card);
    expect(await textOf(card.locator(".problem").last())).toMatch(/200/);
  });
});

it("what was run is there after Back, a way to another place and a reload", async () => {
  const page = await site.open("security/?variant=crt&n=2048#attacks");
  const card = await cardOf(page, "small-private-exponent");
  await card.getByLabel("Modulus length n").fill("512");
  await run(card);
  const modulus = await textOf(card.locator(".attack-numbers dd").first());
  await page.getByLabel("variant", { exact: true }).selectOption("batch");
  await page.goBack();
  expect(await textOf(card.locator(".attack-numbers dd").first())).toBe(modulus);
  await page.getByRole("link", { name: "Compare" }).click();
  await page.waitForURL((url) => !url.pathname.includes("security"));
  await page.goBack();
  for (const way of ["back", "reload"]) {
    expect(await textOf(card.locator(".attack-numbers dd").first()), way).toBe(modulus);
    expect(await textOf(card.locator(".check.holds"))).toMatch(/^Checked: the product of the primes is the modulus/);
    expect(await card.getByLabel("Modulus length n").inputValue()).toBe("512");
    await page.reload();
  }
});

it.each([360, 480, 700, 1280])("the controls of the attacks at %i pixels stand beside each other", async (width) => {
  const page = await site.open("security/#attacks", { viewport: { width, height: 740 } });
  await page.locator(".attack").first().waitFor();
  for (const card of await page.locator(".attack").all()) {
    await openOptions(card);
    const boxes = await card
      .locator("input, select, button")
      .evaluateAll((controls) => controls.map((control) => control.getBoundingClientRect().toJSON() as DOMRect));
    const inner = (await card.boundingBox()) ?? expect.fail("no card");
    for (const [index, box] of boxes.entries()) {
      expect(box.right).toBeLessThanOrEqual(inner.x + inner.width);
      for (const other of boxes.slice(index + 1)) {
        const isApart =
          other.left >= box.right || other.right <= box.left || other.top >= box.bottom || other.bottom <= box.top;
        expect(isApart, (await card.getAttribute("id")) ?? "").toBe(true);
      }
    }
  }
});

it("the page says that workers are blocked when an attack is started", async () => {
  const page = await site.open("security/#attacks");
  await page.route(workerScripts, (route) => route.abort());
  const card = await cardOf(page, "fault");
  await card.getByRole("button", { name: "Run it" }).click();
  expect(await textOf(page.locator(".notice.failure:visible"))).toContain("worker");
  await card.getByRole("button", { name: "Run it again" }).waitFor();
});
