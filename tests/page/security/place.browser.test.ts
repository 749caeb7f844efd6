import type { Page } from "playwright";
import { describe, expect, it } from "vitest";
import { layoutShift, site, textOf, webAssembly } from "../browser.ts";

/** The verdict, once there is one. */
function verdictOf(page: Page): Promise<string> {
  return textOf(page.locator(".verdict-word"));
}

/** Chooses an example by its address. */
async function choose(page: Page, address: string): Promise<void> {
  await page.getByLabel("example", { exact: true }).selectOption(`variant=${address}`);
}

/** An example of each verdict; params.test.ts has the verdicts of all. */
const examples = [
  ["crt&n=3072", "Good"],
  ["multi-prime&n=2048&r=3", "Acceptable"],
  ["multi-power&n=2048&r=3", "Weak"],
  ["rebalanced&n=2048&w=160", "Broken in theory"],
  ["scheme-b&n=1024&w=198", "Broken here"],
] as const;

describe("the place Security", () => {
  it.each([
    ["variant=crt&n=99", "variant=crt&n=3072", "512 to 8192"],
    ["variant=crt&n=abc", "variant=crt&n=3072", "n = abc"],
    ["variant=zzz", "variant=rebalanced&n=3072&w=448", "Unknown variant"],
    ["variant=rebalanced&n=2048&w=99999", "variant=rebalanced&n=2048&w=448", "w = 99999"],
  ])("says what of the address ?%s it replaced, and has what it shows there", async (asked, shown, notice) => {
    const page = await site.open(`security/?${asked}`);
    await page.locator(".notice li", { hasText: notice }).waitFor();
    expect(new URL(page.url()).search).toBe(`?${shown}`);
    // What nobody chose is safe: it must not look like the answer on a key.
    expect(["Acceptable", "Good"]).toContain(await verdictOf(page));
  });

  it("has the verdict of the example that is chosen", async () => {
    const page = await site.open("security/");
    const menu = page.getByLabel("example", { exact: true });
    for (const [address, verdict] of examples) {
      await choose(page, address);
      await page.locator(".verdict-word").getByText(verdict, { exact: true }).waitFor();
      expect(await menu.inputValue()).toBe(`variant=${address}`);
      expect(await page.locator(".is-decisive").count()).toBe(1);
    }
    await page.getByRole("spinbutton", { name: "n modulus" }).fill("1056");
    expect(await textOf(menu.locator("option:checked"))).toBe("Your own choice");
  });

  it("does not move what is seen when the verdict comes", async () => {
    for (const viewport of [
      { width: 1280, height: 900 },
      { width: 1920, height: 1080 },
      { width: 360, height: 740 },
    ]) {
      const page = await site.open("security/", { viewport });
      await page.locator(".map-drawing").waitFor();
      expect(await layoutShift(page), `${viewport.width} pixels`).toBeLessThan(0.05);
    }
  });

  it("tells what is broken in theory from what is broken here, and does not contradict itself", async () => {
    const page = await site.open("security/?variant=rebalanced&n=2048&w=160");
    expect(await verdictOf(page)).toBe("Broken in theory");
    expect(await textOf(page.locator(".verdict-meaning"))).toContain(
      "Nobody is known to have broken a key of this size",
    );
    expect(await textOf(page.locator(".finding-strength").first())).toBe("essentially no work, in theory, estimate");
    await page.goto(`${site.address}security/?variant=scheme-b&n=1024&w=198`);
    expect(await verdictOf(page)).toBe("Broken here");
    expect(await textOf(page.locator(".verdict-meaning"))).toContain("within minutes");
    expect(await textOf(page.locator(".finding-strength").first())).toBe("0 bits, exact");
    expect(await textOf(page.locator(".finding-strength").nth(1))).toBe("essentially no work, in theory, estimate");
    await page.goto(`${site.address}security/?variant=crt&n=768`);
    expect(await verdictOf(page)).toBe("Broken in practice");
  });

  it("leads back by Back from choice to choice, and from another place to the last", async () => {
    const page = await site.open("security/?variant=crt&n=2048");
    await page.locator(".verdict-word").waitFor();
    await choose(page, "multi-power&n=2048&r=3");
    await choose(page, "scheme-b&n=1024&w=198");
    await page.goBack();
    expect(await page.getByLabel("variant", { exact: true }).inputValue()).toBe("multi-power");
    await page.locator(".verdict-word", { hasText: "Weak" }).waitFor();
    await page.getByRole("spinbutton", { name: "n modulus" }).fill("1600");
    await page.waitForURL(/variant=multi-power&n=1600/);
    await page.getByRole("link", { name: "Compare" }).click();
    await page.waitForURL((url) => !url.pathname.includes("security"));
    await page.goBack();
    expect(await page.getByRole("spinbutton", { name: "n modulus" }).inputValue()).toBe("1600");
    await page.goBack();
    await page.waitForURL(/variant=crt&n=2048$/);
    await page.locator(".verdict-word", { hasText: "Acceptable" }).waitFor();
  });

  it("dims what belongs to the choice before, while a field cannot be used", async () => {
    const page = await site.open("security/?variant=crt&n=2048");
    await page.locator(".finding").first().waitFor();
    const n = page.getByRole("spinbutton", { name: "n modulus" });
    await n.fill("99999");
    expect(await page.locator(".is-stale[inert]").count()).toBe(1);
    await page.getByRole("status").filter({ hasText: "Fix the highlighted fields first." }).waitFor();
    await n.fill("3072");
    expect(await page.locator(".is-stale").count()).toBe(0);
  });

  it("says why, what to change, and changes it", async () => {
    const page = await site.open("security/?variant=rebalanced&n=2048&w=160");
    expect(await verdictOf(page)).toBe("Broken in theory");
    expect(await textOf(page.locator(".judgment"))).toMatch(/w = 160 is below 0\.122·n = 250.+Takayasu, Lu, Peng 2019/);
    await page.getByRole("button", { name: "Apply" }).click();
    expect(await verdictOf(page)).toBe("Acceptable");
    // The button is gone: the focus goes to the verdict, not to the top of the page.
    expect(await page.evaluate(() => document.activeElement?.className)).toBe("card judgment");
    await page.waitForURL(/variant=rebalanced&n=2048&w=320$/);
    await page.goBack();
    expect(await page.getByRole("spinbutton", { name: "w CRT exponents" }).inputValue()).toBe("160");
    expect(await verdictOf(page)).toBe("Broken in theory");
  });

  it("tells the range of an estimate, the standards' answer, and the limits on r", async () => {
    const page = await site.open("security/?variant=multi-power&n=2048&r=3");
    expect(await textOf(page.locator(".is-decisive"))).toContain("88 to 104 bits");
    expect(await textOf(page.locator(".standards"))).toContain("p2·q");
    await page.getByText("How many primes are safe?").click();
    await page.getByRole("row", { name: /Hinek 2006.+ 3$/ }).waitFor();
    await page.getByRole("row", { name: /^Still acceptable: today’s formulas 3$/ }).waitFor();
  });

  it("takes numbers, and says below the field what is refused", async () => {
    const page = await site.open("security/?variant=r-prime&n=2048&r=3&w=224");
    expect(await verdictOf(page)).toBe("Acceptable");
    const w = page.getByRole("spinbutton", { name: "w CRT exponents" });
    await w.fill("160");
    await page.locator(".verdict-word", { hasText: "Weak" }).waitFor();
    await w.fill("240");
    await page.locator(".verdict-word", { hasText: "Acceptable" }).waitFor();
    await page.waitForURL(/w=240$/);
    await w.fill("900");
    expect(await textOf(page.locator(".field-crtExponentLength .field-note"))).toMatch(/^w is 900 bits, but must be/);
    expect(await textOf(page.locator(".judgment"))).toContain("Such keys do not exist");
    await w.fill("9999");
    expect(await textOf(page.locator(".field-crtExponentLength .field-note"))).toContain("16 to 4096");
    await page.getByLabel("variant", { exact: true }).selectOption("crt");
    expect(await page.locator(".field-crtExponentLength").count()).toBe(0);
    expect(await verdictOf(page)).toBe("Acceptable");
  });

  it("judges a key from elsewhere by the length of its e", async () => {
    const page = await site.open("security/?variant=rebalanced&n=2048&w=320");
    await page.getByRole("spinbutton", { name: "|e| public exponent" }).fill("1024");
    await page.locator(".verdict-word", { hasText: "Broken" }).waitFor();
    await page.waitForURL(/e-length=1024$/);
  });
});

describe("the map", () => {
  it("shows a cell's verdict where it is pointed at, and a click takes its parameters", async () => {
    const page = await site.open("security/?variant=rebalanced&n=2048&w=160");
    const drawing = page.locator(".map-drawing");
    const { width, height } = (await drawing.boundingBox()) ?? expect.fail("no map");
    // Right and high: long moduli, long exponents.
    await drawing.hover({ position: { x: width - 5, y: 5 } });
    expect(await textOf(page.locator(".map-readout"))).toMatch(/^Rebalanced, n\u00a04096, w\u00a0640: Acceptable/);
    await drawing.click({ position: { x: width - 5, y: 5 } });
    await page.waitForURL(/n=4096&w=640$/);
    expect(await verdictOf(page)).toBe("Acceptable");
    await drawing.hover({ position: { x: width - 5, y: height - 5 } });
    expect(await textOf(page.locator(".map-readout"))).toMatch(/w\u00a032: Broken/);
  });

  it("is gone over by keyboard", async () => {
    const page = await site.open("security/?variant=rebalanced&n=2048&w=160");
    await page.locator(".map-drawing").waitFor();
    await page.getByRole("group", { name: /^Map of verdicts/ }).focus();
    await page.keyboard.press("ArrowUp");
    await page.keyboard.press("ArrowRight");
    expect(await textOf(page.locator(".map-readout"))).toContain("n\u00a02176, w\u00a0192: Broken");
    await page.keyboard.press("Enter");
    await page.waitForURL(/n=2176&w=192$/);
  });

  it("with a finger shows first, and a button takes", async () => {
    const page = await site.open("security/?variant=multi-prime&n=2048&r=3", {
      viewport: { width: 360, height: 740 },
      hasTouch: true,
      isMobile: true,
    });
    const drawing = page.locator(".map-drawing");
    const { width } = (await drawing.boundingBox()) ?? expect.fail("no map");
    await drawing.tap({ position: { x: width - 4, y: 10 } });
    expect(await textOf(page.locator(".map-readout"))).toContain("n\u00a04096, r\u00a08: Weak");
    expect(page.url()).toMatch(/n=2048&r=3$/);
    await page.getByRole("button", { name: "Use these parameters" }).tap();
    await page.waitForURL(/n=4096&r=8$/);
  });

  it("knows a finger in browsers whose clicks do not tell", async () => {
    const page = await site.open("security/?variant=multi-prime&n=2048&r=3");
    const drawing = page.locator(".map-drawing");
    const { x, y, width } = (await drawing.boundingBox()) ?? expect.fail("no map");
    const place = { clientX: x + width - 4, clientY: y + 10 };
    await drawing.dispatchEvent("pointerdown", { ...place, pointerType: "touch" });
    await drawing.dispatchEvent("click", place); // a MouseEvent
    await page.getByRole("button", { name: "Use these parameters" }).waitFor();
    expect(page.url()).toMatch(/n=2048&r=3$/);
  });

  it("stands beside a table of the same", async () => {
    const page = await site.open("security/?variant=multi-prime&n=2048&r=3");
    await page.getByText("The map as a table").click();
    const row = page.getByRole("row", { name: /^r 4 / });
    // Verdicts arrive row by row.
    await expect.poll(async () => (await row.locator("td").allTextContents())[12]).toBe("Weak"); // n 2048
  });
});

describe("the site", () => {
  it("says what is missing where WebAssembly is blocked", async () => {
    const page = await site.open("security/");
    await page.route(webAssembly, (route) => route.abort());
    await page.reload();
    expect(await textOf(page.locator(".notice.failure:visible"))).toMatch(
      /allows it.*check your connection and reload the page\./s,
    );
    expect(await textOf(page.locator(".judgment"))).toContain("No verdict");
  });
});
