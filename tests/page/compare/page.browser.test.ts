import { describe, expect, it } from "vitest";
import { summarise } from "../../../web/measure/src/index.ts";
import { allVariants } from "../../../web/page/src/compare/params/selection.ts";
import { readRunFile } from "../../../web/page/src/compare/results/file.ts";
import { download, runButton, runEnded, servePlainly, site, stopAt, textOf, valuesOf, watchLoads } from "../browser.ts";

describe("the comparison", () => {
  it("opens with theory and published figures beside an empty column", async () => {
    const page = await site.open("?n=2048&r=3&w=160");
    expect(await page.locator("tr.row:not(.reference)").count()).toBe(allVariants.length);
    expect(await valuesOf(page, "decrypt")).toEqual(allVariants.map(() => "–"));
    const theory = await valuesOf(page, "theory");
    expect(theory.map((text) => Number.parseFloat(text))).toEqual([
      1, 4, 9, 13.5, 25.6, 38.4, 25.6, 20.7, 5.57, 16, 32.8,
    ]);
    expect((await valuesOf(page, "published"))[5]).toContain("27.2");
    expect(await textOf(page.locator(".best"))).toContain("R-Prime");
  });

  it("measures every variant at 1024 bits, keeps what it measured on Stop, and follows its address", async () => {
    const page = await site.open();
    const errors: string[] = [];
    page.on("pageerror", (error) => errors.push(error.message));

    // Where a prepared key serves for Scheme A, whose keys take long to make.
    await page.getByLabel("n modulus length").fill("1024");
    await page.getByLabel("measure for").fill("3");
    await runButton(page).click();
    expect(await runEnded(page)).toMatch(/^Done: \d+ samples, every result checked/);
    for (const column of ["encrypt", "decrypt", "rate", "measured"]) {
      const values = await valuesOf(page, column);
      expect(values, column).toHaveLength(allVariants.length);
      for (const value of values) expect(Number.parseFloat(value), `${column}: ${value}`).toBeGreaterThan(0);
    }
    expect(await textOf(page.locator(".best"))).toMatch(/^Best here for encryption: .+; for decryption: .+;/);
    const saved = readRunFile((await download(page, "Save JSON")).content.toString());
    expect(saved.environment?.crossOriginIsolated).toBe(true);
    const decryptions = saved.measurements.filter(({ operation }) => operation === "decrypt");
    expect(decryptions.length).toBeGreaterThanOrEqual(allVariants.length);
    // The speed-up shown is that of the samples saved.
    const median = (variant: string) => {
      const found = decryptions.find(({ subject }) => subject.kind === "variant" && subject.variant === variant);
      return summarise(found?.samples ?? [])?.median ?? Number.NaN;
    };
    const shown = Number.parseFloat((await valuesOf(page, "measured"))[1] as string);
    expect(shown).toBeCloseTo(Number((median("original") / median("crt")).toPrecision(3)), 6);
    const csv = (await download(page, "Save CSV")).content.toString();
    expect(csv.split("\r\n").filter((line) => line.includes(",decrypt,")).length).toBeGreaterThanOrEqual(
      allVariants.length,
    );
    await page.context().grantPermissions(["clipboard-read", "clipboard-write"]);
    await page.getByRole("button", { name: "Copy as Markdown" }).click();
    await page.getByRole("button", { name: "Copied" }).waitFor();
    const markdown = await page.evaluate(() => navigator.clipboard.readText());
    expect(markdown.split("\n").filter((line) => line.startsWith("| "))).toHaveLength(2 + allVariants.length + 2);
    const picture = await download(page, "Save as PNG");
    expect(picture.content.subarray(1, 4).toString()).toBe("PNG");

    // A second run, stopped in the middle of its samples, keeps them.
    await page.getByLabel("measure for").fill("600");
    await runButton(page).click();
    await page.locator(".phases li[data-state=current]", { hasText: "Samples" }).waitFor({ timeout: 60_000 });
    await page.locator("tr.row", { hasText: "Batch" }).locator("td.col-decrypt:not(.empty)").waitFor();
    await page.getByRole("button", { name: "Stop" }).click();
    expect(await runEnded(page)).toContain("What was measured is kept");
    expect((await valuesOf(page, "decrypt")).filter((text) => text !== "–")).toHaveLength(allVariants.length);
    expect(await runButton(page).isEnabled()).toBe(true);

    await page.getByText("Variants and engines").click();
    await page.getByLabel("Search for Scheme A keys").check();
    await page.waitForURL(/[?&]seconds=600.*[?&]scheme-a=generate/);
    await page.reload();
    expect(await page.getByLabel("n modulus length").inputValue()).toBe("1024");
    expect(await page.getByLabel("measure for").inputValue()).toBe("600");
    expect(await page.getByLabel("Search for Scheme A keys").isChecked()).toBe(true);
    expect(errors).toEqual([]);
  });

  it("stops in the middle of a key", async () => {
    // A Scheme A key at 2048 bits takes minutes: Stop cannot wait for it.
    const page = await site.open("?n=2048&variants=scheme-a&references=none&scheme-a=generate");
    expect(await stopAt(page, "Scheme A")).toContain("Stopped");
  });

  it("says beside the control why a value is refused, and what a variant takes instead", async () => {
    const page = await site.open("?n=512&r=3&w=200");
    const w = page.locator(".field-crtExponentLength");
    await w.getByText("R-Prime: 170").waitFor();
    await page.getByLabel("e public exponent").fill("4");
    expect(await textOf(page.locator(".field-publicExponent .field-note"))).toContain("odd");
    expect(await runButton(page).isDisabled()).toBe(true);
    await page.getByLabel("e public exponent").fill("3");
    await page.getByLabel("n modulus length").fill("520");
    await page.getByLabel("r primes").fill("9");
    expect(await textOf(page.locator(".field-primes .field-note"))).toContain("2 to 8");
    await page.waitForURL(/[?&]n=520&/);
  });

  it("follows Back to an earlier address", async () => {
    const page = await site.open("?n=1024");
    await page.getByRole("link", { name: "Compare", exact: true }).click();
    await page.getByLabel("n modulus length").fill("768");
    await page.waitForURL(/[?&]n=768&.*#compare/);
    await page.goBack();
    expect(await page.getByLabel("n modulus length").inputValue()).toBe("1024");
  });

  it("sorts by a column and says so", async () => {
    const page = await site.open("?n=2048&r=3&w=160");
    const head = page.locator("th.col-theory");
    await head.getByRole("button").click();
    expect(await head.getAttribute("aria-sort")).toBe("descending");
    expect(await textOf(page.locator("tr.row th strong").first())).toBe("R-Prime");
    await head.getByRole("button").click();
    expect(await head.getAttribute("aria-sort")).toBe("ascending");
    expect(await textOf(page.locator("tr.row th strong").first())).toBe("Original");
  });

  it("measures a series of lengths and fits its growth", async () => {
    const page = await site.open("?n=512&variants=original,crt&references=none&seconds=4&sweep=512,1024");
    await page.getByRole("button", { name: "Measure series" }).click();
    await runEnded(page);
    const label = await page.locator("#sweep canvas").getAttribute("aria-label");
    expect(label).toMatch(/Original: 512 bits .+ ms, 1024 bits .+ ms, grows as n to the \d/);
    await page.locator(".table-bar").getByRole("button", { name: "1024" }).click();
    expect((await valuesOf(page, "decrypt")).filter((text) => text === "–")).toEqual([]);
  });
});

describe("a hidden page", () => {
  it("says after the run that it was hidden", async () => {
    const page = await site.open("?n=512&variants=crt&references=none&seconds=3");
    const hide = (hidden: boolean) =>
      page.evaluate((value) => {
        Object.defineProperty(document, "hidden", { configurable: true, get: () => value });
        document.dispatchEvent(new Event("visibilitychange"));
      }, hidden);
    await runButton(page).click();
    await hide(true);
    const since = await page.evaluate(() => performance.now());
    await page.waitForFunction((start) => performance.now() - start > 1000, since); // less is not reported
    await hide(false);
    expect(await runEnded(page)).toMatch(/hidden for \d+ s/);
  });
});

describe("a saved run", () => {
  it("stands beside the present one", async () => {
    const page = await site.open("?n=512&variants=original,crt&references=none&samples=6");
    await runButton(page).click();
    await runEnded(page);
    const { name, content } = await download(page, "Save JSON");
    const other = await site.open();
    await other.locator("#load-run").setInputFiles({ name, mimeType: "application/json", buffer: content });
    await other.locator("th.loaded-group", { hasText: name }).waitFor();
    // Nothing measured here yet: the page takes the parameters of the file.
    expect(await other.getByLabel("n modulus length").inputValue()).toBe("512");
    expect((await valuesOf(other, "loaded")).every((text) => Number.parseFloat(text) > 0)).toBe(true);
    await other
      .locator("#load-run")
      .setInputFiles({ name: "x.json", mimeType: "application/json", buffer: Buffer.from("{}") });
    expect(await textOf(other.getByRole("alert"))).toContain("x.json");
    await other.context().close();
  });
});

describe("the site", () => {
  it("works on a plain host under any path, and says that the timer is coarser there", async () => {
    const host = await servePlainly(site.folder, "/some/where/");
    try {
      const page = await site.open(`${host.address}?n=512&variants=original,crt&samples=3`);
      await runButton(page).click();
      expect(await runEnded(page)).toMatch(/^Done/);
      expect(await textOf(page.locator(".environment-list"))).toContain("not cross-origin isolated");
      expect(await valuesOf(page, "decrypt")).not.toContain("–");
    } finally {
      host.close();
    }
  });

  it("has at most 166 kB of JavaScript and CSS, compressed, and asks for no other host", async () => {
    const page = await site.open("?n=512&variants=crt&references=none&samples=1");
    const loaded = watchLoads(site, page);
    await page.reload();
    await runButton(page).click();
    await runEnded(page);
    expect(loaded.origins()).toEqual([new URL(site.address).origin]);
    const bytes = await loaded.compressedBytes();
    expect(bytes).toBeGreaterThan(20_000);
    expect(bytes).toBeLessThanOrEqual(166_000);
  });
});
