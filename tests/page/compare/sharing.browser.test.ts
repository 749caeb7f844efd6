import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { deflateRawSync } from "node:zlib";
import { readRunFile, writeRunFile } from "@rsa-variants/measure/run/file";
import { readRunLink, writeRunLink } from "@rsa-variants/measure/run/link";
import { linkedRun } from "@rsa-variants/measure/run/linked";
import type { Page } from "playwright";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { violations } from "../accessibility.ts";
import { download, headlineWith, runButton, runEnded, site, stopButton, textOf, timesOf } from "../browser.ts";
import { formerLink } from "./former-link.ts";

const { query, hash } = formerLink;
const name = "Chromium 156, 24 Nov 2026";
const times = ["1.98", "0.499", "0.338"];
const former = await readRunLink(linkedRun(hash) ?? "");

const provenance = (page: Page) => page.locator(".results-part:not([inert]) .provenance"); // not that of the first paint
const loadedRuns = (page: Page) => page.getByRole("region", { name: "Loaded runs" });
const isShared = (page: Page) => provenance(page).getByText("Shared run: Chromium 156, 24 November 2026").waitFor();

function fileOf(text: string, fileName = "run.json") {
  return { name: fileName, mimeType: "application/json", buffer: Buffer.from(text) };
}

async function openFiles(page: Page, ...files: ReturnType<typeof fileOf>[]): Promise<void> {
  await page.locator("#load-run").setInputFiles(files);
}

async function copiedLink(page: Page): Promise<string> {
  await page.context().grantPermissions(["clipboard-read", "clipboard-write"]);
  await page.getByRole("button", { name: "Copy link" }).click();
  await page.getByRole("button", { name: "Copied" }).waitFor();
  return page.evaluate(() => navigator.clipboard.readText());
}

describe("a link to a run", () => {
  it("shows that run, and beside it what is measured here with the same settings", async () => {
    const page = await site.open(`${query}&samples=6${hash}`);
    await isShared(page);
    expect(await timesOf(page, "measured")).toEqual(times);
    await headlineWith(page, "Too few samples"); // it has six of each operation
    expect(await page.locator("th.col-loaded-0").count()).toBe(0);
    expect(await loadedRuns(page).locator("li").allTextContents()).toEqual([
      expect.stringMatching(
        /^Chromium 156, 24 Nov 2026 shown above.*2 logical processors.*build relaxed-simd.*engine lanes/,
      ),
    ]);
    expect(await violations(page)).toEqual([]);

    await provenance(page).getByText("Run measures the same here").waitFor();
    await runButton(page).click();
    expect(await runEnded(page)).toMatch(/^Done/);
    const bothAreShown = async () => {
      await page.locator("th.col-loaded-0", { hasText: name }).waitFor();
      expect(await timesOf(page, "loaded-0")).toEqual(times);
      expect(await textOf(provenance(page))).not.toContain("Shared run");
      for (const value of await timesOf(page, "measured")) expect(Number.parseFloat(value)).toBeGreaterThan(0);
    };
    await bothAreShown();
    const own = await timesOf(page, "measured");
    await page.reload();
    await bothAreShown();
    expect(await timesOf(page, "measured")).toEqual(own);

    // What is removed does not come back.
    await loadedRuns(page).getByRole("button", { name: "Remove" }).click();
    await page.waitForURL((url) => url.hash === "");
    expect(await timesOf(page, "measured")).toEqual(own);
    await page.reload();
    await page.locator("tr:not(.unmeasured) > td.col-measured").first().waitFor();
    expect(await page.locator("th.col-loaded-0").count()).toBe(0);
  });

  it("returns to the recorded run when its run is removed, and shows it again when nothing was measured", async () => {
    const page = await site.open(`?n=8192&variants=scheme-a&references=none&scheme-a=generate${hash}`);
    const tab = await site.open(query + hash);
    await isShared(tab);
    await loadedRuns(tab).getByRole("button", { name: "Remove" }).click();
    await provenance(tab).getByText("Recorded on another machine").waitFor();
    await tab.waitForURL((url) => url.hash === "" && url.search === query);
    // A run that is stopped while it makes its first key.
    await loadedRuns(page).getByText("shown above").waitFor();
    await runButton(page).click();
    await loadedRuns(page).getByText("in its own column").waitFor();
    await stopButton(page).click();
    await loadedRuns(page).getByText("shown above").waitFor();
  });

  it("opens with the settings of its address, and those of the run without them", async () => {
    const page = await site.open(hash);
    await isShared(page);
    await page.waitForURL((url) => url.search === query && url.hash === hash);
    const other = await site.open(`?n=2048&r=3&w=320&variants=crt${hash}`);
    await isShared(other);
    expect(await timesOf(other, "measured")).toEqual(["0.499"]);
  });

  it("leads from page to page with the same figures", async () => {
    const page = await site.open("?n=512&variants=original,crt&references=none&samples=6");
    await runButton(page).click();
    await runEnded(page);
    const figures = await timesOf(page, "measured");
    const link = await copiedLink(page);
    const other = await site.open(link);
    await provenance(other).getByText("Shared run").waitFor();
    expect(await timesOf(other, "measured")).toEqual(figures);
    // It can be passed on from there, and saved.
    const saved = readRunFile((await download(other, "Save JSON")).content.toString());
    for (const each of [link, await copiedLink(other)]) {
      expect(await readRunLink(linkedRun(new URL(each).hash) ?? "")).toEqual(saved);
    }

    // Another link with the same settings, pasted into the same tab, is shown beside the first, once.
    const second = new URL(link);
    second.hash = await writeRunLink({ ...saved, startedAt: "2031-01-31T12:00:00.000Z" }, 512);
    await other.goto(second.href);
    await other.locator("th.col-loaded-0", { hasText: "31 Jan 2031" }).waitFor();
    await other.goBack();
    await other.goForward();
    expect(await loadedRuns(other).locator("li").count()).toBe(2);
    await other.reload();
    await provenance(other).getByText("31 January 2031").waitFor();
    expect(await loadedRuns(other).locator("li").count()).toBe(1);
  });

  it("opens at the length that it is about, whatever the run was started with", async () => {
    const page = await site.open("?n=512&variants=original,crt&references=none&samples=6&sweep=512,768");
    await page.getByRole("button", { name: "Measure series" }).click();
    await runEnded(page);
    await page.locator(".switches").getByRole("button", { name: "768" }).click();
    const { hash: alone, href } = new URL(await copiedLink(page));
    for (const link of [href, alone]) {
      const other = await site.open(link);
      await provenance(other).getByText("Shared run").waitFor();
      expect(await timesOf(other, "measured")).not.toContain("–");
      expect(await other.getByLabel("n modulus length").inputValue()).toBe("768");
    }
  });

  it("that is damaged or of another page is refused, and the page stays as useful as without it", async () => {
    const foreign = deflateRawSync('{"format":"x","version":1}').toString("base64url");
    const cases = [
      [hash.slice(0, 200), "the link is damaged or incomplete"],
      [`#run=${foreign}`, "this is not a run of this page"],
    ] as const;
    const page = await site.open();
    for (const [link, why] of cases) {
      await page.goto(new URL(link, site.address).href);
      await page.getByRole("alert").getByText("The run in this link could not be opened").waitFor();
      await page.getByRole("alert").getByText(why, { exact: false }).waitFor();
      await provenance(page).getByText("Recorded on another machine").waitFor();
      expect(await runButton(page).isEnabled()).toBe(true);
    }
    // The right link takes the message away.
    await page.goto(new URL(hash, site.address).href);
    await isShared(page);
    expect(await page.getByRole("alert").isVisible()).toBe(false);
  });
});

it("saved runs are shown like the page's own, the first with its settings, and the others beside it", async () => {
  const page = await site.open();
  await openFiles(page, fileOf(writeRunFile(former)));
  await page.waitForURL((url) => url.search === query);
  await provenance(page).getByText("Opened file: Chromium 156, 24 November 2026").waitFor();
  expect(await timesOf(page, "measured")).toEqual(times);
  await page.goBack();
  expect(await page.locator("tr.row:not(.reference)").count()).toBeGreaterThan(3);
  await page.goForward();

  // A file that can be read does not hide that others could not, and its settings leave the first as it is.
  const later = { ...former, selection: "n=4096", startedAt: "2026-11-24T20:00:00.000Z" };
  await openFiles(page, fileOf("{}", "y.json"), fileOf(writeRunFile(later)), fileOf("<html>", "z.json"));
  await page.locator("th.col-loaded-0", { hasText: `${name}, 20:00 UTC` }).waitFor();
  const alert = await textOf(page.getByRole("alert"));
  expect(alert).toContain("y.json and z.json could not be opened");
  expect(alert).toContain("This is not a run of this page (y.json)");
  expect(alert).toContain("this is not a run of this page, because it is not JSON (z.json)");
  expect(new URL(page.url()).search).toBe(query);
  expect(await timesOf(page, "measured")).toEqual(times);
  expect(await timesOf(page, "loaded-0")).toEqual(times);

  // With five runs, nothing scrolls sideways, and no text is over a badge.
  const more = [1, 2, 3].map((day) => ({ ...former, startedAt: `2026-10-0${day}T20:00:00.000Z` }));
  await openFiles(page, ...more.map((run, at) => fileOf(writeRunFile(run), `${at}.json`)));
  await page.locator("th.col-loaded-3").waitFor();
  for (const width of [1920, 1280, 1000]) {
    await page.setViewportSize({ width, height: 900 });
    // Charts get their new width a frame later.
    const beyond = () =>
      page.evaluate(() => {
        const edges = (of: string, side: "left" | "right") =>
          [...document.querySelectorAll(of)].map((each) => each.getBoundingClientRect()[side]);
        const over = Math.max(...edges(".row .col-loaded > *", "right")) - Math.min(...edges("td.col-verdict", "left"));
        return Math.max(document.documentElement.scrollWidth - innerWidth, over);
      });
    await expect.poll(beyond, { message: `${width} px` }).toBeLessThanOrEqual(0);
  }
  for (let left = 3; left > 0; left -= 1) await loadedRuns(page).getByRole("button", { name: "Remove" }).last().click();

  const items = loadedRuns(page).locator("li");
  const [file] = await Promise.all([
    page.waitForEvent("download"),
    items.nth(1).getByRole("button", { name: "Save" }).click(),
  ]);
  expect(file.suggestedFilename()).toBe("rsa-variants-2048-chromium-156-2026-11-24T20-00.json");
  await items.nth(0).getByRole("button", { name: "Remove" }).click();
  await provenance(page).getByText("Opened file").waitFor();
  expect(await items.locator("strong").allTextContents()).toEqual([name]);
  expect(await page.locator("th.col-loaded-0").count()).toBe(0);
});

it("runs that are measured stay in the browser with the names that the user gives them, beside each other, until they are deleted", async () => {
  const page = await site.open("?n=512&variants=original,crt&references=none&samples=15");
  await runButton(page).dblclick();
  expect(await runEnded(page)).toMatch(/^Done/); // the second click did not stop it
  const first = await timesOf(page, "measured");
  await runButton(page).click();
  await page.getByRole("button", { name: "Stop" }).waitFor();
  expect(await runEnded(page)).toMatch(/^Done/);
  const second = await timesOf(page, "measured");
  const kept = page.locator(".kept-runs");
  await kept.getByText("Kept in this browser: 2 runs").click();
  const names = kept.getByRole("textbox", { name: /^Name of the run Chromium/ });
  await names.nth(1).fill(" On battery ");
  await page.keyboard.press("Tab");
  await kept.getByRole("button", { name: "Show On battery" }).click();
  await page.locator("th.col-loaded-0", { hasText: "On battery" }).waitFor();
  expect([await timesOf(page, "measured"), await timesOf(page, "loaded-0")]).toEqual([second, first]);
  expect(await violations(page)).toEqual([]);

  // Another tab has them, too, and shows one as if it had been opened.
  const other = await page.context().newPage();
  await other.goto(new URL("?n=1024&r=2&w=160", site.address).href);
  await other.getByText("Kept in this browser: 2 runs").click();
  await other.getByRole("button", { name: "Show On battery" }).click();
  await provenance(other).getByText("Earlier run: Chromium").waitFor();
  await other.waitForURL(/[?&]n=512&/);
  expect(await timesOf(other, "measured")).toEqual(first);
  await other.getByRole("button", { name: "Hide On battery" }).click();
  await headlineWith(other, "Not measured yet");
  await other.getByRole("button", { name: "Delete On battery" }).click();

  // What is deleted there is gone here, and this tab shows no run that is deleted.
  await kept.getByText("Kept in this browser: 1 run").waitFor();
  await page.locator("th.col-loaded-0").waitFor({ state: "detached" });
  await kept.getByRole("button", { name: "Delete" }).click();
  await headlineWith(page, "Not measured yet");
  await page.reload();
  await headlineWith(page, "Not measured yet");
  expect(await kept.isVisible()).toBe(false);
});

describe("files that are dragged onto the page", () => {
  let folder: string;
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), "rsa-variants-runs-"));
    await mkdir(join(folder, "runs"));
    await writeFile(join(folder, "a.json"), writeRunFile(former));
    await writeFile(join(folder, "b.json"), writeRunFile({ ...former, startedAt: "2026-11-25T12:00:00.000Z" }));
    await writeFile(join(folder, "c.txt"), "hello");
  });
  afterAll(() => rm(folder, { recursive: true, force: true }));

  it("are opened wherever they are dropped, which the page shows", async () => {
    const page = await site.open();
    await provenance(page).waitFor();
    const hint = page.getByText("Drop saved runs to show them");
    expect(await hint.isVisible()).toBe(false);
    const session = await page.context().newCDPSession(page);
    const data = {
      items: [],
      files: ["a.json", "b.json", "c.txt", "runs"].map((each) => join(folder, each)),
      dragOperationsMask: 1,
    };
    const drag = (type: "dragEnter" | "dragOver" | "drop") =>
      session.send("Input.dispatchDragEvent", { type, x: 1270, y: 890, data });
    await drag("dragEnter");
    await drag("dragOver");
    await hint.waitFor();
    await page.locator("main").dispatchEvent("dragleave"); // as when the pointer leaves the window
    await hint.waitFor({ state: "hidden" });
    await drag("dragEnter");
    await drag("dragOver");
    await drag("drop");
    await hint.waitFor({ state: "hidden" });
    await loadedRuns(page).locator("strong", { hasText: "25 Nov 2026" }).waitFor();
    expect(await loadedRuns(page).locator("li").count()).toBe(2);
    expect(await timesOf(page, "measured")).toEqual(times);
    const alert = page.getByRole("alert");
    await alert.getByText("runs and c.txt could not be opened").waitFor();
    expect(await textOf(alert)).toContain("This is a folder: choose the files in it (runs)");
  });
});
