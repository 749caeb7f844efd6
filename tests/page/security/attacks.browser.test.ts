import type { Locator, Page } from "playwright";
import { attacks } from "rsa-variants/security";
import { describe, expect, it } from "vitest";
import { setFields, site, textOf, workerScripts } from "../browser.ts";

/** The card of an attack and its results in a page, or else a new one, with its options open, once it can be run. */
async function cardOf(name: string, given?: Page): Promise<Locator> {
  const page = given ?? (await site.open("security/#attacks"));
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
    const card = await cardOf("small-crt-exponents");
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

  it.each<[name: string, settings: Record<string, string>, figures: RegExp, estimate?: [row: RegExp, text: RegExp]]>([
    [
      "partial-exposure",
      { "Modulus length n": "512", "Known bits": "high" },
      /\d+ bits of each CRT exponent known · \d+ needed/,
    ],
    [
      "meet-in-the-middle",
      { "CRT exponent length w": "20", "Modulus length n": "256" },
      /./,
      [/^160 /, /about 10\d+ years2\d+ bytes$/],
    ],
    [
      "class-group",
      { "Modulus length n": "192" },
      / multipliers? k · .+ products? of forms · k = /,
      [/^2048 3 /, /682 bitsabout 10\d+ years$/],
    ],
    [
      "debian-seed",
      { "Modulus length n": "512", Processor: "little-endian-64", Program: "openssl-seed-file" },
      /candidates tried · process \d+ · amd64 · openssl, with ~\/\.rnd$/,
    ],
  ])("find the key, with figures and estimates: %s", async (name, settings, figures, estimate) => {
    const card = await cardOf(name);
    await setFields(card, settings);
    await run(card);
    expect(await card.locator(".check.holds").count()).toBe(1);
    expect(await textOf(card.locator(".attack-figures"))).toMatch(figures);
    if (estimate === undefined) return;
    await card.locator(".attack-heading", { hasText: "Estimates for real keys" }).waitFor();
    expect(await textOf(card.getByRole("row", { name: estimate[0] }))).toMatch(estimate[1]);
  });

  it.each<[name: string, settings: Record<string, string>, reason: RegExp]>([
    ["small-crt-exponents", { "CRT exponent length w": "260" }, /.+/],
    [
      "partial-exposure",
      { "Modulus length n": "512", "Known bits": "high", "Number of known bits": "8" },
      /8 bits of each .+ needs \d+/,
    ],
  ])("find nothing on a key beyond the line, and say why: %s", async (name, settings, reason) => {
    const card = await cardOf(name);
    await setFields(card, settings);
    await run(card);
    const heading = await textOf(card.locator(".attack-heading").last());
    expect(heading).toMatch(new RegExp(`^Nothing found in .+: ${reason.source}\\.$`));
    expect(await card.locator(".check").count()).toBe(0);
  });

  it("read a message, and show that the check stops a fault", async () => {
    const modulus = await cardOf("common-modulus");
    await run(modulus);
    expect(await textOf(modulus.locator(".check.holds"))).toBe("Checked: the message encrypts to both ciphertexts.");
    const fault = await cardOf("fault", modulus.page());
    await run(fault);
    expect(await textOf(fault.locator(".check.holds"))).toBe("Checked: the product of the factors is the modulus.");
    expect(await textOf(fault.locator(".check").nth(1))).toMatch(
      /^The same fault .+ with the library’s check.+nothing is released/,
    );
  });

  it("say that a wrong signature passes the check of a long e, and what is found of more than two primes", async () => {
    const card = await cardOf("fault");
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

  it("show their stages, are cancelled at once, in the middle of a step, and run again", async () => {
    const card = await cardOf("elliptic-curve");
    const page = card.page();
    // Primes of 100 bits take hours.
    await setFields(card, { "Shape of the key": "one-short-prime", "Length of a prime": "100" });
    await card.getByRole("button", { name: "Run it" }).click();
    await card.locator(".attack-clock", { hasText: /^Attacking/ }).waitFor();
    await card.locator(".attack-steps li[data-state=current]").last().waitFor();
    expect(await card.locator(".phases [data-state=past]").allTextContents()).toEqual(["Loading", "Making a key"]);
    expect(page.workers().length).toBe(1);
    // The click itself ends the worker: nothing is waited for.
    const after = await page.evaluate(() => {
      const form = document.querySelector("#attack-elliptic-curve");
      form?.querySelector<HTMLElement>("button[type=submit]")?.click();
      return form?.querySelector(".attack-clock")?.textContent;
    });
    expect(after).toMatch(/^Canceled after /);
    await expect.poll(() => page.workers().length).toBe(0);
    expect(await card.locator("[data-state=current], .phases").count()).toBe(0);
    await card.getByLabel("Length of a prime").fill("32");
    await run(card);
    expect(await card.locator(".check.holds").count()).toBe(1);
  });

  it("start with options that can be used alone, and say what cannot", async () => {
    const card = await cardOf("small-private-exponent");
    await card.getByLabel("Modulus length n").fill("7");
    expect(await textOf(card.locator(".field-note .problem"))).toContain("128 to 16384");
    await card.locator(".attack-toggle").click();
    await card.getByRole("button", { name: "Run it" }).click();
    expect(await textOf(card.locator(".attack-clock"))).toBe("");
    const focused = () => card.page().evaluate(() => document.activeElement?.id);
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
  const card = await cardOf("small-private-exponent", page);
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
  const card = await cardOf("fault", page);
  await card.getByRole("button", { name: "Run it" }).click();
  expect(await textOf(page.locator(".notice.failure:visible"))).toContain("worker");
  await card.getByRole("button", { name: "Run it again" }).waitFor();
});
