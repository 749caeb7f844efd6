import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { summarize, undisturbed } from "@rsa-variants/measure";
import { allVariants } from "@rsa-variants/measure/plan/key-choice";
import { readRunFile } from "@rsa-variants/measure/run/file";
import recordedText from "@rsa-variants/page/compare/recorded.json?raw";
import { describe, expect, it } from "vitest";
import {
  download,
  headlineWith,
  openSettings,
  runButton,
  runEnded,
  servePlainly,
  site,
  stopAt,
  textOf,
  valuesOf,
  watchLoads,
} from "../browser.ts";

describe("the comparison", () => {
  it("opens with a run of another machine, marked as such, and says what to take", async () => {
    const page = await site.open();
    // Two while the answer from the HTML is being replaced.
    await page.locator(".provenance", { hasText: "Recorded on another machine" }).first().waitFor();
    expect(await headlineWith(page, "plain RSA")).toMatch(/decrypts? \d+.* as fast as plain RSA/);
    expect((await valuesOf(page, "measured")).filter((text) => text !== "–").length).toBeGreaterThanOrEqual(10);
    // What is saved and copied names its machine and day.
    const { name, content } = await download(page, "Save JSON");
    expect(name).toMatch(/^rsa-variants-2048-chromium-156-2026-11-\d\dT\d\d-\d\d\.json$/);
    expect(readRunFile(content.toString())).toEqual(readRunFile(recordedText));
    expect((await download(page, "Save CSV")).content.toString()).toMatch(/^crt,.*,decrypt,\d+/m);
    await page.locator(".chips", { hasText: "over that browser’s RSA" }).first().waitFor();
    await page.context().grantPermissions(["clipboard-read", "clipboard-write"]);
    await page.getByRole("button", { name: "Copy as Markdown" }).click();
    await page.getByRole("button", { name: "Copied" }).waitFor();
    expect(await page.evaluate(() => navigator.clipboard.readText())).toMatch(/Measured 20\d\d-.+Mozilla/);
  });

  it("has the recorded answer in its HTML, as its scripts show it later", async () => {
    const without = await site.open("", { javaScriptEnabled: false });
    const painted = without.locator("#first-paint .results-part");
    expect(await painted.isVisible()).toBe(true);
    const text = (await painted.innerText()).replaceAll("\u00a0", " ");
    expect(text).toMatch(/decrypts \d+.* as fast as plain RSA/);
    const page = await site.open();
    const shown = page.locator(".results-part:not([inert])");
    await shown.locator(".provenance").waitFor();
    const answerAndTable = shown.locator(".answer-card, .outcome");
    const parts = await answerAndTable.allInnerTexts();
    for (const part of parts) expect(text).toContain(part.trim());
    expect(await page.locator("#first-paint").count()).toBe(0);
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

  it("shows results from the first samples on, while the verdicts are still on their way", async () => {
    const page = await site.open();
    await page.route("**/rsa-variants-security*.wasm", () => {}); // never answered
    await page.goto(new URL("?n=512&variants=original,crt&references=none&samples=6", site.address).href);
    await page.getByText("Loading the safety verdicts").waitFor();
    await runButton(page).click();
    expect(await runEnded(page)).toMatch(/^Done/);
    expect(await page.locator("tr.row").first().isVisible()).toBe(true);
    expect(await textOf(page.locator(".headline"))).toBe("Checking which variants are safe …");
  });

  it("has theory and published figures beside an empty column where no run fits the settings", async () => {
    const page = await site.open("?n=2048&r=4&w=168&e=17&b=3&rb=3&wb=200&et=400&p=700");
    expect(await page.locator("tr.row:not(.reference)").count()).toBe(allVariants.length);
    expect(await valuesOf(page, "measured")).toEqual(allVariants.map(() => "–"));
    const cell = (variant: string, column: string) =>
      page.locator(`tr.row[data-subject^="${variant}/"] td.col-${column}`).textContent();
    expect(await Promise.all(["original", "crt", "multi-prime"].map((name) => cell(name, "theory")))).toEqual(
      ["1.00", "4.00", "16.0"].map((factor) => `${factor}\u202f×`),
    );
    expect(await cell("r-prime", "papers")).toBe("27.2 P, r 3, w 160");
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
    expect(await runEnded(page)).toMatch(/^Done: \d+ samples, and every result is correct/);
    for (const operation of ["Encrypt", "Make a key", "Decrypt"]) {
      await page.locator(".switches").getByRole("button", { name: operation, exact: true }).click();
      const values = await valuesOf(page, "measured");
      expect(values, operation).toHaveLength(allVariants.length);
      // The key of Scheme A is a sample.
      const missing = values.filter((value) => value === "–");
      expect(missing, operation).toEqual(operation === "Make a key" ? ["–"] : []);
    }
    // No variant is safe at this length, and none is recommended.
    await headlineWith(page, "No variant is safe with these settings.");
    const saved = readRunFile((await download(page, "Save JSON")).content.toString());
    expect(saved.environment?.crossOriginIsolated).toBe(true);
    const decryptions = saved.measurements.filter(({ operation }) => operation === "decrypt");
    expect(decryptions.length).toBeGreaterThanOrEqual(allVariants.length);
    // The speed-up shown is the quotient of the times of the samples saved.
    const timeOf = (variant: string) => {
      const own = decryptions.find(({ subject }) => subject.kind === "variant" && subject.variant === variant);
      return summarize(own?.samples ?? [], undisturbed)?.time ?? Number.NaN;
    };
    const crt = page.locator('tr.row[data-subject^="crt/"] .col-measured .value');
    const shown = Number.parseFloat(await textOf(crt));
    expect(shown).toBeCloseTo(Number((timeOf("original") / timeOf("crt")).toPrecision(3)), 6);
    const csv = (await download(page, "Save CSV")).content.toString();
    expect(csv.split("\r\n").filter((line) => line.includes(",decrypt,")).length).toBeGreaterThanOrEqual(
      allVariants.length,
    );
    await page.context().grantPermissions(["clipboard-read", "clipboard-write"]);
    await page.getByRole("button", { name: "Copy as Markdown" }).click();
    await page.getByRole("button", { name: "Copied" }).waitFor();
    const markdown = await page.evaluate(() => navigator.clipboard.readText());
    expect(markdown.split("\n").filter((line) => line.startsWith("| "))).toHaveLength(2 + allVariants.length + 2);

    // A second run, stopped in the middle of its samples, keeps them.
    await page.getByLabel("measure for").fill("600");
    await runButton(page).click();
    await page.locator(".phases li[data-state=current]", { hasText: "Samples" }).waitFor();
    await page.locator("tr.row", { hasText: "Batch" }).locator("td.col-measured:not(.empty)").waitFor();
    await page.getByRole("button", { name: "Stop" }).click();
    expect(await runEnded(page)).toContain("The page keeps what it has measured");
    expect((await valuesOf(page, "measured")).filter((text) => text !== "–")).toHaveLength(allVariants.length);
    expect(await runButton(page).isEnabled()).toBe(true);

    await page.getByLabel("Search for Scheme A keys").check();
    await page.waitForURL(/[?&]seconds=600.*[?&]scheme-a=generate/);
    await page.reload();
    // A reload keeps what was measured.
    await page.locator("tr.row", { hasText: "Batch" }).locator("td.col-measured:not(.empty)").waitFor();
    expect(await page.locator(".provenance").innerText()).not.toContain("Recorded");
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
    await openSettings(page);
    const w = page.locator(".field-crtExponentLength");
    await w.getByText("R-Prime: 170").waitFor();
    await page.getByLabel("e public exponent").fill("4");
    expect(await textOf(page.locator(".field-publicExponent .field-note"))).toContain("odd");
    expect(await runButton(page).isDisabled()).toBe(true);
    // What is shown belongs to the last valid settings.
    expect(await page.locator(".results-part").getAttribute("class")).toContain("is-stale");
    await page.getByLabel("e public exponent").fill("3");
    expect(await page.locator(".results-part").getAttribute("class")).not.toContain("is-stale");
    await page.getByLabel("n modulus length").fill("520");
    await page.getByLabel("r primes").fill("9");
    expect(await textOf(page.locator(".field-primes .field-note"))).toContain("2 to 8");
    await page.waitForURL(/[?&]n=520&/);
  });

  it("follows Back to an earlier address", async () => {
    const page = await site.open("?n=1024");
    await page.getByRole("link", { name: "Compare", exact: true }).click();
    await openSettings(page);
    await page.getByLabel("n modulus length").fill("768");
    await page.waitForURL(/[?&]n=768&.*#compare/);
    await page.goBack();
    expect(await page.getByLabel("n modulus length").inputValue()).toBe("1024");
  });

  it("goes back to the settings before a preset", async () => {
    const page = await site.open("?n=3072&w=400");
    await page.getByLabel("Repeat a paper").selectOption("phone");
    await page.waitForURL(/[?&]n=1024&/);
    await page.goBack();
    await page.waitForURL(/[?&]n=3072&/);
    await openSettings(page);
    expect(await page.getByLabel("w private exponents").inputValue()).toBe("400");
  });

  it("shows a changed exponent in a row that is open", async () => {
    const page = await site.open("?n=2048&e=5");
    const row = page.locator('tr.row[data-subject^="crt/"]');
    await row.locator(".toggle").click();
    const fold = page.locator(`#${await row.locator(".toggle").getAttribute("aria-controls")}`);
    await fold.getByText("e 5").waitFor();
    await openSettings(page);
    await page.getByLabel("e public exponent").fill("7");
    await fold.getByText("e 7").waitFor();
  });

  it("no longer says that it is done once other settings are chosen", async () => {
    const page = await site.open("?n=512&variants=original,crt&references=none&samples=6");
    await runButton(page).click();
    expect(await runEnded(page)).toMatch(/^Done/);
    await openSettings(page);
    await page.getByLabel("e public exponent").fill("17");
    await page.locator(".progress-text", { hasText: "Nothing measured with these settings yet." }).waitFor();
  });

  it("shows the fastest first, in every unit, and the unsafe apart", async () => {
    const page = await site.open();
    const section = page.locator(".outcome");
    await section.locator(".unsafe").waitFor();
    const values = async () => {
      const texts = await section.locator("tbody:not(.unsafe) .col-measured:not(.empty) .value").allTextContents();
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
});

describe("a series that cannot be measured", () => {
  it("stands as it was typed when its section is folded away and out again", async () => {
    const page = await site.open("?n=512&variants=crt");
    const head = page.getByRole("heading", { name: "Charts" });
    const field = page.getByLabel("n series, bits");
    await field.fill("512, 99");
    await page.getByText("99: From 128 to 8192").waitFor();
    await head.click();
    await field.waitFor({ state: "hidden" });
    await head.click();
    expect(await field.inputValue()).toBe("512, 99");
    await field.fill("512 1024");
    await page.waitForURL(/sweep=512,1024/);
    expect(await field.inputValue()).toBe("512 1024");
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
    await page.clock.install();
    await runButton(page).click();
    await hide(true);
    await page.clock.fastForward(2000); // less than a second is not reported
    await hide(false);
    expect(await runEnded(page)).toMatch(/hidden for \d+ s/);
  });
});

describe("the site", () => {
  it("works on a plain host under any path, and says that the timer is coarser there", async () => {
    const host = await servePlainly(site.folder, "/some/where/");
    try {
      const page = await site.open(`${host.address}?n=512&variants=original,crt&samples=3`);
      await runButton(page).click();
      expect(await runEnded(page)).toMatch(/^Done/);
      await page.getByRole("heading", { name: "How this is measured" }).click();
      expect(await textOf(page.locator(".environment-list"))).toContain("not cross-origin isolated");
      expect(await valuesOf(page, "measured")).not.toContain("–");
    } finally {
      host.close();
    }
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
    const crt = page.locator('tr.row[data-subject^="crt/"] td.col-measured .small');
    const own = section.locator("tr", { hasText: /^CRT/ }).locator("td:nth-child(4) .value");
    expect(`${await textOf(own)} ms`).toBe(await textOf(crt));
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

  it("asks for no other host, nor for code of another place", async () => {
    // With fewer variants, the page is so short that the charts are in sight.
    const page = await site.open("?n=512&w=128&samples=1");
    const loaded = watchLoads(page);
    await page.reload();
    await runButton(page).click();
    await runEnded(page);
    expect(loaded.origins()).toEqual([new URL(site.address).origin]);
    expect(loaded.names()).not.toContain("security.css");
  });
});
