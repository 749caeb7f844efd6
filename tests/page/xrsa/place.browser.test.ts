import type { Page } from "playwright";
import { describe, expect, it } from "vitest";
import { violations } from "../accessibility.ts";
import {
  download,
  layoutShift,
  runButton,
  runEnded,
  servePlainly,
  site,
  stopAt,
  textOf,
  watchLoads,
  webAssembly,
} from "../browser.ts";
import { setLetters, usualZeroWidth } from "../letters.ts";

const teaching = "xrsa/?n=128&k=64&mode=paper";

async function openAndRun(query: string, options = {}): Promise<Page> {
  const page = await site.open(query, options);
  await runButton(page).click();
  expect(await runEnded(page)).toMatch(/^Done: .+ The result is correct\.$/);
  return page;
}

describe("the place xRSA", () => {
  it("opens with the paper's counts, and Compare is a link away", async () => {
    const page = await site.open("xrsa/");
    await page.getByRole("row", { name: /^as published chosen 12,302 – 2\.2\/s/ }).waitFor();
    await page.getByText("The paper counts 12,304 ⊗").waitFor();
    await page.getByRole("row", { name: /^3-bit window 5506 −11 % 4\.9\/s/ }).waitFor();
    await page.getByRole("row", { name: /6-bit window Does not fit: needs 19,200 bytes/ }).waitFor();
    expect(await textOf(page.locator("[aria-current=page]"))).toBe("xRSA");
    await page.getByRole("link", { name: "Compare", exact: true }).click();
    await page.getByRole("heading", { name: /How fast can RSA decrypt/ }).waitFor();
    await page.getByRole("link", { name: "xRSA", exact: true }).click();
    await page.getByRole("heading", { name: /RSA-4096 on a chip/ }).waitFor();
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

  it("computes 4096 bits on 2048 with a window, equal to the ordinary decryption", async () => {
    const page = await openAndRun("xrsa/?n=4096&k=2048&mode=window");
    expect(await textOf(page.locator(".progress-text"))).toMatch(/^Done: 5006 ⊗ in \d[\d.]* m?s\./);
    const result = page.locator(".result tbody tr");
    await result.nth(2).getByText("equal", { exact: true }).waitFor();
    expect(await result.nth(0).getByText("equal", { exact: true }).count()).toBe(1);
    // The picture is full: every step has what it was to have.
    const steps = page.getByRole("list", { name: "The steps of the computation" }).locator("li");
    expect(await steps.count()).toBe(8);
    for (const text of await steps.allTextContents()) expect(text).toMatch(/: done, (\S+) of \1 multiplications$/);
    const saved = JSON.parse((await download(page, "Save JSON")).content.toString());
    expect(saved.run.device.report.total.multiplications).toBe(5006);
    expect(saved.run.ordinary.equal).toBe(true);
    expect(saved.run.software.equal).toBe(true);
    expect(JSON.stringify(saved)).not.toContain('primes":[');
    const csv = (await download(page, "Save CSV")).content.toString();
    expect(csv).toContain("paper,,4096,2,2048,4094,2,8198,4,4,12302");
    await page.context().grantPermissions(["clipboard-read", "clipboard-write"]);
    await page.getByRole("button", { name: "Copy as Markdown" }).click();
    await page.getByRole("button", { name: "Copied" }).waitFor();
    expect(await page.evaluate(() => navigator.clipboard.readText())).toContain("| as published |");
  });

  it("computes with a key that the device made, of three primes", async () => {
    const page = await openAndRun("xrsa/?n=384&r=3&k=128&mode=window&window=3&key=device");
    await page.getByRole("heading", { name: "The key, made on the device" }).waitFor();
    await page.getByRole("row", { name: /^primality/ }).waitFor();
    // The picture shows one prime of three, the one asked for.
    expect(await page.locator(".parts svg").count()).toBe(1);
    await page.getByRole("button", { name: "r₃" }).click();
    expect(await textOf(page.locator(".parts svg"))).toContain("Montgomery domain modulo r₃");
  });

  it("begins on a phone with the first step, and says what Run does", async () => {
    const page = await site.open("xrsa/", { viewport: { width: 390, height: 844 } });
    await page.locator("button.run:enabled").waitFor();
    expect(await page.locator(".parts svg").getAttribute("viewBox")).toMatch(/^0 0 /);
    expect(await textOf(page.locator(".chain [aria-pressed=true]"))).toMatch(/^q/);
    const described = await page.locator("button.run").getAttribute("aria-describedby");
    expect(await textOf(page.locator(`#${described}`))).toMatch(/^Run makes a key/);
    const [picture, legend] = await Promise.all(
      [".parts", ".stepper .more-settings"].map((box) => page.locator(box).boundingBox()),
    );
    expect(legend?.y).toBeGreaterThan(picture?.y ?? Number.NaN);
  });

  it("begins with why: the chip and the key, before any script", async () => {
    const page = await site.open("xrsa/", { javaScriptEnabled: false });
    expect(await textOf(page.locator(".lead p"))).toContain("The key has 4096 bits, twice as many as the multiplier");
    const pictures = page.locator(".why").getByRole("img");
    expect(await pictures.count()).toBe(2);
    expect(await pictures.nth(0).getByText("N, 4096 bits").isVisible()).toBe(true);
    await page.getByRole("img", { name: /sticks out on both sides/ }).waitFor();
  });

  it("says before a run what the naive method takes, and what it took on the paper's chip", async () => {
    const page = await site.open("xrsa/");
    const naive = page.locator(".table-legend", { hasText: "naive method" });
    // 32 653 for 12 302.
    expect(await textOf(naive)).toMatch(/2\.65\s× the work of the chosen mode.+203 × as long as xRSA.+figure 5/);
    await page.getByLabel("mode", { exact: true }).selectOption("window");
    await naive.filter({ hasText: /6\.52\s× the work/ }).waitFor();
  });

  it("steps forward and back through every operation, and the picture follows", async () => {
    const page = await openAndRun(teaching);
    const slider = page.getByRole("slider", { name: "Operation" });
    const at = () => slider.getAttribute("aria-valuetext");
    const step = page.locator(".words h3");
    expect(await at()).toMatch(/^1 of \d+$/);
    expect(await textOf(step)).toBe("Step 1 of 8: R² modulo q");
    // The sentence of the step stays above the operation.
    expect(await textOf(page.locator(".step-sentence"))).toContain("takes numbers into the Montgomery domain");
    expect(await textOf(page.locator(".step-operation"))).toContain("which is also 1·R");
    expect(await page.locator(".parts .node[data-lit=result]").count()).toBe(1);
    const value = page.locator(".stepper tr.result code");
    await page.getByRole("button", { name: "Next operation" }).click();
    await page.keyboard.press("ArrowRight");
    expect(await at()).toMatch(/^3 of /);
    // R² mod q, by the last ⊗ of its step: within the unit's 64 bits.
    await page.keyboard.press("PageDown");
    expect(await textOf(page.locator(".step-item[aria-current]"))).toContain("⊗");
    await page.keyboard.press("ArrowLeft");
    expect(await textOf(step)).toBe("Step 1 of 8: R² modulo q");
    expect(await textOf(value)).toMatch(/^[\da-f]{1,16}$/);
    expect(await textOf(page.locator(".step-item[aria-current]"))).toContain("⊗");
    expect(await textOf(page.locator(".parts .heading[data-state=current] .count"))).toBe("63 of 63 ⊗");
    await page.keyboard.press("End");
    expect(await at()).toMatch(/^(\d+) of \1$/);
    expect(await textOf(step)).toBe("Step 8 of 8: product with p");
    expect(await textOf(page.locator(".step-moves"))).toContain("from the unit’s RAM");
    await page.keyboard.press("Home");
    expect(await at()).toMatch(/^1 of /);
    await page.locator(".step-item").nth(4).click();
    expect(await at()).toMatch(/^5 of /);
    expect(await page.evaluate(() => document.activeElement?.getAttribute("aria-current"))).toBe("step");
    // The keys go on from the list, also when the operation that had the focus is out of it.
    for (let press = 0; press < 12; press += 1) await page.keyboard.press("ArrowRight");
    expect(await at()).toMatch(/^17 of /);
    expect(await page.evaluate(() => document.activeElement?.textContent)).toMatch(/^17/);
    await slider.fill("100");
    expect(await at()).toMatch(/^101 of /);
    // The box around the values scrolls by the same keys.
    await page.locator(".stepper .table-box").focus();
    for (const key of ["ArrowRight", "PageDown", "End"]) await page.keyboard.press(key);
    expect(await at()).toMatch(/^101 of /);
  });

  it("has keys for playing, stepping and speed while the focus is there, and names them", async () => {
    const page = await site.open("xrsa/");
    await page.locator("button.run:enabled").waitFor();
    const slider = page.getByRole("slider", { name: "Operation" });
    const at = () => slider.inputValue();
    const speed = page.getByLabel("speed");
    // Elsewhere they mean what they always do.
    for (const key of ["k", "ArrowRight", "+"]) await page.keyboard.press(key);
    expect([await at(), await speed.inputValue()]).toEqual(["0", "1"]);
    expect(await page.locator(".keys kbd").allTextContents()).toContain("Space");
    // A click beside the controls is enough.
    await page.locator(".parts").click();
    await page.keyboard.press("PageDown");
    await page.keyboard.press("PageDown");
    expect(await textOf(page.locator(".words h3"))).toBe("Step 2 of 8: m reduced modulo q");
    await page.keyboard.press("ArrowRight");
    expect(await textOf(page.locator(".words h3"))).toBe("Step 3 of 8: power modulo q");
    expect(await textOf(page.locator(".words .step-sentence"))).toContain("modulo q only");
    expect(await textOf(page.locator(".parts .heading[data-state=current] .count"))).toBe("1 of 4099 ⊗");
    for (const key of ["+", "+", "+", "+"]) await page.keyboard.press(key);
    expect(await speed.inputValue()).toBe("8");
    await page.keyboard.press("-");
    expect(await speed.inputValue()).toBe("4");
    for (const key of ["k", "Space"]) {
      await page.keyboard.press(key);
      await page.getByRole("button", { name: "Pause" }).waitFor();
      await page.keyboard.press(key);
      await page.getByRole("button", { name: "Play" }).waitFor();
    }
    await page.keyboard.press("Home");
    expect(await at()).toBe("0");
    // Space presses the button that has the focus.
    await page.getByRole("button", { name: "Next operation" }).press("Space");
    expect(await at()).toBe("1");
    await page.getByRole("button", { name: "Play" }).waitFor();
    await slider.press("End");
    expect(await at()).toBe("12301");
  });

  it("plays the computation before it is run, and the words follow", async () => {
    const page = await site.open("xrsa/");
    await page.getByRole("slider", { name: "Operation" }).fill("3000");
    expect(await page.locator(".parts .heading[data-state=current]").count()).toBe(1);
    await page.getByRole("button", { name: "Play" }).click();
    const count = page.locator(".parts .heading[data-state=current] .count");
    const first = await textOf(count);
    await page.waitForFunction(
      (text) => document.querySelector(".parts .heading[data-state=current] .count")?.textContent !== text,
      first,
    );
    await page.getByRole("button", { name: "Pause" }).click();
    await page.locator(".words h3", { hasText: /^Step [3-8] of 8/ }).waitFor();
  });

  it("plays when the first frame began before the click, and names an error of the player", async () => {
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
    await page.getByRole("button", { name: "Play" }).click();
    const slider = page.getByRole("slider", { name: "Operation" });
    await page.waitForFunction(() => Number(document.querySelector<HTMLInputElement>(".player input")?.value) > 1);
    expect(errors).toEqual([]);
    await page.evaluate(() => {
      globalThis.matchMedia = () => {
        throw new Error("no such query");
      };
    });
    await page.getByLabel("speed").selectOption("8");
    await page.getByRole("alert").filter({ hasText: "The player stopped because of an error" }).waitFor();
    await page.getByRole("button", { name: "Play" }).waitFor();
    expect(await slider.isEnabled()).toBe(true);
  });

  it("plays at one speed, however fast Pause and Play follow each other", async () => {
    const page = await site.open("xrsa/");
    await page.getByLabel("speed").selectOption("0.5");
    await page.getByRole("button", { name: "Play" }).click();
    await page.getByRole("button", { name: "Pause" }).waitFor();
    await page.clock.install({ time: 0 });
    await page.clock.pauseAt(1000);
    const operations = await page.evaluate(() => {
      const player = document.querySelector(".player");
      for (let click = 0; click < 4; click += 1) player?.querySelector<HTMLElement>(".play")?.click();
      return Number(player?.querySelector("input")?.value);
    });
    await page.clock.runFor(1000);
    // The whole takes 14 seconds, of which four short steps of eight get 5 % each.
    const usual = (12_302 / 14) * 1.2;
    const passed = Number(await page.getByRole("slider", { name: "Operation" }).inputValue()) - operations;
    expect(passed / usual).toBeGreaterThan(0.4);
    expect(passed / usual).toBeLessThan(0.6);
  });

  it("moves nothing by itself, and goes from step to step for readers who want no motion", async () => {
    const page = await openAndRun(teaching, { reducedMotion: "reduce" });
    const slider = page.getByRole("slider", { name: "Operation" });
    await page.clock.install();
    await page.clock.runFor(1500);
    expect(await slider.inputValue()).toBe("0");
    expect(await page.evaluate(() => document.getAnimations().length)).toBe(0);
    await page.getByRole("button", { name: /^As published/ }).click();
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
    await page.getByRole("button", { name: "Play" }).click();
    await page.waitForFunction(() => (globalThis as unknown as { seen: string[] }).seen.at(-1) === "12301");
    const seen = await page.evaluate(() => (globalThis as unknown as { seen: string[] }).seen);
    expect(seen).toEqual(["0", "2047", "2048", "6147", "8194", "8195", "12294", "12298", "12301"]);
  });

  it("speaks at most every five seconds while it plays, and at once when the user steps", async () => {
    const page = await site.open("xrsa/");
    const spoken = page.locator(".words [role=status]");
    await page.getByRole("button", { name: "Next step" }).click();
    expect(await textOf(spoken)).toMatch(/^R² modulo q: /);
    await page.evaluate(() => {
      const region = document.querySelector(".words [role=status]");
      const counts = globalThis as unknown as { spoken: number };
      counts.spoken = 0;
      new MutationObserver(() => (counts.spoken += 1)).observe(region as Node, { subtree: true, characterData: true });
    });
    await page.getByLabel("speed").selectOption("8");
    await page.getByRole("button", { name: "Play" }).click();
    await page.getByRole("button", { name: "Pause" }).waitFor();
    await page.getByRole("button", { name: "Play" }).waitFor(); // after less than two seconds
    // When it begins, and when it ends.
    expect(await page.evaluate(() => (globalThis as unknown as { spoken: number }).spoken)).toBeLessThanOrEqual(2);
    expect(await textOf(spoken)).toMatch(/^product with p: /);
  });

  it("stops in the middle of a key", async () => {
    // Primes of 4096 bits take the device's model minutes.
    const page = await site.open("xrsa/?n=8192&k=4096&mode=window&unit=8192&controller=65536&key=device");
    expect(await stopAt(page, "The device makes a key")).toBe("Stopped.");
    expect(await runButton(page).isEnabled()).toBe(true);
  });

  it("offers the table as a file once it has numbers", async () => {
    const page = await site.open("xrsa/");
    await page.route("**/*.wasm", () => {}); // is on its way
    await page.reload();
    const buttons = ["Save JSON", "Save CSV", "Copy as Markdown"].map((name) => page.getByRole("button", { name }));
    for (const button of buttons) expect(await button.isDisabled()).toBe(true);
    await page.unroute("**/*.wasm");
    await page.reload();
    await page.locator("button.run:enabled").waitFor();
    for (const button of buttons) expect(await button.isEnabled()).toBe(true);
  });

  it("says below the field what the device refuses, and what would fit", async () => {
    const page = await site.open("xrsa/?n=4096&mode=window&window=6&color=red");
    await page.getByText("left out: color").waitFor();
    await page.locator(".field-windowWidth", { hasText: "a window of 5 bits fits" }).waitFor();
    expect(await runButton(page).isDisabled()).toBe(true);
    await page.getByLabel("window, bits").fill("5");
    expect(await runButton(page).isEnabled()).toBe(true);
    await page.getByLabel("k multiplier").fill("100");
    expect(await textOf(page.locator(".field-multiplierLength .field-note"))).toContain("multiple of 32");
    await page.getByLabel("r primes").fill("9");
    expect(await textOf(page.locator(".field-primes .field-note"))).toContain("2 to 8");
  });

  it.each([
    ["mode=window&window=6", "a 5-bit window", "n=4096&k=2048&mode=window"],
    ["n=8192&k=2048&mode=window", "4 primes", "n=8192&r=4&k=2048&mode=window"],
    ["mode=window&controller=1024", /11,008 bytes of controller RAM/, "n=4096&k=2048&mode=window&controller=11008"],
  ])("applies with a button what would fit: ?%s", async (refused, fix, accepted) => {
    const page = await site.open(`xrsa/?${refused}`);
    const apply = page.getByRole("button", { name: typeof fix === "string" ? `Use ${fix}` : fix });
    await apply.click();
    await page.locator("button.run:enabled").waitFor();
    expect(new URL(page.url()).search).toBe(`?${accepted}`);
    expect(await apply.count()).toBe(0);
    expect(await page.evaluate(() => document.activeElement?.textContent)).toBe("Run");
  });

  it.each([
    ["the paper's device", "xrsa/", 1280],
    ["a phone", "xrsa/?n=128&k=64&mode=paper", 360],
    ["four primes", "xrsa/?n=7680&r=4&k=2048&mode=window", 1280],
    ["a link that the device refuses", "xrsa/?n=4096&mode=window&window=6", 1280],
  ])("moves nothing while it loads: %s", async (_name, query, width) => {
    const page = await site.open(query, { viewport: { width, height: 900 } });
    await page.locator(".progress-text", { hasText: /^(Run makes|This does not fit)/ }).waitFor();
    expect(await layoutShift(page)).toBeLessThan(0.05);
  });

  it("dims what is below while a field is wrong, and goes on when it is right", async () => {
    const page = await site.open("xrsa/");
    const shown = page.locator(".shown");
    const paper = page.getByRole("row", { name: /^as published chosen 12,302/, includeHidden: true });
    await paper.waitFor();
    const multiplier = page.getByLabel("k multiplier");
    // Too long; then on the way to another number, which the device refuses.
    for (const text of ["99999", "20"]) {
      await multiplier.fill(text);
      await page.locator(".progress-text", { hasText: "The results below are for your last valid choice" }).waitFor();
      expect(await shown.evaluate((element: HTMLElement) => [element.inert, element.className])).toEqual([
        true,
        "shown is-stale",
      ]);
      await paper.waitFor({ state: "attached" });
      expect(await page.locator(".parts svg").count()).toBe(2);
      expect(await violations(page)).toEqual([]);
    }
    await multiplier.fill("4096");
    await page.getByLabel("n modulus").fill("8192");
    await page.getByText("More settings").click();
    await page.getByLabel("unit RAM").fill("6144");
    await page.getByRole("row", { name: /^as published chosen 24,590/ }).waitFor();
    expect(await shown.getAttribute("class")).toBe("shown");
  });

  it("is not blocked by a field that is no longer there", async () => {
    const page = await site.open("xrsa/?n=4096&mode=window");
    await page.getByLabel("window, bits").fill("9");
    await page.locator(".field-windowWidth .problem").waitFor();
    await page.getByLabel("mode", { exact: true }).selectOption("squarings");
    await page.locator("button.run:enabled").waitFor();
  });

  it("opens the settings that a refusal is about", async () => {
    const page = await site.open("xrsa/?n=4096&mode=window&controller=1024");
    await page.locator(".field-controllerRam .problem").filter({ visible: true }).waitFor();
    await page.getByLabel("controller RAM").fill("16384");
    await page.locator("button.run:enabled").waitFor();
    expect(await page.getByLabel("controller RAM").isVisible()).toBe(true);
  });

  it("renames the primes when there are more of them", async () => {
    const page = await site.open("xrsa/?n=6144&r=3&k=2048&mode=window");
    const chain = page.locator(".chain button");
    await page.getByRole("row", { name: /^5-bit window chosen/ }).waitFor();
    expect((await chain.allTextContents()).at(-1)).toBe("r₃gives S");
    await page.getByLabel("r primes").fill("4");
    await chain.nth(3).waitFor();
    expect((await chain.allTextContents()).slice(2)).toEqual(["r₃gives Sp…r₃", "r₄gives S"]);
  });

  it("says that it is offline if a run cannot begin", async () => {
    const page = await site.open("xrsa/");
    await page.locator("button.run:enabled").waitFor();
    await page.context().setOffline(true);
    await runButton(page).click();
    expect(await textOf(page.getByRole("alert").filter({ visible: true }))).toContain("You are offline");
    expect(await runEnded(page)).toBe("The run failed. The message above says why.");
  });

  it("keeps its choice in the address, and goes back to the preset before", async () => {
    const page = await site.open("xrsa/");
    await page.getByRole("button", { name: /^RSA-7680/ }).click();
    await page.waitForURL(/[?&]n=7680&r=4&k=2048&mode=window$/);
    await page.getByRole("button", { name: /^Small example/ }).click();
    await page.getByLabel("mode", { exact: true }).selectOption("squarings");
    await page.waitForURL(/[?&]n=128&k=64&mode=squarings$/);
    await page.goBack();
    expect(await page.getByLabel("n modulus").inputValue()).toBe("7680");
    await page.goForward();
    expect(await page.getByLabel("mode", { exact: true }).inputValue()).toBe("squarings");
    await page.reload();
    expect(await page.getByLabel("k multiplier").inputValue()).toBe("64");
  });

  it.each([
    ["n=99", "n=4096&k=2048&mode=paper", "n = 99"],
    ["n=4096&mode=zzz", "n=4096&k=2048&mode=paper", "mode"],
    ["n=128&k=64&mode=paper&color=red", "n=128&k=64&mode=paper", "left out: color"],
  ])("says what of the address ?%s it replaced, and has what it shows there", async (asked, shown, notice) => {
    const page = await site.open(`xrsa/?${asked}`);
    await page.locator(".notice li", { hasText: notice }).waitFor();
    expect(new URL(page.url()).search).toBe(`?${shown}`);
  });

  it("says the same when Back leads to such an address", async () => {
    const page = await site.open("xrsa/");
    await runButton(page).waitFor();
    await page.evaluate(() => {
      history.replaceState(null, "", "?n=99");
      history.pushState(null, "", "?n=4096&k=2048&mode=paper");
    });
    await page.goBack();
    await page.locator(".notice li", { hasText: "n = 99" }).waitFor();
    expect(new URL(page.url()).search).toBe("?n=4096&k=2048&mode=paper");
  });

  it("measures Table I when asked", async () => {
    const page = await site.open("xrsa/?n=512&k=256");
    await page.getByText("One modular multiplication").click();
    await page.getByRole("button", { name: "Measure here" }).click();
    await page.getByText(/^Medians of \d+ samples/).waitFor();
    const times = await page.locator("#table-one tbody td:nth-of-type(1)").allTextContents();
    expect(times).toHaveLength(3);
    for (const time of times) expect(Number.parseFloat(time), time).toBeGreaterThan(0);
  });

  it("asks for no other host", async () => {
    const page = await site.open(teaching);
    const loaded = watchLoads(page);
    await page.reload();
    await runButton(page).click();
    await runEnded(page);
    expect(loaded.origins()).toEqual([new URL(site.address).origin]);
  });

  it("works on a plain host under any path", async () => {
    const host = await servePlainly(site.folder, "/some/where/");
    try {
      await openAndRun(`${host.address}${teaching}`);
    } finally {
      host.close();
    }
  });
});

describe.each(["light", "dark"] as const)("in %s", (colorScheme) => {
  it("has no violation: refused, empty, running, after a run, and stepping", async () => {
    const page = await site.open("xrsa/?n=128&k=100&bits=3", { colorScheme });
    await page.locator(".field-multiplierLength .problem").waitFor();
    expect(await violations(page)).toEqual([]);
    await page.getByLabel("k multiplier").fill("64");
    await page.locator(".parts svg").first().waitFor();
    expect(await violations(page)).toEqual([]);
    await runButton(page).click();
    await runEnded(page);
    await page.getByRole("button", { name: "Next step" }).click();
    expect(await violations(page)).toEqual([]);
  });
});

const phone = { viewport: { width: 360, height: 740 }, hasTouch: true, isMobile: true };

describe("on a phone", () => {
  it.each([
    ["the paper's computation", "xrsa/?n=4096&k=2048&mode=paper"],
    ["the small example", teaching],
    ["eight primes", "xrsa/?n=1024&r=8&k=256&mode=window&window=3&key=device"],
  ])("no table scrolls, touch targets have 44 pixels, and nothing violates a rule: %s", async (_name, query) => {
    const page = await openAndRun(query, phone);
    await setLetters(page, usualZeroWidth);
    await page.getByRole("slider", { name: "Operation" }).fill("80");
    for (const title of ["Memory and operations", "One modular multiplication", "Notes on the paper"]) {
      await page.getByText(title).click();
    }
    await page.locator("#notes cite").waitFor();
    const boxes = page.locator(".table-box:visible");
    expect(await boxes.evaluateAll((all) => all.filter((box) => box.scrollWidth > box.clientWidth).length)).toBe(0);
    const small = await page
      .locator("main")
      .evaluate((main) =>
        [...main.querySelectorAll("button:not(.term, .link), select, summary, input")]
          .filter((element) => element.checkVisibility() && element.getBoundingClientRect().height < 44)
          .map((element) => `${element.tagName} ${element.textContent}`),
      );
    expect(small).toEqual([]);
    expect(await violations(page)).toEqual([]);
  });

  it.each([
    ["the paper's computation", "xrsa/"],
    ["the small example", teaching],
  ])("has at most four screens before the details: %s", async (_name, query) => {
    const page = await openAndRun(query, phone);
    await setLetters(page, usualZeroWidth);
    await page.getByRole("slider", { name: "Operation" }).fill("80");
    const top = await page.locator("#memory").evaluate((details) => details.getBoundingClientRect().top + scrollY);
    expect(top).toBeLessThanOrEqual(4 * 740);
  });

  it("shows the picture of the present step, and leads to each prime", async () => {
    const page = await site.open("xrsa/", phone);
    await page.getByRole("button", { name: /^q gives/ }).click();
    expect(await textOf(page.locator(".words h3"))).toBe("Step 1 of 8: R² modulo q");
    expect(await page.locator(".parts.down svg").count()).toBe(1);
    expect(await page.locator(".parts .heading[data-state=current]").count()).toBe(1);
    const { height = 0 } = (await page.locator(".parts").boundingBox()) ?? {};
    expect(height).toBeLessThan(300);
    // The controls stay in sight.
    await page.locator(".parts").evaluate((picture) => window.scrollBy(0, picture.getBoundingClientRect().top));
    expect((await page.getByRole("button", { name: "Play" }).boundingBox())?.y).toBeGreaterThanOrEqual(0);
  });
});

describe("for everyone", () => {
  it("has one heading of the first level, and no gap below it", async () => {
    const page = await openAndRun(teaching);
    for (const summary of await page.locator("summary").all()) await summary.click();
    await page.locator("#notes h3").first().waitFor();
    const levels = await page
      .locator("h1, h2, h3, h4")
      .evaluateAll((all) => all.map(({ tagName }) => Number(tagName[1])));
    expect(levels[0]).toBe(1);
    expect(levels.filter((level) => level === 1)).toHaveLength(1);
    for (const [at, level] of levels.slice(1).entries()) expect(level - (levels[at] as number)).toBeLessThanOrEqual(1);
  });

  it("prints the counts with method and parameters, without controls and colors", async () => {
    const page = await site.open("xrsa/");
    await page.getByRole("row", { name: /^as published chosen/ }).waitFor();
    await page.emulateMedia({ media: "print" });
    await page.setViewportSize({ width: 700, height: 1000 }); // about A4
    expect(await page.locator(".parts svg").count()).toBe(2);
    for (const control of [".run", ".player", ".keys", ".files", ".presets"]) {
      expect(await page.locator(control).first().isVisible(), control).toBe(false);
    }
    expect(await page.getByText(/for 4096 bits, 2 primes, a 2048-bit multiplier/).isVisible()).toBe(true);
    expect(await page.getByLabel("mode", { exact: true }).isVisible()).toBe(true);
    const colors = await page.locator(".modes .segment, .why path, .figure rect").evaluateAll((all) =>
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
    await page.getByRole("button", { name: "Next operation" }).click();
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

describe("by keyboard", () => {
  it("a run is started and stopped without losing the focus", async () => {
    const page = await site.open("xrsa/?n=8192&k=4096&mode=window&unit=8192&controller=65536&key=device");
    await page.getByLabel("n modulus").focus();
    await page.locator("button.run:enabled").waitFor();
    await page.keyboard.press("Enter");
    await page.locator(".progress.active").waitFor();
    expect(await page.evaluate(() => document.activeElement?.textContent)).toBe("Stop");
    await page.keyboard.press("Enter");
    expect(await runEnded(page)).toBe("Stopped.");
  });
});

describe("when something is blocked", () => {
  it("says what is missing", async () => {
    const page = await site.open("xrsa/");
    await page.route(webAssembly, (route) => route.abort());
    await page.reload();
    expect(await textOf(page.getByRole("alert"))).toContain("WebAssembly");
    expect(await runButton(page).isDisabled()).toBe(true);
  });
});
