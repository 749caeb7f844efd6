import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { summarize, undisturbed } from "@rsa-variants/measure";
import { allVariants } from "@rsa-variants/measure/plan/key-choice";
import { readRunFile } from "@rsa-variants/measure/run/file";
import recordedText from "@rsa-variants/page/compare/recorded.json?raw";
import type { Page } from "playwright";
import { describe, expect, it } from "vitest";
import {
  download,
  headlineWith,
  openSettings,
  runButton,
  runEnded,
  servePlainly,
  site,
  stopButton,
  textOf,
  valuesOf,
  watchLoads,
} from "../browser.ts";

const rowOf = (page: Page, variant: string) => page.locator(`tr.row[data-subject^="${variant}/"]`);

async function copiedMarkdown(page: Page): Promise<string> {
  await page.context().grantPermissions(["clipboard-read", "clipboard-write"]);
  await page.getByRole("button", { name: "Copy as Markdown" }).click();
  await page.getByRole("button", { name: "Copied" }).waitFor();
  return page.evaluate(() => navigator.clipboard.readText());
}

describe("the comparison", () => {
  it("has a recorded answer in its HTML, which its scripts show later, marked as such and with its machine and day", async () => {
    const without = await site.open("", { javaScriptEnabled: false });
    const painted = without.locator("#first-paint .results-part");
    expect(await painted.isVisible()).toBe(true);
    const text = (await painted.innerText()).replaceAll("\u00a0", " ");
    expect(text).toMatch(/decrypts \d+.* as fast as plain RSA/);
    const page = await site.open();
    const shown = page.locator(".results-part:not([inert])");
    await shown.locator(".provenance", { hasText: "Recorded on another machine" }).waitFor();
    for (const part of await shown.locator(".answer-card, .outcome").allInnerTexts())
      expect(text).toContain(part.trim());
    expect(await page.locator("#first-paint").count()).toBe(0);
    expect((await valuesOf(page, "measured")).filter((value) => value !== "–").length).toBeGreaterThanOrEqual(10);
    const { name, content } = await download(page, "Save JSON");
    expect(name).toMatch(/^rsa-variants-2048-chromium-156-2026-11-\d\dT\d\d-\d\d\.json$/);
    expect(readRunFile(content.toString())).toEqual(readRunFile(recordedText));
    expect((await download(page, "Save CSV")).content.toString()).toMatch(/^crt,lanes,4096,.*,decrypt,\d+/m);
    expect(await copiedMarkdown(page)).toMatch(/n = 1024 bits.+n = 4096 bits.+Measured 20\d\d-.+Mozilla/s);
    const picture = await download(page, "Save SVG");
    expect(picture.name).toBe(name.replace("json", "svg"));
    const texts = picture.content.toString().replace(/<[^>]+>/g, "|");
    for (const shown of ["Decrypt one message, 2048 bits", "|R-Prime|", "|110 bits|", "recorded 2026-11-"]) {
      expect(texts).toContain(shown);
    }
    expect(texts).not.toContain("Search");
    // On paper: one page with the answer and the picture.
    const pdf = await page.pdf({ preferCSSPageSize: true });
    expect(pdf.toString("latin1").match(/\/Type\s*\/Page\b/g)).toHaveLength(1);
    await page.emulateMedia({ media: "print" });
    expect(await page.locator("button:visible:not(.toggle, .term)").allTextContents()).toEqual([]);
  });

  it("shows nothing of another run where the address or the tab has its own", async () => {
    const page = await site.open();
    await page.route("**/*.js", (route) => route.abort());
    for (const [query, count] of [
      ["", 1],
      ["?n=2048&r=3&w=320", 1],
      ["?n=4096&r=3&w=320", 0],
      ["#run=abc", 0],
    ] as const) {
      await page.goto("about:blank");
      await page.goto(new URL(query, site.address).href);
      expect(await page.locator("#first-paint").count(), query).toBe(count);
    }
    await page.evaluate(() => sessionStorage.setItem("rsa-variants run", "{}"));
    await page.reload();
    expect(await page.locator("#first-paint").count()).toBe(0);
  });

  it("shows results from the first samples on, while the verdicts are on their way, and forgets them with other settings", async () => {
    const page = await site.open();
    await page.route("**/rsa-variants-security*.wasm", () => {}); // never answered
    await page.goto(new URL("?n=512&variants=original,crt&references=none&samples=6", site.address).href);
    await page.getByText("Loading the safety verdicts").waitFor();
    await runButton(page).click();
    expect(await runEnded(page)).toMatch(/^Done/);
    expect(await page.locator("tr.row").first().isVisible()).toBe(true);
    await headlineWith(page, "Checking which variants are safe …");
    await openSettings(page);
    await page.getByLabel("e public exponent").fill("17");
    await page.locator(".progress-text", { hasText: "Nothing measured with these settings yet." }).waitFor();
  });

  it("has theory and published figures beside an empty column where no run fits the settings", async () => {
    const page = await site.open("?n=2048&r=4&w=168&e=17&b=3&rb=3&wb=200&et=400&p=700");
    expect(await valuesOf(page, "measured")).toEqual(allVariants.map(() => "–"));
    for (const [variant, column, text] of [
      ["original", "theory", "1.00\u202f×"],
      ["crt", "theory", "4.00\u202f×"],
      ["multi-prime", "theory", "16.0\u202f×"],
      ["r-prime", "papers", "27.2 P, r 3, w 160"],
    ] as const) {
      expect(await textOf(rowOf(page, variant).locator(`td.col-${column}`)), variant).toBe(text);
    }
    await headlineWith(page, "Not measured yet with these settings.");
  });

  it("measures every variant at 1024 bits, keeps what it measured on Stop, and follows its address", async () => {
    const page = await site.open();
    const errors: string[] = [];
    page.on("pageerror", (error) => errors.push(error.message));

    // Where a prepared key serves for Scheme A, whose keys take long to make.
    await page.getByRole("button", { name: "1024" }).click();
    await openSettings(page);
    await page.getByLabel("measure for").fill("3");
    await runButton(page).click();
    expect(await runEnded(page)).toMatch(/^Done: [\d,]+ samples, and every result is correct/);
    for (const operation of ["Encrypt", "Make a key", "Decrypt"]) {
      await page.locator(".switches").getByRole("button", { name: operation, exact: true }).click();
      const values = await valuesOf(page, "measured");
      expect(values, operation).toHaveLength(allVariants.length);
      // The key of Scheme A is a sample.
      const missing = values.filter((value) => value === "–");
      expect(missing, operation).toEqual(operation === "Make a key" ? ["–"] : []);
    }
    const saved = readRunFile((await download(page, "Save JSON")).content.toString());
    expect(saved.environment?.crossOriginIsolated).toBe(true);
    const decryptions = saved.measurements.filter(({ operation }) => operation === "decrypt");
    expect(decryptions.length).toBeGreaterThanOrEqual(allVariants.length);
    // The speed-up shown is the quotient of the times of the samples saved.
    const timeOf = (variant: string) => {
      const own = decryptions.find(({ subject }) => subject.kind === "variant" && subject.variant === variant);
      return summarize(own?.samples ?? [], undisturbed)?.time ?? Number.NaN;
    };
    const shown = Number.parseFloat(await textOf(rowOf(page, "crt").locator(".col-measured .value")));
    expect(shown).toBeCloseTo(Number((timeOf("original") / timeOf("crt")).toPrecision(3)), 6);
    expect(saved.environment?.version).toMatch(/^\d+\.\d+\.\d+/);
    const csv = (await download(page, "Save CSV")).content.toString().split("\r\n");
    const lines = csv.filter((line) => line.includes(",decrypt,"));
    expect(lines.length).toBeGreaterThanOrEqual(allVariants.length);
    const markdown = await copiedMarkdown(page);
    expect(markdown.split("\n").filter((line) => line.startsWith("| "))).toHaveLength(2 + allVariants.length + 2);

    // A second run, stopped in the middle of its samples, keeps them.
    await page.getByLabel("measure for").fill("600");
    await runButton(page).click();
    await page.locator(".phases li[data-state=current]", { hasText: "Samples" }).waitFor();
    const measured = async () => (await valuesOf(page, "measured")).filter((text) => text !== "–");
    await expect.poll(measured).toHaveLength(allVariants.length);
    await stopButton(page).click();
    expect(await runEnded(page)).toContain("The page keeps what it has measured");
    expect(await measured()).toHaveLength(allVariants.length);
    expect(await runButton(page).isEnabled()).toBe(true);

    // And so does a reload.
    await page.getByLabel("Search for Scheme A keys").check();
    await page.waitForURL(/[?&]seconds=600.*[?&]scheme-a=generate/);
    await page.reload();
    await page.locator("tr[data-subject^=batch]:not(.unmeasured) td.col-measured").waitFor();
    expect(await page.locator(".provenance").innerText()).not.toContain("Recorded");
    expect(await page.getByLabel("n modulus length").inputValue()).toBe("1024");
    expect(await page.getByLabel("measure for").inputValue()).toBe("600");
    expect(await page.getByLabel("Search for Scheme A keys").isChecked()).toBe(true);
    expect(errors).toEqual([]);
  });

  it("says beside a control why a value is refused, and shows what is accepted everywhere", async () => {
    const page = await site.open("?n=512&r=3&w=200");
    await openSettings(page);
    await page.locator(".field-crtExponentLength").getByText("R-Prime: 170").waitFor();
    const fold = page.locator(`#${await rowOf(page, "crt").locator(".toggle").getAttribute("aria-controls")}`);
    await rowOf(page, "crt").locator(".toggle").click();
    await fold.getByText("e 65537").waitFor();
    const exponent = page.getByLabel("e public exponent");
    await exponent.fill("4");
    expect(await textOf(page.locator(".field-publicExponent .field-note"))).toContain("odd");
    expect(await runButton(page).isDisabled()).toBe(true);
    // What is shown belongs to the last valid settings.
    expect(await page.locator(".results-part.is-stale[inert]").count()).toBe(1);
    await exponent.fill("3");
    await fold.getByText("e 3").waitFor();
    expect(await page.locator(".is-stale, .results-part[inert]").count()).toBe(0);
    await page.getByLabel("n modulus length").fill("520");
    await page.getByLabel("r primes").fill("9");
    expect(await textOf(page.locator(".field-primes .field-note"))).toContain("2 to 8");
    await page.waitForURL(/[?&]n=520&/);
    await page.getByLabel("r primes").fill("3");
    // A series stands as it was typed when its section is folded away and out again.
    const [head, series] = [page.getByRole("heading", { name: "Charts" }), page.getByLabel("n series, bits")];
    await series.fill("512, 99");
    await page.getByText("99: From 128 to 8192").waitFor();
    await head.click();
    await series.waitFor({ state: "hidden" });
    await head.click();
    expect(await series.inputValue()).toBe("512, 99");
    await series.fill("512 1024");
    await page.waitForURL(/sweep=512,1024/);
    expect(await series.inputValue()).toBe("512 1024");
  });

  it("follows Back to an earlier address, and to the settings before a preset", async () => {
    const page = await site.open("?n=3072&w=400");
    await page.getByRole("link", { name: "Compare", exact: true }).click();
    await openSettings(page);
    const length = page.getByLabel("n modulus length");
    await length.fill("768");
    await page.waitForURL(/[?&]n=768&.*#compare/);
    await page.goBack();
    expect(await length.inputValue()).toBe("3072");
    await page.getByLabel("Repeat a paper").selectOption("phone");
    await page.waitForURL(/[?&]n=1024&/);
    await page.goBack();
    await page.waitForURL(/[?&]n=3072&/);
    expect(await page.getByLabel("w private exponents").inputValue()).toBe("400");
  });

  it("shows the fastest first, in every unit, and the unsafe apart", async () => {
    const page = await site.open();
    const section = page.locator(".outcome");
    await section.locator(".unsafe").waitFor();
    const values = async () => {
      const texts = await section
        .locator("tbody:not(.unsafe) tr:not(.unmeasured) > .col-measured .value")
        .allTextContents();
      return texts.map((text) =>
        text.startsWith("1/") ? 1 / Number.parseFloat(text.slice(2)) : Number.parseFloat(text),
      );
    };
    for (const [unit, word] of [
      ["× plain RSA", undefined],
      ["× CRT", "crt"],
      ["× browser", "browser"],
      ["ms", "ms"],
    ] as const) {
      await section.getByRole("button", { name: unit }).click();
      await page.waitForURL((url) => (url.searchParams.get("unit") ?? undefined) === word);
      const shown = await values();
      expect(shown.length).toBeGreaterThan(5);
      expect(shown).toEqual([...shown].sort((a, b) => (unit === "ms" ? a - b : b - a)));
    }
    // What is compared with the browser has guards, as the browser has, until one asks for the bare operation.
    await page.goto(page.url());
    expect(await section.getByRole("button", { name: "With guards" }).getAttribute("aria-pressed")).toBe("true");
    await section.getByRole("button", { name: "Bare" }).click();
    await page.waitForURL((url) => !url.searchParams.has("with"));
  });

  it("measures a series of lengths and fits its growth", async () => {
    const page = await site.open("?n=512&variants=original,crt&references=none&seconds=4&sweep=512,1024");
    await page.getByRole("button", { name: "Measure series" }).click();
    await runEnded(page);
    await page.getByRole("img", { name: /CRT: 512 bits .+, 1024 bits / }).waitFor();
    await page
      .locator("#speed-up tr", { hasText: /^Original/ })
      .locator("sup")
      .waitFor();
    await page.locator(".switches").getByRole("button", { name: "1024" }).click();
    expect((await valuesOf(page, "measured")).filter((text) => text === "–")).toEqual([]);
  });

  it("says after the run that it was hidden", async () => {
    const page = await site.open("?n=512&variants=crt&references=none&seconds=3");
    const hide = (hidden: boolean) =>
      page.evaluate((value) => {
        Object.defineProperty(document, "hidden", { configurable: true, get: () => value });
        document.dispatchEvent(new Event("visibilitychange"));
      }, hidden);
    await page.clock.install();
    await runButton(page).click();
    await hide(true);
    await page.clock.fastForward(2000); // less than a second is not reported
    await hide(false);
    expect(await runEnded(page)).toMatch(/hidden for \d+ s/);
  });

  it("says what the figures mean for a thousand operations of acceptable variants", async () => {
    const page = await site.open();
    const section = page.locator("#scenarios");
    await section.locator("summary").click();
    await section.locator("tbody th").first().waitFor();
    const names = () => section.locator("tbody th").allTextContents();
    const times = await section.locator("tbody td:nth-child(2) .value").allTextContents();
    expect(times.map(Number)).toEqual(times.map(Number).sort((a, b) => a - b));
    expect(await names()).toEqual(expect.arrayContaining(["CRT", "Multi-prime"]));
    expect(await names()).not.toContain("Rebalanced"); // TLS clients refuse its long public exponent
    expect(await textOf(section)).toMatch(/1000 signatures keep one core busy for .+ s with Multi-prime/);
    await section.getByRole("button", { name: "Tokens" }).click();
    expect(await names()).toContain("Rebalanced");
    for (const unusable of ["Scheme B", "Multi-power", "Unbalanced", "Batch"]) {
      expect(await names()).not.toContain(unusable);
    }
    // A thousand take as many seconds as one takes milliseconds.
    await page.getByRole("button", { name: "Encrypt", exact: true }).first().click();
    const own = section.locator("tr", { hasText: /^CRT/ }).locator("td:nth-child(4) .value");
    expect(`${await textOf(own)} ms`).toBe(await textOf(rowOf(page, "crt").locator("td.col-measured .small")));
  });
});

describe("the site", () => {
  it("works on a plain host under any path, with a coarser timer, and asks for nothing of other hosts or places", async () => {
    const host = await servePlainly(site.folder, "/some/where/");
    try {
      // With fewer variants, the page is so short that the charts are in sight.
      const page = await site.open(`${host.address}?n=512&w=128&samples=3`);
      const loaded = watchLoads(page);
      await page.reload();
      await runButton(page).click();
      expect(await runEnded(page)).toMatch(/^Done/);
      expect(loaded.origins()).toEqual([new URL(host.address).origin]);
      expect(loaded.names()).not.toContain("security.css");
      await page.getByRole("heading", { name: "How this is measured" }).click();
      expect(await textOf(page.locator(".environment-list"))).toContain("not cross-origin isolated");
    } finally {
      host.close();
    }
  });

  it("asks for code and WebAssembly in one go", async () => {
    const html = await readFile(join(site.folder, "index.html"), "utf8");
    const links = html.matchAll(/<link rel="(?:module)?preload"[^>]+href="\.\/assets\/([^"]+)"/g);
    const early = [...links].map(([, name = ""]) => name);
    expect(early.length).toBeLessThanOrEqual(10); // each costs a round trip where the host speaks HTTP/1.1
    for (const name of ["ui", "recorded", "verdicts", "rsa-variants-security"]) {
      expect(early.filter((each) => each.startsWith(`${name}-`))).toHaveLength(1);
    }
  });
});
