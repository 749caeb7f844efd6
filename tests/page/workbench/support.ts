import type { BrowserContextOptions, Locator, Page } from "playwright";
import { expect } from "vitest";
import { makePair, pemOf } from "../../random.ts";
import { download, type Site, site, textOf } from "../browser.ts";

/** The pair of the key `mine`. */
export const mine = await makePair(1024);

/** A file as a drop brings it. */
interface DroppedFile {
  readonly name: string;
  readonly content: string | Uint8Array;
}

/** The Workbench, as its users operate it. */
export class Workbench {
  readonly page: Page;

  private constructor(page: Page) {
    this.page = page;
  }

  /** Opens the place at a tab, and waits for its library. */
  static async open(tab = "", options: BrowserContextOptions = {}, of: Site = site): Promise<Workbench> {
    const page = await of.open(`workbench/${tab === "" ? "" : `#${tab}`}`, options);
    // It is disabled until the library's workers run.
    await page.locator("#panel-keys .run:enabled").waitFor({ state: "attached" });
    return new Workbench(page);
  }

  /** Opens a tab with the private key `mine`, from a file. */
  static async withKey(tab: string, options: BrowserContextOptions = {}): Promise<Workbench> {
    const bench = await Workbench.open("", options);
    await bench.load("mine", pemOf(mine.privateKey));
    await bench.tab(tab);
    return bench;
  }

  /** The panel that is shown. */
  get panel(): Locator {
    return this.page.locator("[role=tabpanel]:visible");
  }

  get dialog(): Locator {
    return this.page.getByRole("dialog");
  }

  /** The sentences above the list of keys. */
  get notes(): Locator {
    return this.page.locator(".keys-panel .notes");
  }

  get result(): Locator {
    return this.panel.locator(".result");
  }

  async tab(name: string): Promise<void> {
    await this.page.getByRole("tab", { name }).click();
  }

  button(name: string): Locator {
    return this.panel.getByRole("button", { name, exact: true });
  }

  async press(name: string): Promise<void> {
    await this.button(name).click();
  }

  async fill(label: string, text: string): Promise<void> {
    await this.panel.getByLabel(label).fill(text);
  }

  /** Waits for a text in the panel. */
  async see(text: string | RegExp): Promise<void> {
    await this.panel.getByText(text).first().waitFor();
  }

  /** Does something and waits for what the panel says then, row by row. */
  async says(...rows: readonly (readonly [act: () => Promise<unknown>, text: string | RegExp])[]): Promise<void> {
    for (const [act, text] of rows) {
      await act();
      await this.see(text);
    }
  }

  /** Writes a text into the first field of a tab, and starts its work. */
  async work(tab: string, text: string, button = tab): Promise<void> {
    await this.tab(tab);
    await this.panel.locator("textarea").first().fill(text);
    await this.press(button);
  }

  /** The result as text. */
  async resultText(): Promise<string> {
    return textOf(this.panel.locator(".result-text"));
  }

  /** Chooses a file by the button of a field. */
  async give(field: string, name: string, content: string | Uint8Array): Promise<void> {
    await this.page.locator(`#${field}-file`).setInputFiles({ name, mimeType: "", buffer: Buffer.from(content) });
  }

  /** Drops files onto an element. */
  async drop(selector: string, ...files: readonly DroppedFile[]): Promise<void> {
    const parts = files.map(({ name, content }) => ({ name, base64: Buffer.from(content).toString("base64") }));
    const transfer = await this.page.evaluateHandle((given) => {
      const data = new DataTransfer();
      for (const { name, base64 } of given) {
        data.items.add(new File([Uint8Array.from(atob(base64), (character) => character.charCodeAt(0))], name));
      }
      return data;
    }, parts);
    for (const type of ["dragover", "drop"]) await this.page.dispatchEvent(selector, type, { dataTransfer: transfer });
  }

  /** Drops a file of so many mebibytes, which is made in the page. */
  async dropLong(selector: string, name: string, mebibytes: number): Promise<void> {
    await this.page.evaluate(
      ([target, fileName, count]) => {
        const data = new DataTransfer();
        data.items.add(new File(Array(count).fill(new Blob([new Uint8Array(1 << 20).fill(120)])), fileName));
        document
          .querySelector(target)
          ?.dispatchEvent(new DragEvent("drop", { dataTransfer: data, bubbles: true, cancelable: true }));
      },
      [selector, name, mebibytes] as const,
    );
    await this.see(name);
  }

  /** Drops a key, with the password that is asked for. */
  async load(name: string, content: string | Uint8Array, password?: string, ending = "pem"): Promise<void> {
    await this.tab("Keys");
    await this.drop(".keys-panel", { name: `${name}.${ending}`, content });
    if (password !== undefined) await this.givePassword(`${name}.${ending} is encrypted`, password);
    await this.page.locator(".key h2", { hasText: name }).first().waitFor();
  }

  async givePassword(title: string, password: string): Promise<void> {
    const asked = this.page.getByRole("dialog", { name: title });
    await asked.getByLabel("password").fill(password);
    await asked.getByRole("button", { name: "Open" }).click();
  }

  /** Opens the dialog for a new key, with some of its fields filled. */
  async openMake(fields: Readonly<Record<string, string>> = {}): Promise<Locator> {
    await this.tab("Keys");
    await this.press("Make a key …");
    for (const [label, value] of Object.entries(fields)) {
      const field = this.dialog.getByLabel(label);
      await (label === "variant" ? field.selectOption(value) : field.fill(value));
    }
    return this.dialog;
  }

  /** Makes a key in the dialog. */
  async makeKey(name: string, variant: string, fields: Readonly<Record<string, string>>): Promise<void> {
    const dialog = await this.openMake({ name, variant, ...fields });
    await dialog.locator(".new-key-verdict .verdict-badge").waitFor(); // without it broken keys are refused
    await dialog.getByRole("button", { name: /^Make( a broken key)?$/ }).click();
    await this.page.getByRole("heading", { name, exact: true }).waitFor();
  }

  async forget(name: string): Promise<void> {
    await this.tab("Keys");
    await this.page.getByRole("button", { name: `Forget ${name}` }).click();
    await this.page.getByRole("button", { name: `Forget for good? ${name}` }).click();
  }

  /** Saves a key; without a format, in the one that is offered. */
  async save(name: string, which: "private" | "public", format?: string, password = "") {
    await this.page.getByRole("button", { name: `Save ${name}`, exact: true }).click();
    await this.dialog.getByLabel("which").selectOption(which);
    if (format !== undefined) await this.dialog.getByLabel("format").selectOption({ label: format });
    if (password !== "")
      for (const label of ["password (optional)", "repeat password"])
        await this.dialog.getByLabel(label).fill(password);
    const [file] = await Promise.all([this.download("Save the file"), this.dialog.waitFor({ state: "hidden" })]);
    return file;
  }

  download(button: string) {
    return download(this.page, button);
  }

  /** What the button Copy copies. */
  async copied(): Promise<string> {
    await this.page.context().grantPermissions(["clipboard-read", "clipboard-write"]);
    await this.press("Copy");
    await this.page.getByRole("button", { name: "Copied" }).waitFor();
    return this.page.evaluate(() => navigator.clipboard.readText());
  }

  /** The name of the element that has the focus: its label, or its text. */
  focused(): Promise<string | null | undefined> {
    return this.page.evaluate(
      () => document.activeElement?.getAttribute("aria-label") ?? document.activeElement?.textContent,
    );
  }

  /** The key that a tab has chosen. */
  async chosenKey(): Promise<string> {
    return textOf(this.panel.locator(".key-select option:checked"));
  }

  /** Starts work that takes long, and waits until it is under way. */
  async startLong(): Promise<void> {
    await this.tab("Encrypt");
    await this.panel.getByLabel("mode").selectOption("incremental");
    await this.fill("c characters at once", "1");
    await this.give("encrypt", "long.txt", Buffer.alloc(2_000_000, "x"));
    await this.press("Encrypt");
    await this.panel.locator(".job-progress", { hasText: " of 1.91 MiB" }).waitFor();
  }

  /** Cancels what is under way. */
  async cancel(): Promise<void> {
    await this.press("Cancel");
    await this.see("Canceled. Nothing was saved.");
    expect(await this.result.isVisible()).toBe(false);
  }
}
