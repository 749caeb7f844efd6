import { expect, it } from "vitest";
import { textOf } from "../browser.ts";
import { Workbench } from "./support.ts";

it("without the network, work says what is missing and what to do, and goes on once it is back", async () => {
  const bench = await Workbench.withKey("Experiment");
  const { page } = bench;
  const setNetwork = async (isThere: boolean, offline = !isThere) => {
    await page.unroute("**/*.js");
    if (!isThere) await page.route("**/*.js", (route) => route.abort());
    await page.context().setOffline(offline);
  };
  const missing = "A part of this page could not be loaded:";
  await bench.panel.getByRole("img", { name: /^Time against n/ }).waitFor(); // the charts are there
  for (const [offline, remedy] of [
    [true, "You are offline. Reconnect and try again."],
    [false, "Check your connection and try again."],
  ] as const) {
    await setNetwork(false, offline);
    await bench.says([() => bench.press("Run"), "The experiment failed."]);
    const problem = await textOf(bench.panel.locator(".problem"));
    expect(problem).toMatch(new RegExp(`^${missing} the file of the worker could not be loaded\\.`));
    expect(problem).toContain(remedy);
  }

  await setNetwork(false);
  const dialog = await bench.openMake({ name: "later" });
  await dialog.getByText(new RegExp(`^The time could not be estimated\\. ${missing}`)).waitFor();
  const make = dialog.getByRole("button", { name: "Make", exact: true });
  expect(await make.isEnabled()).toBe(true);

  await setNetwork(true);
  await make.click();
  await page.getByRole("heading", { name: "later", exact: true }).waitFor();
});
