import type { Page } from "playwright";
import { describe, expect, it } from "vitest";
import { site, textOf } from "../browser.ts";
import { makeKey, openWorkbench } from "./support.ts";

/** From now on the page gets no scripts, as where the network is gone. */
async function loseNetwork(page: Page, offline: boolean): Promise<void> {
  await page.route("**/*.js", (route) => route.abort());
  await page.context().setOffline(offline);
}

describe("without the network", () => {
  it.each([
    [true, "You are offline. Reconnect and try again."],
    [false, "Check your connection and try again."],
  ])("the experiment says what is missing and what to do, offline: %s", async (offline, remedy) => {
    const page = await openWorkbench(site, "experiment");
    const panel = page.locator("#panel-experiment");
    await panel.getByRole("img", { name: /^Time against n/ }).waitFor(); // the charts are there
    await loseNetwork(page, offline);
    await panel.getByRole("button", { name: "Run" }).click();
    await panel.getByText("The experiment failed.").first().waitFor();
    const problem = await textOf(panel.locator(".problem"));
    expect(problem).toMatch(/^A part of this page could not be loaded: the file of the worker could not be loaded\./);
    expect(problem).toContain(remedy);
  });

  it("a long file says it, too, and can be encrypted later", async () => {
    const page = await openWorkbench(site);
    await makeKey(page, "mine", "crt", { "n modulus": "1024" });
    await page.getByRole("tab", { name: "Encrypt" }).click();
    const buffer = Buffer.alloc(9_000_000, "x");
    await page.locator("#encrypt-file").setInputFiles({ name: "long.txt", mimeType: "", buffer });
    await loseNetwork(page, true);
    const panel = page.locator("#panel-encrypt");
    await panel.getByRole("button", { name: "Encrypt", exact: true }).click();
    await panel.getByText(/^A part of this page could not be loaded: .* You are offline\./).waitFor();
    await page.unroute("**/*.js");
    await page.context().setOffline(false);
    await panel.getByRole("button", { name: "Encrypt", exact: true }).click();
    await panel.getByRole("button", { name: "Save long.txt.encrypted" }).waitFor();
  });

  it("a key can be asked for, though nobody knows how long it takes, and is made once the network is back", async () => {
    const page = await openWorkbench(site);
    await loseNetwork(page, true);
    await page.getByRole("button", { name: "Make a key …" }).click();
    const dialog = page.getByRole("dialog", { name: "Make a key" });
    await dialog.getByText(/^The time could not be estimated\. A part of this page could not be loaded/).waitFor();
    const make = dialog.getByRole("button", { name: "Make", exact: true });
    expect(await make.isEnabled()).toBe(true);
    await page.unroute("**/*.js");
    await page.context().setOffline(false);
    await dialog.getByLabel("name").fill("later");
    await make.click();
    await page.getByRole("heading", { name: "later", exact: true }).waitFor();
  });
});
