import { papers } from "@rsa-variants/page/papers/all.ts";
import { noAddress } from "@rsa-variants/page/papers/links.ts";
import { publications, systemsNotIncluded } from "@rsa-variants/page/papers/publications.ts";
import { describe, expect, it } from "vitest";
import { violations } from "../accessibility.ts";
import { download, site, textOf } from "../browser.ts";

describe("the place", () => {
  it("is reached by keyboard, and so are its tables", async () => {
    const page = await site.open("papers/");
    await page.locator("#not-included").waitFor();
    await page.keyboard.press("Tab");
    expect(await page.evaluate(() => document.activeElement?.textContent)).toBe("Skip to the content");
    await page.getByRole("link", { name: "Paixão 2005" }).focus();
    await page.keyboard.press("Enter");
    await page.locator("#paixao-2005").waitFor();
    const box = page.getByRole("region", { name: "Table 1: in theory" });
    for (let presses = 0; presses < 16; presses++) {
      await page.keyboard.press("Tab");
      if (await box.evaluate((element) => element === document.activeElement)) return;
    }
    expect.unreachable("16 presses of Tab from the card do not reach the first table");
  });

  it("measures a paper here by one button, keeps that after a reload, and saves tables and the run", async () => {
    const page = await site.open("papers/#hansen-2009");
    const here = page.locator("#hansen-2009-iv td[data-kind=here]");
    await page.getByRole("button", { name: "Measure here" }).first().click();
    await page.getByRole("button", { name: "Save the run" }).waitFor();
    const cells = async () => (await here.allTextContents()).map((text) => text.replaceAll(/\s/g, " "));
    const measured = await cells();
    expect(measured).toHaveLength(18);
    for (const [at, text] of measured.entries()) expect(text).toMatch(at % 3 === 2 ? /^[\d.]+ ×$/ : /^[\d.]+ (µs|ms)$/);
    await page.reload();
    await here.first().waitFor();
    expect(await cells()).toEqual(measured);
    const saved = await download(page, "Save CSV: Section IV: measured on a phone");
    expect(saved.name).toBe("rsa-variants-hansen-2009-iv.csv");
    const [columns, ...records] = saved.content.toString().trimEnd().split(/\r?\n/);
    expect(columns).toBe(
      "Variant,Enc.,Dec.,Actual,Appr.,Theory: Dec. (ms),Theory: Speed-up (×),Here: Enc. (ms),Here: Dec. (ms),Here: Speed-up (×)",
    );
    for (const record of records) expect(record).toMatch(/(?:,[\d.]+){5}$/);
    const picture = (await download(page, "Save SVG: Section IV: measured on a phone")).content.toString();
    // The foot says where the paper measured, and has the corrections whose numbers are in the cells.
    const foot = picture.replaceAll(/<[^>]+>/g, "\n").replaceAll(/\s+/g, " ");
    expect(foot).toMatch(
      /Measured on: HTC Touch Dual .+ 1 Section II\.D: .+ names the usual e, 2\^16 \+ 1, which has 17 bits/,
    );
    const { name, content } = await download(page, "Save the run");
    expect(name).toBe("rsa-variants-hansen-2009.json");
    // The runs of a class stand beside it, each as a dot.
    const others = page.locator("#hansen-2009-iv td[data-kind=others]");
    const file = { name, mimeType: "application/json", buffer: content };
    await page.locator("#other-runs").setInputFiles([file, { ...file, name: "a.txt", buffer: Buffer.from("a") }, file]);
    await others.first().waitFor();
    expect((await others.allTextContents()).map((text) => text.replaceAll(/\s/g, " "))).toEqual(measured);
    expect(await others.first().locator("circle").count()).toBe(2);
    expect(await textOf(page.locator(".paper .problem"))).toBe(
      "a.txt: this is not a run of this page, because it is not JSON.",
    );
    expect(await violations(page)).toEqual([]);
    await page.getByRole("button", { name: "Remove them" }).click();
    expect(await others.count()).toBe(0);
  });

  it("says what is missing where the network is gone", async () => {
    const page = await site.open("papers/#biswas-2003");
    await page.route("**/*.js", (route) => route.abort());
    await page.context().setOffline(true);
    await page.locator(".paper .run").click();
    await page
      .getByText(/did not start the worker that measures: .* You are offline/)
      .first()
      .waitFor();
  });

  it("repeats the experiment with pieces of a text, and stops", async () => {
    const page = await site.open("papers/#biswas-2003");
    await page.locator("#biswas-2003 .run").click();
    await page
      .locator("#biswas-2003-6-2 td[data-kind=here]", { hasText: /^[\d.]+\s(µs|ms)$/ })
      .nth(2)
      .waitFor();
    await page.getByRole("button", { name: "Stop" }).click();
    await page.getByText("Stopped.").first().waitFor();
  });

  it("measures the products of xRSA", async () => {
    const page = await site.open("papers/#dang-2021");
    await page.locator(".paper .run").click();
    await page.getByText("Done.").first().waitFor();
    const times = await page.locator("#dang-2021-table-i td[data-kind=here]").allTextContents();
    expect(times).toEqual([1, 2, 3].map(() => expect.stringMatching(/^[\d.]+\sµs$/)));
  });

  it("lets a class guess, and reveals cell by cell with the keyboard", async () => {
    const page = await site.open("papers/#paixao-2005");
    const table = page.locator("#paixao-2005-table-2");
    await table.getByRole("button", { name: "Guess first" }).click();
    expect(await table.locator(".waiting").count()).toBe(45);
    expect(await table.textContent()).not.toContain("2,47");
    await page.keyboard.press("Space");
    await table.getByText("2,47").waitFor();
    await table.getByText("1 of 45").waitFor();
    await table.getByLabel("Your guess: Mprime").fill("3");
    expect(await violations(page)).toEqual([]);
    await table.getByRole("button", { name: "Show all" }).click();
    expect(await table.locator(".waiting, .guess").count()).toBe(0);
  });

  it("filters the bibliography, and copies what is left", async () => {
    const page = await site.open("papers/");
    await page.getByLabel("Filter").fill("takagi 1998");
    await page.getByText(`1 of ${publications.length}`).waitFor();
    expect(await page.locator(".publications li:visible").count()).toBe(1);
  });

  it("scrolls to the publication of its address, and to another when that changes", async () => {
    const page = await site.open("papers/#yen-joye-2000");
    const joye = page.locator("#yen-joye-2000:target");
    await joye.waitFor();
    expect(await joye.evaluate((element) => element.getBoundingClientRect().top < innerHeight)).toBe(true);
    await page.evaluate(() => {
      location.hash = "#kocher-1996";
    });
    await page.locator("#kocher-1996:target").waitFor();
  });

  it("has corrections beside the tables that they concern", async () => {
    const page = await site.open("papers/#hansen-2009");
    await page.locator("#hansen-2009-ii-f").getByRole("link", { name: "Correction 3" }).click();
    await page.locator("#hansen-2009-note-3:target", { hasText: "r³/2" }).waitFor();
    expect(await page.locator("section:has(#not-included) h3").allTextContents()).toEqual(
      systemsNotIncluded.map(({ name }) => name),
    );
  });

  it("says of which publications no identifier was found", async () => {
    const page = await site.open("papers/");
    await page.locator("#not-included").waitFor();
    const marked = page.locator(".publications li", { hasText: noAddress });
    expect(await marked.evaluateAll((entries) => entries.map(({ id }) => id))).toEqual(
      publications.filter(({ addresses }) => addresses.length === 0).map(({ id }) => id),
    );
  });

  it("copies the BibTeX of one publication and of all", async () => {
    const page = await site.open("papers/");
    await page.evaluate(() => {
      navigator.clipboard.writeText = async (text) => {
        document.title = text;
      };
    });
    await page.locator("#takagi-1998").getByRole("button", { name: "Copy BibTeX" }).click();
    await page.locator("#takagi-1998").getByRole("button", { name: "Copied" }).waitFor();
    expect(await page.title()).toMatch(/^@inproceedings\{takagi-1998,.*10\.1007\/BFb0055738/);
    await page.getByRole("button", { name: "Copy BibTeX of these" }).click();
    await page.getByRole("button", { name: "Copied" }).last().waitFor();
    expect((await page.title()).match(/@\w+\{/g)).toHaveLength(publications.length);
  });

  it("prints without buttons", async () => {
    const page = await site.open("papers/");
    await page.locator("#not-included").waitFor();
    await page.emulateMedia({ media: "print" });
    expect(await page.locator("main button:visible").count()).toBe(0);
    expect(await page.locator("#takagi-1998 a:visible").count()).toBe(1);
  });

  it("leads nowhere that is not there, and loads no WebAssembly", async () => {
    const page = await site.open("about:blank");
    const requests: string[] = [];
    page.on("request", (request) => requests.push(request.url()));
    await page.goto(new URL("papers/", site.address).href);
    await page.locator("#not-included").waitFor();
    const hrefs = await page
      .locator("main a")
      .evaluateAll((links) => links.map((link) => (link as HTMLAnchorElement).href));
    const here = hrefs.filter((href) => href.startsWith(page.url())).map((href) => new URL(href).hash.slice(1));
    // One paper is shown at a time.
    const shown = here.filter((anchor) => papers.every(({ id }, at) => at === 0 || id !== anchor));
    expect(here.length).toBeGreaterThan(20);
    const missing = await page.evaluate((ids) => ids.filter((id) => document.getElementById(id) === null), shown);
    expect(missing).toEqual([]);
    const security = new Set(hrefs.filter((href) => href.includes("/security/#")).map((href) => new URL(href).hash));
    await page.goto(new URL("security/#attacks", site.address).href);
    for (const hash of security) await page.locator(hash).waitFor({ state: "attached" });
    const before = requests.slice(
      0,
      requests.findIndex((url) => url.includes("/security/")),
    );
    expect(before.filter((url) => url.endsWith(".wasm"))).toEqual([]);
  });
});

it("Compare cites publications by links to their entries", async () => {
  const page = await site.open();
  await page.getByText("What the guards cost").click();
  for (const toggle of await page.locator(".results-part:not([inert]) .toggle").all()) await toggle.click();
  await page.locator(".details-body").nth(10).waitFor();
  const links = page.locator(":is(.details-body, .guards) a[href*='papers/#']");
  await page.locator(".guards a").first().waitFor();
  const cited = await links.evaluateAll((all) =>
    all.map((link) => [link.textContent, (link as HTMLAnchorElement).href]),
  );
  expect(cited.length).toBeGreaterThan(20);
  await page.goto(cited[0]?.[1] ?? "");
  await page.locator("li:target", { hasText: cited[0]?.[0] ?? "" }).waitFor();
  expect(await textOf(page.locator("[aria-current=page]"))).toBe("Papers");
  for (const [name = "", href = ""] of cited) {
    const entry = page.locator(`li${new URL(href).hash} strong`);
    expect(await textOf(entry), href).toBe(name);
  }
});
