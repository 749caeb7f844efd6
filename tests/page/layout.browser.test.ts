// Every place, in every state that changes how it looks: whatever fonts are installed, nothing is wider than the screen and no text is
// cut off, and axe-core finds nothing wrong, in light and in dark.

import { papers } from "@rsa-variants/page/papers/all.ts";
import type { Page } from "playwright";
import { describe, expect, it } from "vitest";
import { makePair, pemOf } from "../random.ts";
import { violations } from "./accessibility.ts";
import { runButton, runEnded, type Site, setFields, site } from "./browser.ts";
import { formerLink } from "./compare/former-link.ts";
import { cutOff, setLetters, zeroWidths } from "./letters.ts";
import { Workbench } from "./workbench/support.ts";

/** Opens a place of the site and what is folded in it, and calls `look` with everything that is to be checked. */
type Visit = (phone: Site, look: (page: Page) => Promise<void>) => Promise<void>;

/** Unfolds everything, and waits for what that loads. */
async function unfold(page: Page): Promise<void> {
  // What is unfolded contains more.
  for (let folded = 1; folded > 0; ) {
    folded = await page.locator("main").evaluate((main) => {
      const closed = [
        ...main.querySelectorAll<HTMLElement>("details:not([open]) > summary, .toggle[aria-expanded=false]"),
      ];
      const seen = closed.filter((each) => each.checkVisibility());
      for (const each of seen) each.click();
      return seen.length;
    });
    await page.waitForLoadState("networkidle");
  }
}

/** Has every chart drawn. */
async function drawCharts(page: Page): Promise<void> {
  for (const chart of await page.locator(".chart-box:visible").all()) {
    await chart.scrollIntoViewIfNeeded();
    await chart.and(page.locator("[data-drawn=true]")).waitFor();
  }
}

const visits: Readonly<Record<string, Visit>> = {
  "Compare with its recorded run": async (phone, look) => {
    const page = await phone.open("");
    await page.locator(".results-part:not([inert]) .headline").waitFor();
    await unfold(page);
    await drawCharts(page);
    await look(page);
    for (const variant of await page
      .locator("#example-variant option")
      .evaluateAll((all) => all.map((each) => (each as HTMLOptionElement).value))) {
      await page.locator("#example-variant").selectOption(variant);
      await look(page);
    }
  },
  "Compare with what it refuses, and a run with the guards": async (phone, look) => {
    const page = await phone.open(
      "?n=512&samples=6&variants=original,crt,r-prime,batch&references=none&guards=measure&w=200&r=99&color=red",
    );
    await page.getByText("r = 99 in the address").waitFor();
    await runButton(page).click();
    await page.locator(".progress.active").waitFor();
    await look(page);
    await runEnded(page);
    await unfold(page);
    await look(page);
    await page.getByLabel("e public exponent").fill("4");
    await page.getByLabel("r primes").fill("9");
    await look(page);
  },
  "Compare with a shared run": async (phone, look) => {
    const page = await phone.open(formerLink.query + formerLink.hash);
    await page.getByRole("region", { name: "Loaded runs" }).getByText("shown above").waitFor();
    await unfold(page);
    await look(page);
  },
  "Security with its verdicts": async (phone, look) => {
    for (const query of [
      "variant=rebalanced&n=2048&w=160&color=red",
      "variant=multi-power&n=2048&r=3",
      "variant=scheme-b&n=1024&w=198",
      "variant=crt&n=8192",
      "variant=rebalanced&n=2048&w=320",
    ]) {
      const page = await phone.open(`security/?${query}`);
      await page.locator(".map-drawing").waitFor();
      await unfold(page);
      await look(page);
    }
    const refused = await phone.open("security/?n=5");
    await refused.locator(".notice li").first().waitFor();
    await refused.getByRole("spinbutton", { name: "n modulus" }).fill("5");
    await look(refused);
  },
  "Security with reports on keys": async (phone, look) => {
    const page = await phone.open("security/");
    await page.getByRole("button", { name: "Check", exact: true }).click();
    await look(page);
    await page.getByRole("button", { name: "Try a broken one" }).click();
    await page.locator(".report").waitFor();
    const { privateKey, publicKey } = await makePair(1024);
    const locked = privateKey.export({ type: "pkcs8", format: "pem", cipher: "aes-256-cbc", passphrase: "secret" });
    const contents = {
      "a-long-name-of-a-file-without-any-space.pem": "b",
      b: "b",
      "locked.pem": String(locked),
      "public.pem": pemOf(publicKey),
    };
    const files = Object.entries(contents).map(([name, text]) => ({ name, mimeType: "", buffer: Buffer.from(text) }));
    await page.locator("#key-files").setInputFiles(files);
    await page.locator(".left-out li").nth(1).waitFor();
    await unfold(page);
    await look(page);
  },
  "Security with attacks, done and running": async (phone, look) => {
    const page = await phone.open("security/#attacks");
    await page.locator(".attack button[type=submit]:enabled").first().waitFor();
    await unfold(page);
    const start = async (name: string, settings: Readonly<Record<string, string>>) => {
      const card = page.locator(`article:has(> #attack-${name})`);
      await card.locator(".attack-toggle").click();
      await setFields(card, settings);
      await card.getByRole("button", { name: "Run it" }).click();
      return card;
    };
    for (const [name, settings] of [
      ["small-private-exponent", {}],
      ["small-crt-exponents", { "CRT exponent length w": "260" }],
      ["meet-in-the-middle", { "CRT exponent length w": "18" }],
    ] as const) {
      await (await start(name, settings)).locator(".attack-clock", { hasText: /^Done/ }).waitFor();
    }
    const running = await start("elliptic-curve", {
      "Shape of the key": "one-short-prime",
      "Length of a prime": "100",
    });
    await running.locator(".attack-steps li[data-state=current] .bar").waitFor();
    await look(page);
    await running.getByRole("button", { name: "Cancel" }).click();
  },
  "xRSA with runs of two primes and of eight": async (phone, look) => {
    for (const query of [
      "n=128&k=64&mode=paper",
      "n=4096&k=2048&mode=paper",
      "n=1024&r=8&k=256&mode=window&window=3&key=device",
    ]) {
      const page = await phone.open(`xrsa/?${query}`);
      await runButton(page).click();
      await runEnded(page);
      await page.getByRole("slider", { name: "Operation" }).fill("80");
      await unfold(page);
      await page.locator("#notes cite").waitFor();
      await look(page);
    }
  },
  "xRSA with what the device refuses": async (phone, look) => {
    const page = await phone.open("xrsa/?n=4096&mode=window&window=6&color=red");
    await page.locator(".field-windowWidth", { hasText: "a window of 5 bits fits" }).waitFor();
    await look(page);
    await page.getByLabel("window, bits").fill("3");
    await page.locator("button.run:enabled").waitFor();
    await look(page);
  },
  "Workbench with keys and its dialogs": async (phone, look) => {
    const bench = await Workbench.open("", {}, phone);
    await look(bench.page);
    await bench.load("partner", pemOf((await makePair(1024)).publicKey));
    await bench.makeKey("W".repeat(60), "multi-power", { "n modulus": "768" });
    await bench.makeKey("a key with a rather long name, for the narrow screen", "crt", { "n modulus": "768" });
    await look(bench.page);
    for (const button of ["Make a key …", /^Save a key/]) {
      await bench.page.getByRole("button", { name: button }).first().click();
      await bench.dialog.waitFor();
      await look(bench.page);
      await bench.page.keyboard.press("Escape");
    }
  },
  "Workbench with texts and files": async (phone, look) => {
    const bench = await Workbench.open("", {}, phone);
    const shows = async (part: string) => {
      await bench.panel.locator(part).first().waitFor();
      await look(bench.page);
    };
    await bench.makeKey("W".repeat(60), "crt", { "n modulus": "1024" });
    await bench.tab("Encrypt");
    await bench.panel.getByLabel("mode").selectOption("incremental");
    await bench.work("Encrypt", "Grüße");
    await shows(".result-text");
    await bench.work("Decrypt", "no");
    await shows(".next-steps");
    await bench.work("Sign", "I agree.");
    const signature = await bench.resultText();
    await look(bench.page);
    await bench.tab("Verify");
    await bench.fill("Signature", signature);
    await bench.work("Verify", "I agree.");
    await bench.see("Valid signature");
    await look(bench.page);
    const name = `${"long_name_".repeat(20)}.txt`;
    const files = [name, `${name}.sig`].map((each) => ({ name: each, content: "x" }));
    for (const [what, taken] of [
      ["Sign", files.slice(0, 1)],
      ["Verify", files],
    ] as const) {
      await bench.tab(what);
      await bench.drop(`#panel-${what.toLowerCase()}`, ...taken);
      await bench.press(what);
      await shows(".result h2");
    }
    await bench.press("Ask the doctor");
    await look(bench.page);
    await bench.press("Examine");
    await shows(".verdict-card");
  },
  Papers: async (phone, look) => {
    const page = await phone.open("papers/");
    await page.locator("#not-included").waitFor();
    for (const { id } of papers) {
      await page.evaluate((hash) => {
        location.hash = hash;
      }, id);
      await page.locator(`#${id}`).waitFor();
      await look(page);
    }
  },
};

describe.each([
  ["wide", "light", 320],
  ["narrow", "dark", 1280],
] as const)("with %s letters, in %s", (letters, colorScheme, widthOfAxe) => {
  const phone: Site = {
    ...site,
    async open(query) {
      const page = await site.open(query, { viewport: { width: 360, height: 740 }, hasTouch: true, colorScheme });
      await setLetters(page, zeroWidths[letters]);
      return page;
    },
  };

  it.each(Object.entries(visits))("%s", async (_place, visit) => {
    await visit(phone, async (page) => {
      for (const width of [1280, 640, 360, 320]) {
        await page.setViewportSize({ width, height: 740 });
        // Charts follow after a frame.
        await expect.poll(() => cutOff(page), { message: `at ${width} px` }).toEqual([]);
        if (width !== widthOfAxe) continue;
        expect(await violations(page), `at ${width} px`).toEqual([]);
      }
    });
  });
});
