import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { CDPSession, Page } from "playwright";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { violations } from "../accessibility.ts";
import { site, textOf } from "../browser.ts";
import { makeKey, openWorkbench } from "./support.ts";

describe("files that are dragged onto a tab", () => {
  let folder: string;
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), "rsa-variants-drops-"));
    await mkdir(join(folder, "papers"));
    for (const name of ["a.txt", "b.txt", "a.txt.sig", "other.bin"]) await writeFile(join(folder, name), `${name}\n`);
  });
  afterAll(() => rm(folder, { recursive: true, force: true }));

  const panel = (page: Page) => page.locator("[role=tabpanel]:visible");
  const isMarked = (page: Page, selector: string) =>
    page.locator(selector).evaluate((element) => element.classList.contains("dropping"));

  /** Files of the disk, dragged by the browser itself to a place of the panel: its last line, or an element of it. */
  async function drag(page: Page, names: readonly string[], onto?: string): Promise<{ drop(): Promise<void> }> {
    const box = await (onto === undefined ? panel(page) : page.locator(onto)).boundingBox();
    if (box === null) throw new Error("there is nothing to drop on");
    const bottom = Math.min(box.y + box.height, page.viewportSize()?.height ?? 0);
    const place = { x: box.x + box.width / 2, y: onto === undefined ? bottom - 4 : box.y + box.height / 2 };
    const data = { items: [], files: names.map((name) => join(folder, name)), dragOperationsMask: 1 };
    const session: CDPSession = await page.context().newCDPSession(page);
    const send = (type: "dragEnter" | "dragOver" | "drop") =>
      session.send("Input.dispatchDragEvent", { type, ...place, data });
    await send("dragEnter");
    await send("dragOver");
    return {
      async drop() {
        await send("drop");
        await session.detach();
      },
    };
  }

  async function dropOn(page: Page, names: readonly string[], onto?: string): Promise<void> {
    await (await drag(page, names, onto)).drop();
  }

  it.each(["Encrypt", "Decrypt", "Sign"])(
    "are taken anywhere on %s, which shows where; of several none",
    async (tab) => {
      const page = await openWorkbench(site, tab.toLowerCase());
      const selector = `#panel-${tab.toLowerCase()}`;
      const held = await drag(page, ["a.txt"]);
      expect(await isMarked(page, selector)).toBe(true);
      expect(await violations(page)).toEqual([]);
      await held.drop();
      await panel(page).locator(".chosen-file", { hasText: "a.txt 6 bytes" }).waitFor();
      expect(await isMarked(page, selector)).toBe(false);
      const note = panel(page).locator(".drop-note");
      await dropOn(page, ["b.txt", "a.txt.sig", "other.bin"]);
      await note.getByText(/^Nothing was taken: you dropped 3 files, but .*\.$/).waitFor();
      await dropOn(page, ["papers"]);
      await note.getByText(/^Nothing was taken: you dropped 1 folder, but .*\.$/).waitFor();
      expect(await textOf(panel(page).locator(".chosen-file"))).toBe("a.txt 6 bytes");
      await dropOn(page, ["b.txt"]);
      await panel(page).locator(".chosen-file", { hasText: "b.txt" }).waitFor();
      expect(await textOf(note)).toBe("");
    },
  );

  it("go to their places on Verify: both at once, one by its ending, any onto the signature's box", async () => {
    const page = await openWorkbench(site, "verify");
    const [file, signature] = [panel(page).locator(".chosen-file").first(), panel(page).locator(".signature-file")];
    const note = panel(page).locator(".drop-note");
    await dropOn(page, ["a.txt.sig", "a.txt"]);
    await note.getByText("a.txt is the file, a.txt.sig its signature.").waitFor();
    expect(await textOf(file)).toBe("a.txt 6 bytes");
    expect(await textOf(signature)).toContain("a.txt.sig 10 bytes");
    await dropOn(page, ["b.txt"]);
    await file.getByText("b.txt").waitFor();
    expect(await textOf(signature)).toContain("a.txt.sig");
    const held = await drag(page, ["other.bin"], ".signature-file");
    expect(await isMarked(page, ".signature-file")).toBe(true);
    expect(await isMarked(page, "#panel-verify")).toBe(false);
    await held.drop();
    await signature.getByText("other.bin 10 bytes").waitFor();
    expect(await textOf(file)).toBe("b.txt 6 bytes");
    await dropOn(page, ["a.txt.sig"]);
    await note.getByText("a.txt.sig is the signature.").waitFor();
    expect(await textOf(file)).toBe("b.txt 6 bytes");
    await dropOn(page, ["a.txt", "b.txt"], ".signature-file");
    await note.getByText(/neither name ends in \.sig/).waitFor();
    expect(await textOf(signature)).toContain("a.txt.sig");
  });

  it("are each reported as not a key on Keys, and folders as unreadable", async () => {
    const page = await openWorkbench(site);
    await dropOn(page, ["papers", "a.txt"]);
    const notes = page.locator(".keys-panel .notes");
    await notes.getByText("papers is a folder. Drop the files inside it instead.").waitFor();
    await notes.getByText(/^a\.txt: /).waitFor();
  });

  it("are not taken while the tab works", async () => {
    const page = await openWorkbench(site);
    await makeKey(page, "mine", "crt", { "n modulus": "1024" });
    await page.getByRole("tab", { name: "Encrypt" }).click();
    await page.getByLabel("mode").selectOption("incremental");
    await page.getByLabel("c characters at once").fill("1");
    const buffer = Buffer.alloc(2_000_000, "x");
    await page.locator("#encrypt-file").setInputFiles({ name: "long.txt", mimeType: "", buffer });
    await panel(page).getByRole("button", { name: "Encrypt", exact: true }).click();
    await panel(page).locator(".job-progress").waitFor();
    await dropOn(page, ["a.txt"]);
    await panel(page).getByText("This tab is busy, so nothing was taken. Wait or cancel first.").waitFor();
    expect(await textOf(panel(page).locator(".chosen-file"))).toContain("long.txt");
  });
});
