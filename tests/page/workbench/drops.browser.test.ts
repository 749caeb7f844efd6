import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect, it } from "vitest";
import { violations } from "../accessibility.ts";
import { textOf } from "../browser.ts";
import { Workbench } from "./support.ts";

const folder = await mkdtemp(join(tmpdir(), "rsa-variants-drops-"));
await mkdir(join(folder, "papers"));
for (const name of ["a.txt", "b.txt", "a.txt.sig", "other.bin"]) await writeFile(join(folder, name), `${name}\n`);
afterAll(() => rm(folder, { recursive: true, force: true }));

it("files that are dragged onto a tab go to their places, which show where; beside the tab they are refused", async () => {
  const bench = await Workbench.withKey("Encrypt");
  const { page } = bench;
  const session = await page.context().newCDPSession(page);

  /** Files of the disk, dragged by the browser itself to a place of the panel: its last line, or an element of it. */
  async function drag(names: readonly string[], onto?: string): Promise<() => Promise<unknown>> {
    const box = await (onto === undefined ? bench.panel : page.locator(onto)).boundingBox();
    if (box === null) throw new Error("there is nothing to drop on");
    const bottom = Math.min(box.y + box.height, page.viewportSize()?.height ?? 0);
    const place = { x: box.x + box.width / 2, y: onto === undefined ? bottom - 4 : box.y + box.height / 2 };
    const data = { items: [], files: names.map((name) => join(folder, name)), dragOperationsMask: 1 };
    const send = (type: "dragEnter" | "dragOver" | "drop") =>
      session.send("Input.dispatchDragEvent", { type, ...place, data });
    await send("dragEnter");
    await send("dragOver");
    return () => send("drop");
  }
  const drop = (names: readonly string[], onto?: string) => async () => (await drag(names, onto))();
  const isMarked = (selector: string) =>
    page.locator(selector).evaluate((element) => element.classList.contains("dropping"));
  const file = () => textOf(bench.panel.locator(".chosen-file").first());
  const signature = () => textOf(bench.panel.locator(".signature-file .chosen-file"));

  const release = await drag(["a.txt"]);
  expect(await isMarked("#panel-encrypt")).toBe(true);
  expect(await violations(page)).toEqual([]);
  await bench.says(
    [release, "a.txt"],
    [drop(["b.txt", "a.txt.sig", "other.bin"]), /^Nothing was taken: you dropped 3 files, but .*\.$/],
    [drop(["papers"]), /^Nothing was taken: you dropped 1 folder, but .*\.$/],
  );
  expect([await file(), await isMarked("#panel-encrypt")]).toEqual(["a.txt 6 bytes", false]);
  await bench.says([drop(["b.txt"]), "b.txt"]);
  expect(await textOf(bench.panel.locator(".drop-note"))).toBe("");
  await bench.startLong();
  await bench.says([drop(["a.txt"]), "This tab is busy, so nothing was taken. Wait or cancel first."]);
  expect(await file()).toContain("long.txt");
  await bench.cancel();

  await bench.tab("Verify");
  await bench.says([drop(["a.txt.sig", "a.txt"]), "a.txt is the file, a.txt.sig its signature."]);
  expect([await file(), await signature()]).toEqual(["a.txt 6 bytes", "a.txt.sig 10 bytes"]);
  await bench.says([drop(["b.txt"]), "b.txt"]);
  const held = await drag(["other.bin"], ".signature-file");
  expect([await isMarked(".signature-file"), await isMarked("#panel-verify")]).toEqual([true, false]);
  await bench.says([held, "other.bin"]);
  expect([await file(), await signature()]).toEqual(["b.txt 6 bytes", "other.bin 10 bytes"]);
  await bench.says(
    [drop(["a.txt.sig"]), "a.txt.sig is the signature."],
    [drop(["a.txt", "b.txt"], ".signature-file"), /neither name ends in \.sig/],
  );
  expect([await file(), await signature()]).toEqual(["b.txt 6 bytes", "a.txt.sig 10 bytes"]);

  await bench.tab("Keys");
  await bench.says([drop(["papers", "a.txt"]), "papers is a folder. Drop the files inside it instead."]);
  await bench.see(/^a\.txt: /);
  const refused = await page.evaluate(() => {
    const data = new DataTransfer();
    data.items.add(new File(["x"], "x.txt"));
    return ["dragover", "drop"].map(
      (type) =>
        !document.body.dispatchEvent(new DragEvent(type, { dataTransfer: data, bubbles: true, cancelable: true })),
    );
  });
  expect(refused).toEqual([true, true]);
});
