import { expect, it } from "vitest";
import { Workbench } from "./support.ts";

it("without the network, a new key says that its time is unknown, and is made once the network is back", async () => {
  const bench = await Workbench.open();
  const { page } = bench;
  await page.route("**/*.js", (route) => route.abort());
  await page.context().setOffline(true);
  const dialog = await bench.openMake({ name: "later" });
  await dialog.getByText(/^The time could not be estimated\. A part of this page could not be loaded:/).waitFor();
  const make = dialog.getByRole("button", { name: "Make", exact: true });
  expect(await make.isEnabled()).toBe(true);

  await page.unroute("**/*.js");
  await page.context().setOffline(false);
  await make.click();
  await page.getByRole("heading", { name: "later", exact: true }).waitFor();
});
