import type { Page } from "playwright";
import type { Site } from "../browser.ts";

/** Opens the place and waits for its library. */
export async function openWorkbench(site: Site, tab = "", options = {}): Promise<Page> {
  const page = await site.open(`workbench/${tab === "" ? "" : `#${tab}`}`, options);
  // It is disabled until the library's workers run.
  await page.locator("#panel-keys .run:enabled").waitFor({ state: "attached" });
  return page;
}

/** Makes a key in the dialog. */
export async function makeKey(
  page: Page,
  name: string,
  variant: string,
  fields: Record<string, string>,
): Promise<void> {
  await page.getByRole("tab", { name: "Keys" }).click();
  await page.getByRole("button", { name: "Make a key …" }).click();
  const dialog = page.getByRole("dialog", { name: "Make a key" });
  await dialog.getByLabel("name").fill(name);
  await dialog.getByLabel("variant").selectOption(variant);
  for (const [label, value] of Object.entries(fields)) await dialog.getByLabel(label).fill(value);
  await dialog.locator(".new-key-verdict .verdict-badge").waitFor(); // without it broken keys are refused
  await dialog.getByRole("button", { name: /^Make( a broken key)?$/ }).click();
  await page.getByRole("heading", { name, exact: true }).waitFor();
}

/** Files as a drop brings them, onto an element. */
export async function dropFiles(
  page: Page,
  selector: string,
  files: readonly { readonly name: string; readonly content: string | Uint8Array }[],
): Promise<void> {
  const parts = files.map(({ name, content }) => ({ name, base64: Buffer.from(content).toString("base64") }));
  const transfer = await page.evaluateHandle((given) => {
    const data = new DataTransfer();
    for (const { name, base64 } of given) {
      data.items.add(new File([Uint8Array.from(atob(base64), (character) => character.charCodeAt(0))], name));
    }
    return data;
  }, parts);
  await page.dispatchEvent(selector, "dragover", { dataTransfer: transfer });
  await page.dispatchEvent(selector, "drop", { dataTransfer: transfer });
}
