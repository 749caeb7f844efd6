import type { Locator, Page } from "playwright";
import { describe, expect, it } from "vitest";
import { violations } from "../accessibility.ts";
import { download, layoutShift, runButton, runEnded, site, stopAt, textOf, webAssembly } from "../browser.ts";
import { setLetters, usualZeroWidth } from "../letters.ts";

const teaching = "xrsa/?n=128&k=64&mode=paper";
const paper = "xrsa/?n=4096&k=2048&mode=paper";
/** Primes of 4096 bits take the device's model minutes. */
const endless = "xrsa/?n=8192&k=4096&mode=window&unit=8192&controller=65536&key=device";

/** Opens an address and waits until it is counted. */
async function open(query: string, options = {}): Promise<Page> {
  const page = await site.open(query, options);
  await page.locator("button.run:enabled").waitFor();
  return page;
}

async function openAndRun(query: string, options = {}): Promise<Page> {
  const page = await site.open(query, options);
  await runButton(page).click();
  expect(await runEnded(page)).toMatch(/^Done: .+ The result is correct\.$/);
  return page;
}

const mode = (page: Page): Locator => page.getByLabel("mode", { exact: true });
const slider = (page: Page): Locator => page.getByRole("slider", { name: "Operation" });
/** "3 of 398" */
const at = (page: Page) => slider(page).getAttribute("aria-valuetext");
const step = (page: Page): Promise<string> => textOf(page.locator(".words h3"));
const count = (page: Page): Locator => page.locator(".parts .heading[data-state=current] .count");
const button = (page: Page, name: string): Locator => page.getByRole("button", { name });
const search = (page: Page): string => new URL(page.url()).search;
const focused = (page: Page) => page.evaluate(() => document.activeElement?.textContent);

/** Presses keys, one after the other. */
async function keys(page: Page, ...all: readonly string[]): Promise<void> {
  for (const key of all) await page.keyboard.press(key);
}

describe("the place xRSA", () => {
  it("opens with the small example's eight steps on the first screen, and a sentence of summary", async () => {
    const page = await open("xrsa/", { viewport: { width: 1280, height: 800 } });
    expect(await textOf(page.locator(".summary"))).toMatch(/12,304 .+ 5006 /);
    const headings = await page
      .locator(".parts .heading")
      .evaluateAll((all) => all.map((heading) => heading.getBoundingClientRect().bottom));
    expect(headings).toHaveLength(8);
    expect(Math.max(...headings)).toBeLessThan(800);
    await button(page, "Run it").click();
    expect(await runEnded(page)).toMatch(/^Done: 398 ⊗/);
    await button(page, "Next operation").click();
    await page.locator(".stepper tr.result code").waitFor();
    const withoutScripts = await site.open("xrsa/", { javaScriptEnabled: false });
    expect(await textOf(withoutScripts.locator(".lead p"))).toContain("The key is twice as long");
  });

  it("has the paper's counts and what the naive method takes, and dims them while a field is wrong", async () => {
    const page = await open(paper);
    const published = page.getByRole("row", { name: /^as published chosen 12,302 – 2\.2\/s/, includeHidden: true });
    await published.waitFor();
    await page.getByText("The paper counts 12,304 ⊗").waitFor();
    await page.getByRole("row", { name: /^3-bit window 5506 −11 % 4\.9\/s/ }).waitFor();
    await page.getByRole("row", { name: /6-bit window Does not fit: needs 19,200 bytes/ }).waitFor();
    expect(await textOf(page.locator("[aria-current=page]"))).toBe("xRSA");
    const naive = page.locator(".table-legend", { hasText: "naive method" });
    // 32 653 for 12 302.
    expect(await textOf(naive)).toMatch(/2\.65\s× the work of the chosen mode.+203 × as long as xRSA.+figure 5/);
    const multiplier = page.getByLabel("k multiplier");
    const shown = page.locator(".shown");
    // Too long; then on the way to another number, which the device refuses.
    for (const text of ["99999", "20"]) {
      await multiplier.fill(text);
      await page.locator(".progress-text", { hasText: "The results below are for your last valid choice" }).waitFor();
      const looks = await shown.evaluateAll((all) => all.map((box) => [(box as HTMLElement).inert, box.className]));
      expect(looks).toEqual([1, 2].map(() => [true, "shown is-stale"]));
      await published.waitFor({ state: "attached" });
      expect(await page.locator(".parts svg").count()).toBe(2);
      expect(await violations(page)).toEqual([]);
    }
    await multiplier.fill("2048");
    await mode(page).selectOption("window");
    await naive.filter({ hasText: /6\.52\s× the work/ }).waitFor();
    await page.getByLabel("window, bits").fill("9");
    await page.locator(".field-windowWidth .problem").waitFor();
    // A field that is no longer there blocks nothing.
    await mode(page).selectOption("paper");
    await page.locator("button.run:enabled").waitFor();
    await multiplier.fill("4096");
    await page.getByLabel("n modulus").fill("8192");
    await page.getByText("More settings").click();
    await page.getByLabel("unit RAM").fill("6144");
    await page.getByRole("row", { name: /^as published chosen 24,590/ }).waitFor();
    expect(await shown.first().getAttribute("class")).toBe("shown");
    await page.getByRole("link", { name: "Compare", exact: true }).click();
    await page.getByRole("heading", { level: 1 }).waitFor();
  });

  it("computes 4096 bits on 2048 with a window, equal to the ordinary decryption, and saves it", async () => {
    const page = await open("xrsa/?n=4096&k=2048&mode=window");
    await runButton(page).click();
    expect(await runEnded(page)).toMatch(/^Done: 5006 ⊗ in \d[\d.]* m?s\. The result is correct\.$/);
    const result = page.locator(".result tbody tr");
    await result.nth(2).getByText("equal", { exact: true }).waitFor();
    expect(await result.nth(0).getByText("equal", { exact: true }).count()).toBe(1);
    // The picture is full: every step has what it was to have.
    const steps = page.getByRole("list", { name: "The steps of the computation" }).locator("li");
    expect(await steps.count()).toBe(8);
    for (const text of await steps.allTextContents()) expect(text).toMatch(/: done, (\S+) of \1 multiplications$/);
    const csv = (await download(page, "Save CSV")).content.toString();
    expect(csv).toContain("paper,,4096,2,2048,4094,2,8198,4,4,12302");
  });

  it("shows how far the naive method is", async () => {
    const page = await site.open("xrsa/?n=8192&r=4&k=2048&mode=window");
    await runButton(page).click();
    await page.waitForFunction(() => {
      const text = document.querySelector(".progress-text")?.textContent ?? "";
      const bar = document.querySelector<HTMLElement>(".progress .bar");
      const fraction = Number(bar?.style.getPropertyValue("--fraction"));
      return /Naive method: .+ of 16,387 multiplications modulo N/.test(text) && fraction > 0 && fraction < 1;
    });
    expect(await runEnded(page)).toMatch(/^Done/);
  });

  it("computes with a key that the device made, of three primes, and renames them when there are more", async () => {
    const page = await openAndRun("xrsa/?n=384&r=3&k=128&mode=window&window=3&key=device");
    await page.getByRole("heading", { name: "The key, made on the device" }).waitFor();
    await page.getByRole("row", { name: /^primality/ }).waitFor();
    // The picture shows one prime of three, the one asked for.
    expect(await page.locator(".parts svg").count()).toBe(1);
    await button(page, "r₃").click();
    expect(await textOf(page.locator(".parts svg"))).toContain("Montgomery domain modulo r₃");
    const chain = page.locator(".chain button");
    expect((await chain.allTextContents()).at(-1)).toBe("r₃gives S");
    await page.getByLabel("r primes").fill("4");
    await chain.nth(3).waitFor();
    expect((await chain.allTextContents()).slice(2)).toEqual(["r₃gives Sp…r₃", "r₄gives S"]);
  });

  it("is stopped in the middle of a key, by keyboard too, without losing the focus", async () => {
    const page = await open(endless);
    expect(await stopAt(page, "The device makes a key")).toBe("Stopped.");
    await page.getByLabel("n modulus").focus();
    await keys(page, "Enter");
    await page.locator(".progress.active").waitFor();
    expect(await focused(page)).toBe("Stop");
    await keys(page, "Enter");
    expect(await runEnded(page)).toBe("Stopped.");
  });

  it("says below the field what the device refuses, and applies what would fit", async () => {
    const page = await site.open("xrsa/?mode=window&controller=1024");
    const apply = button(page, "Use 11,008 bytes of controller RAM");
    // It is among the settings, which it opens.
    await page.locator(".field-controllerRam .problem:visible", { hasText: "1024 bytes" }).waitFor();
    expect(await runButton(page).isDisabled()).toBe(true);
    await apply.click();
    await page.locator("button.run:enabled").waitFor();
    const accepted = "?n=4096&k=2048&mode=window&controller=11008";
    expect([search(page), await apply.count(), await focused(page)]).toEqual([accepted, 0, "Run"]);
    expect(await page.locator("#controllerRam").isVisible()).toBe(true);
  });

  it("keeps its choice in the address, goes back to the one before, and says what of an address it replaced", async () => {
    const page = await open("xrsa/?n=128&k=64&mode=paper&color=red");
    await page.locator(".notice li", { hasText: "left out: color" }).waitFor();
    expect(search(page)).toBe("?n=128&k=64&mode=paper");
    await page.getByLabel("example").selectOption("7680");
    await page.waitForURL(/[?&]n=7680&r=4&k=2048&mode=window$/);
    await page.getByLabel("example").selectOption("teaching");
    await mode(page).selectOption("squarings");
    await page.waitForURL(/[?&]n=128&k=64&mode=squarings$/);
    await page.goBack();
    expect(await page.getByLabel("n modulus").inputValue()).toBe("7680");
    await page.goForward();
    expect(await mode(page).inputValue()).toBe("squarings");
    await page.reload();
    expect(await page.getByLabel("k multiplier").inputValue()).toBe("64");
    await page.evaluate(() => {
      history.replaceState(null, "", "?n=99");
      history.pushState(null, "", "?n=4096&k=2048&mode=paper");
    });
    await page.goBack();
    await page.locator(".notice li", { hasText: "n = 99" }).waitFor();
    expect(search(page)).toBe("?n=4096&k=2048&mode=paper");
  });

  it.each([
    ["the small example", "xrsa/", 1280],
    ["a phone", teaching, 360],
    ["four primes", "xrsa/?n=7680&r=4&k=2048&mode=window", 1280],
    ["a link that the device refuses", "xrsa/?n=4096&mode=window&window=6", 1280],
  ])("moves nothing while it loads: %s", async (_name, query, width) => {
    const page = await site.open(query, { viewport: { width, height: 900 } });
    await page.locator(".progress-text", { hasText: /^(Run makes|This does not fit)/ }).waitFor();
    expect(await layoutShift(page)).toBeLessThan(0.05);
  });

  it("says what is missing without WebAssembly or a network, and offers the table once it has numbers", async () => {
    const page = await open("xrsa/");
    const file = button(page, "Save CSV");
    expect(await file.isEnabled()).toBe(true);
    await page.context().setOffline(true);
    await runButton(page).click();
    expect(await textOf(page.getByRole("alert").filter({ visible: true }))).toContain("You are offline");
    expect(await runEnded(page)).toBe("The run failed. The message above says why.");
    await page.context().setOffline(false);
    await page.route(webAssembly, () => {}); // is on its way
    await page.reload();
    expect(await file.isDisabled()).toBe(true);
    await page.unrouteAll();
    await page.route(webAssembly, (route) => route.abort());
    await page.reload();
    expect(await textOf(page.getByRole("alert"))).toContain("WebAssembly");
    expect(await runButton(page).isDisabled()).toBe(true);
  });
});

describe("the player", () => {
  it("steps forward and back through every operation, and the picture follows", async () => {
    const page = await openAndRun(teaching);
    const current = page.locator(".step-item[aria-current]");
    expect(await at(page)).toMatch(/^1 of \d+$/);
    expect(await step(page)).toBe("Step 1 of 8: R² modulo q");
    // The sentence of the step stays above the operation.
    expect(await textOf(page.locator(".step-sentence"))).toContain("takes numbers into the Montgomery domain");
    expect(await textOf(page.locator(".step-operation"))).toContain("which is also 1·R");
    expect(await page.locator(".parts .node[data-lit=result]").count()).toBe(1);
    await button(page, "Next operation").click();
    await keys(page, "ArrowRight");
    expect(await at(page)).toMatch(/^3 of /);
    // R² mod q, by the last ⊗ of its step: within the unit's 64 bits.
    await keys(page, "PageDown");
    expect(await textOf(current)).toContain("⊗");
    await keys(page, "ArrowLeft");
    expect(await step(page)).toBe("Step 1 of 8: R² modulo q");
    expect(await textOf(page.locator(".stepper tr.result code"))).toMatch(/^[\da-f]{1,16}$/);
    expect(await textOf(current)).toContain("⊗");
    expect(await textOf(count(page))).toBe("63 of 63 ⊗");
    await keys(page, "End");
    expect(await at(page)).toMatch(/^(\d+) of \1$/);
    expect(await step(page)).toBe("Step 8 of 8: product with p");
    expect(await textOf(page.locator(".step-moves"))).toContain("from the unit’s RAM");
    await keys(page, "Home");
    expect(await at(page)).toMatch(/^1 of /);
    await page.locator(".step-item").nth(4).click();
    expect(await at(page)).toMatch(/^5 of /);
    expect(await page.locator(":focus").getAttribute("aria-current")).toBe("step");
    // The keys go on from the list, also when the operation that had the focus is out of it.
    await keys(page, ...Array<string>(12).fill("ArrowRight"));
    expect([await at(page), await focused(page)]).toEqual([
      expect.stringMatching(/^17 of /),
      expect.stringMatching(/^17/),
    ]);
    await slider(page).fill("100");
    // The box around the values scrolls by the same keys.
    await page.locator(".stepper .table-box").focus();
    await keys(page, "ArrowRight", "PageDown", "End");
    expect(await at(page)).toMatch(/^101 of /);
  });

  it("has keys for playing, stepping and speed while the focus is there, and names them", async () => {
    const page = await open(paper);
    const index = () => slider(page).inputValue();
    const speed = page.getByLabel("speed");
    // Elsewhere they mean what they always do.
    await keys(page, "k", "ArrowRight", "+");
    expect([await index(), await speed.inputValue()]).toEqual(["0", "1"]);
    expect(await page.locator(".keys kbd").allTextContents()).toContain("Space");
    // A click beside the controls is enough.
    await page.locator(".parts").click();
    await keys(page, "PageDown", "PageDown");
    expect(await step(page)).toBe("Step 2 of 8: m reduced modulo q");
    await keys(page, "ArrowRight");
    expect(await step(page)).toBe("Step 3 of 8: power modulo q");
    expect(await textOf(page.locator(".words .step-sentence"))).toContain("modulo q only");
    expect(await textOf(count(page))).toBe("1 of 4099 ⊗");
    await keys(page, "+", "+", "+", "+");
    expect(await speed.inputValue()).toBe("8");
    await keys(page, "-");
    expect(await speed.inputValue()).toBe("4");
    for (const key of ["k", "Space"]) {
      await keys(page, key);
      await button(page, "Pause").waitFor();
      await keys(page, key);
      await button(page, "Play").waitFor();
    }
    await keys(page, "Home");
    expect(await index()).toBe("0");
    // Space presses the button that has the focus.
    await button(page, "Next operation").press("Space");
    expect(await index()).toBe("1");
    await button(page, "Play").waitFor();
    await slider(page).press("End");
    expect(await index()).toBe("12301");
  });

  it("plays before a run, the words follow, and it speaks at most every five seconds", async () => {
    const page = await open(paper);
    await slider(page).fill("3000");
    await button(page, "Play").click();
    const first = await textOf(count(page));
    await page.waitForFunction(
      (text) => document.querySelector(".parts .heading[data-state=current] .count")?.textContent !== text,
      first,
    );
    await button(page, "Pause").click();
    expect(await step(page)).toMatch(/^Step [3-8] of 8/);
    const spoken = page.locator(".words [role=status]");
    await keys(page, "Home");
    await button(page, "Next step").click();
    expect(await textOf(spoken)).toMatch(/^m reduced modulo q: /);
    await page.evaluate(() => {
      const region = document.querySelector(".words [role=status]");
      const counts = globalThis as unknown as { spoken: number };
      counts.spoken = 0;
      new MutationObserver(() => (counts.spoken += 1)).observe(region as Node, { subtree: true, characterData: true });
    });
    await page.getByLabel("speed").selectOption("8");
    await button(page, "Play").click();
    await button(page, "Pause").waitFor();
    await button(page, "Play").waitFor(); // after less than two seconds
    // When it begins, and when it ends.
    expect(await page.evaluate(() => (globalThis as unknown as { spoken: number }).spoken)).toBeLessThanOrEqual(2);
    expect(await textOf(spoken)).toMatch(/^product with p: /);
  });

  it("plays when the first frame began before the click, and names an error", async () => {
    const page = await site.open(teaching);
    const errors: string[] = [];
    page.on("pageerror", ({ message }) => errors.push(message));
    // The time of a frame is that of its start; Play is often pressed within one.
    await page.evaluate(() => {
      const request = globalThis.requestAnimationFrame;
      globalThis.requestAnimationFrame = (callback) => request((now) => callback(now - 40));
    });
    await runButton(page).click();
    await runEnded(page);
    await button(page, "Play").click();
    await page.waitForFunction(() => Number(document.querySelector<HTMLInputElement>(".player input")?.value) > 1);
    expect(errors).toEqual([]);
    await page.evaluate(() => {
      globalThis.matchMedia = () => {
        throw new Error("no such query");
      };
    });
    await page.getByLabel("speed").selectOption("8");
    await page.getByRole("alert").filter({ hasText: "The player stopped because of an error" }).waitFor();
    await button(page, "Play").waitFor();
    expect(await slider(page).isEnabled()).toBe(true);
  });

  it("plays at one speed, however fast Pause and Play follow each other", async () => {
    const page = await open(paper);
    await page.getByLabel("speed").selectOption("0.5");
    await page.clock.install({ time: 0 });
    await page.clock.pauseAt(1000);
    const operations = await page.evaluate(() => {
      const player = document.querySelector(".player");
      for (let click = 0; click < 5; click += 1) player?.querySelector<HTMLElement>(".play")?.click();
      return Number(player?.querySelector("input")?.value);
    });
    await page.clock.runFor(1000);
    // The whole takes 14 seconds, of which four short steps of eight get 5 % each.
    const usual = (12_302 / 14) * 1.2;
    const passed = Number(await slider(page).inputValue()) - operations;
    expect(passed / usual).toBeGreaterThan(0.4);
    expect(passed / usual).toBeLessThan(0.6);
  });

  it("moves nothing by itself, and goes from step to step for readers who want no motion", async () => {
    const page = await openAndRun(teaching, { reducedMotion: "reduce" });
    await page.clock.install();
    await page.clock.runFor(1500);
    expect(await slider(page).inputValue()).toBe("0");
    expect(await page.evaluate(() => document.getAnimations().length)).toBe(0);
    await page.getByLabel("example").selectOption("paper");
    await page.getByLabel("speed").selectOption("8");
    await page.evaluate(() => {
      const seen: string[] = [];
      Object.assign(globalThis, { seen });
      const input = document.querySelector<HTMLInputElement>(".player input");
      const look = () => {
        if (input && seen.at(-1) !== input.value) seen.push(input.value);
        requestAnimationFrame(look);
      };
      look();
    });
    await button(page, "Play").click();
    await page.waitForFunction(() => (globalThis as unknown as { seen: string[] }).seen.at(-1) === "12301");
    const seen = await page.evaluate(() => (globalThis as unknown as { seen: string[] }).seen);
    expect(seen).toEqual(["0", "2047", "2048", "6147", "8194", "8195", "12294", "12298", "12301"]);
  });
});

const phone = { viewport: { width: 360, height: 740 }, hasTouch: true, isMobile: true };

describe("on a phone", () => {
  it.each([
    ["the paper's computation", paper, 4],
    ["the small example", teaching, 4],
    ["eight primes", "xrsa/?n=1024&r=8&k=256&mode=window&window=3&key=device", undefined],
  ])("no table scrolls, and details begin within four screens: %s", async (...row) => {
    const [, query, screens] = row;
    const page = await openAndRun(query, phone);
    await setLetters(page, usualZeroWidth);
    await slider(page).fill("80");
    const top = await page.locator("#memory").evaluate((details) => details.getBoundingClientRect().top + scrollY);
    if (screens !== undefined) expect(top).toBeLessThanOrEqual(screens * 740);
    for (const title of ["Memory and operations", "Notes on the paper"]) {
      await page.getByText(title).click();
    }
    await page.locator("#notes cite").waitFor();
    const boxes = page.locator(".table-box:visible");
    expect(await boxes.evaluateAll((all) => all.filter((box) => box.scrollWidth > box.clientWidth).length)).toBe(0);
  });

  it("begins with the first step, says what Run does, and leads to each prime", async () => {
    const page = await open("xrsa/", phone);
    const picture = page.locator(".parts.down");
    expect(await picture.locator("svg").getAttribute("viewBox")).toMatch(/^0 0 /);
    expect(await textOf(page.locator(".chain [aria-pressed=true]"))).toMatch(/^q/);
    const described = await page.locator("button.run").getAttribute("aria-describedby");
    expect(await textOf(page.locator(`#${described}`))).toMatch(/^Run makes a key/);
    const legend = await page.locator(".stepper .more-settings").boundingBox();
    expect(legend?.y).toBeGreaterThan((await picture.boundingBox())?.y ?? Number.NaN);
    await button(page, "q gives").click();
    expect(await step(page)).toBe("Step 1 of 8: R² modulo q");
    expect([await picture.locator("svg").count(), await count(page).count()]).toEqual([1, 1]);
    expect((await picture.locator("svg").boundingBox())?.height).toBeLessThan(300);
    // The controls stay in sight.
    await picture.evaluate((element) => window.scrollBy(0, element.getBoundingClientRect().top));
    expect((await button(page, "Play").boundingBox())?.y).toBeGreaterThanOrEqual(0);
  });
});

describe("for everyone", () => {
  it("prints the counts with method and parameters, without controls and colors", async () => {
    const page = await open(paper);
    await page.emulateMedia({ media: "print" });
    await page.setViewportSize({ width: 700, height: 1000 }); // about A4
    expect(await page.locator(".parts svg").count()).toBe(2);
    for (const control of [".run", ".player", ".keys", ".files", ".presets"]) {
      expect(await page.locator(control).first().isVisible(), control).toBe(false);
    }
    expect(await page.getByText(/for 4096 bits, 2 primes, a 2048-bit multiplier/).isVisible()).toBe(true);
    expect(await mode(page).isVisible()).toBe(true);
    const colors = await page.locator(".modes .segment, .figure rect").evaluateAll((all) =>
      all.flatMap((element) => {
        const { backgroundColor, fill, stroke } = getComputedStyle(element);
        return [backgroundColor, fill, stroke];
      }),
    );
    const colored = [...new Set(colors)].filter((color) => {
      const [red, green, blue] = color.match(/\d+/g) ?? [];
      return red !== undefined && (Math.abs(+red - Number(green)) > 24 || Math.abs(+red - Number(blue)) > 24);
    });
    expect(colored).toEqual([]);
  });

  it("shows what is lit, chosen and counted in forced colors", async () => {
    const page = await openAndRun(teaching, { forcedColors: "active", colorScheme: "dark" });
    await button(page, "Next operation").click();
    const [box, text] = await page
      .locator(".parts .node[data-lit]")
      .first()
      .evaluate((node) => ["rect", "text"].map((part) => getComputedStyle(node.querySelector(part) as Element).fill));
    expect(box).not.toBe(text);
    const bars = page.locator(".modes .is-chosen .segment");
    const grounds = await bars.evaluateAll((all) => all.map((bar) => getComputedStyle(bar).backgroundColor));
    expect(new Set(grounds.slice(0, 3)).size).toBe(3);
  });
});
