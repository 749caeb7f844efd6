import { expect, it } from "vitest";
import { violations } from "../accessibility.ts";
import { download, site, textOf } from "../browser.ts";
import { makeKey, openWorkbench } from "./support.ts";

it("keys that exist only in the page are named until they are saved", async () => {
  const page = await openWorkbench(site);
  const notice = page.locator(".lone-keys");
  expect(await textOf(notice)).toBe("");
  await makeKey(page, "mine", "crt", { "n modulus": "512" });
  await notice.getByText("mine is only in this page, and lost when you close it.").waitFor();
  await makeKey(page, "another", "crt", { "n modulus": "512" });
  await notice.getByText("mine and another are only in this page,").waitFor();
  expect(await violations(page)).toEqual([]);
  for (const button of ["Save another as a file …", "Save it as a file …"]) {
    await notice.getByRole("button", { name: button }).click();
    await download(page, "Save the file");
    await page.getByRole("dialog").waitFor({ state: "hidden" });
  }
  await expect.poll(() => textOf(notice)).toBe("");
  // The button that was clicked is gone.
  const focused = () => page.evaluate(() => document.activeElement?.getAttribute("aria-label"));
  await expect.poll(focused).toBe("Save mine");
});
