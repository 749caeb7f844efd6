import { publications, systemsNotIncluded } from "@rsa-variants/page/references/publications.ts";
import { corrections } from "rsa-variants/theory";
import { describe, expect, it } from "vitest";
import { violations } from "../accessibility.ts";
import { site, textOf, watchLoads } from "../browser.ts";

describe.each(["light", "dark"] as const)("in %s", (colorScheme) => {
  it("the place has no violation", async () => {
    const page = await site.open("references/#wiener-1990", { colorScheme });
    await page.locator("#wiener-1990:target").waitFor();
    expect(await violations(page)).toEqual([]);
  });
});

describe("on a phone", () => {
  it("the place has no violation", async () => {
    const page = await site.open("references/", { viewport: { width: 360, height: 740 } });
    await page.locator("#corrections").waitFor();
    expect(await violations(page)).toEqual([]);
  });
});

describe("the place", () => {
  it("is reached by keyboard, and so are its tables", async () => {
    const page = await site.open("references/");
    await page.locator("#corrections").waitFor();
    await page.keyboard.press("Tab");
    expect(await page.evaluate(() => document.activeElement?.textContent)).toBe("Skip to the content");
    await page.getByRole("link", { name: "Published figures", exact: true }).focus();
    await page.keyboard.press("Enter");
    const box = page.getByRole("region", { name: "Figures of Hansen, Larsen, Olsen 2009" });
    for (let presses = 0; presses < 4; presses++) {
      await page.keyboard.press("Tab");
      if (await box.evaluate((element) => element === document.activeElement)) return;
    }
    expect.unreachable("four presses of Tab from the heading do not reach the first table");
  });

  it("scrolls to the publication of its address, and to another when that changes", async () => {
    const page = await site.open("references/#yen-joye-2000");
    const joye = page.locator("#yen-joye-2000:target");
    await joye.waitFor();
    expect(await joye.evaluate((element) => element.getBoundingClientRect().top < innerHeight)).toBe(true);
    await page.evaluate(() => {
      location.hash = "#kocher-1996";
    });
    await page.locator("#kocher-1996:target").waitFor();
  });

  it("has every correction with what is printed, what is right and how that was checked", async () => {
    const page = await site.open("references/");
    const items = page.locator("section:has(#corrections) .corrections > li");
    await items.first().waitFor();
    expect(await items.count()).toBe(corrections.length);
    const terms = await items.first().locator("dt").allTextContents();
    expect(terms).toEqual(["Printed", "Right", "Checked"]);
    expect(await page.locator("section:has(#not-included) h3").allTextContents()).toEqual(
      systemsNotIncluded.map(({ name }) => name),
    );
  });

  it("says of which publications no identifier was found", async () => {
    const page = await site.open("references/");
    await page.locator("#corrections").waitFor();
    const marked = page.locator(".publications li", { hasText: "No DOI or ePrint number found" });
    expect(await marked.evaluateAll((entries) => entries.map(({ id }) => id))).toEqual(
      publications.filter(({ addresses }) => addresses.length === 0).map(({ id }) => id),
    );
  });

  it("copies the BibTeX of one publication and of all", async () => {
    const page = await site.open("references/");
    await page.evaluate(() => {
      navigator.clipboard.writeText = async (text) => {
        document.title = text;
      };
    });
    await page.locator("#takagi-1998").getByRole("button", { name: "Copy BibTeX" }).click();
    await page.locator("#takagi-1998").getByRole("button", { name: "Copied" }).waitFor();
    expect(await page.title()).toMatch(/^@inproceedings\{takagi-1998,.*10\.1007\/BFb0055738/);
    await page.getByRole("button", { name: "Copy BibTeX of all" }).click();
    await page.getByRole("button", { name: "Copied" }).last().waitFor();
    expect((await page.title()).match(/@\w+\{/g)).toHaveLength(publications.length);
  });

  it("prints without buttons", async () => {
    const page = await site.open("references/");
    await page.locator("#corrections").waitFor();
    await page.emulateMedia({ media: "print" });
    expect(await page.locator("main button:visible").count()).toBe(0);
    expect(await page.locator("#takagi-1998 a:visible").count()).toBe(1);
  });

  it("leads nowhere that is not there, loads no WebAssembly and asks for no other host", async () => {
    const page = await site.open("about:blank");
    const loaded = watchLoads(page);
    const requests: string[] = [];
    page.on("request", (request) => requests.push(request.url()));
    await page.goto(new URL("references/", site.address).href);
    await page.locator("#corrections").waitFor();
    const hrefs = await page
      .locator("main a")
      .evaluateAll((links) => links.map((link) => (link as HTMLAnchorElement).href));
    const here = hrefs.filter((href) => href.startsWith(page.url())).map((href) => new URL(href).hash.slice(1));
    expect(here.length).toBeGreaterThan(20);
    const missing = await page.evaluate((ids) => ids.filter((id) => document.getElementById(id) === null), here);
    expect(missing).toEqual([]);
    const security = new Set(hrefs.filter((href) => href.includes("/security/#")).map((href) => new URL(href).hash));
    await page.goto(new URL("security/#attacks", site.address).href);
    for (const hash of security) await page.locator(hash).waitFor({ state: "attached" });
    const before = requests.slice(
      0,
      requests.findIndex((url) => url.includes("/security/")),
    );
    expect(before.filter((url) => url.endsWith(".wasm"))).toEqual([]);
    expect(loaded.origins()).toEqual([new URL(site.address).origin]);
  });
});

describe("Compare", () => {
  it("cites publications by links to their entries", async () => {
    const page = await site.open();
    for (const title of ["The variants in brief", "What the guards cost"]) await page.getByText(title).click();
    await page.locator(".cited a").first().waitFor();
    const links = page.locator(".cited a");
    const cited = await links.evaluateAll((all) =>
      all.map((link) => [link.textContent, (link as HTMLAnchorElement).href]),
    );
    expect(cited.length).toBeGreaterThan(20);
    await page.goto(cited[0]?.[1] ?? "");
    await page.locator("li:target", { hasText: cited[0]?.[0] ?? "" }).waitFor();
    expect(await textOf(page.locator("[aria-current=page]"))).toBe("References");
    for (const [name = "", href = ""] of cited) {
      const entry = page.locator(`li${new URL(href).hash} strong`);
      expect(await textOf(entry), href).toBe(name);
    }
  });
});
