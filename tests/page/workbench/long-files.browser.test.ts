// @module-tag extended
import type { JSHandle, Page } from "playwright";
import { describe, expect, it } from "vitest";
import { download, site } from "../browser.ts";
import { makeKey, openWorkbench } from "./support.ts";

/** Files that are longer than what the page works on and holds itself: they go through a worker, and into files. */
let page: Page;

const mebibyte = 1 << 20;
/** Mebibytes of a file that is just long, and what its encryption has. */
const long = 9;
const encryptedLength = long * (mebibyte + 2 * 16) + 16 + 128;
const panel = () => page.locator("[role=tabpanel]:visible");
const press = (name: string) => panel().getByRole("button", { name, exact: true }).click();
const problem = () => panel().locator(".job-problem");

async function open(): Promise<void> {
  page = await openWorkbench(site);
  await makeKey(page, "mine", "crt", { "n modulus": "1024" });
  await page.getByRole("tab", { name: "Encrypt" }).click();
}

/** Chooses a file of so many times a mebibyte of one byte, which is made in the page. */
async function choose(tab: string, name: string, mebibytes: number): Promise<void> {
  const file = await page.evaluateHandle(
    ([fileName, count, length]) => new File(Array(count).fill(new Blob([new Uint8Array(length).fill(120)])), fileName),
    [name, mebibytes, mebibyte] as const,
  );
  await chooseFile(tab, file);
}

function chooseFile(tab: string, file: JSHandle<File>): Promise<void> {
  return page.locator(`#${tab}-file`).evaluate((input: HTMLInputElement, chosen) => {
    const data = new DataTransfer();
    data.items.add(chosen);
    input.files = data.files;
    input.dispatchEvent(new Event("change"));
  }, file);
}

/** The page's own files in the browser's storage, and those that stand for the user's. */
function storedFiles(): Promise<string[]> {
  return page.evaluate(async () => {
    const names: string[] = [];
    const list = async (folder: FileSystemDirectoryHandle, path: string) => {
      for await (const [name, handle] of folder as unknown as AsyncIterable<[string, FileSystemHandle]>) {
        if (handle.kind === "directory") await list(handle as FileSystemDirectoryHandle, `${path}folder/`);
        else names.push(`${path}${path === "" ? name : "file"}`);
      }
    };
    await list(await navigator.storage.getDirectory(), "");
    return names;
  });
}

/** The dialog of the browser cannot be operated here; the file that it would give is a real one. */
function giveFile(name: string): Promise<void> {
  return page.evaluate((given) => {
    Object.assign(window, {
      showSaveFilePicker: async () => (await navigator.storage.getDirectory()).getFileHandle(given, { create: true }),
    });
  }, name);
}

/** A file that stands for the user's. */
function fileOf(name: string): Promise<JSHandle<File>> {
  return page.evaluateHandle(async (given) => {
    const handle = await (await navigator.storage.getDirectory()).getFileHandle(given);
    return handle.getFile();
  }, name);
}

async function lengthOf(name: string): Promise<number> {
  return (await fileOf(name)).evaluate(({ size }) => size);
}

describe("a long file", () => {
  it("is held in a temporary file, comes back as it was, and goes with the page", async () => {
    await open();
    await choose("encrypt", "long.bin", long);
    await press("Encrypt");
    await panel()
      .getByText(/temporary file/)
      .waitFor();
    expect(await storedFiles()).toEqual(["folder/file"]);
    const encrypted = await download(page, "Save long.bin.encrypted");
    expect(encrypted.content.length).toBe(encryptedLength);

    await page.getByRole("tab", { name: "Decrypt" }).click();
    await page
      .locator("#decrypt-file")
      .setInputFiles({ name: encrypted.name, mimeType: "", buffer: encrypted.content });
    await press("Decrypt");
    const { content } = await download(page, "Save long.bin");
    expect(content.equals(Buffer.alloc(long * mebibyte, 120))).toBe(true);
    expect(await storedFiles()).toEqual(["folder/file", "folder/file"]);

    await page.goto(site.address);
    await expect.poll(storedFiles).toEqual([]);
  });

  it("that is damaged leaves nothing, in the page or in a file", async () => {
    await open();
    await giveFile("encrypted");
    await choose("encrypt", "long.bin", long);
    await press("Encrypt to a file …");
    await panel().getByText("Saved as encrypted.").waitFor();
    const damaged = await (await fileOf("encrypted")).evaluateHandle(async (file) => {
      const last = new Uint8Array(await file.slice(-1).arrayBuffer());
      return new File([file.slice(0, -1), last.map((byte) => byte ^ 1)], "damaged");
    });
    await page.getByRole("tab", { name: "Decrypt" }).click();
    await chooseFile("decrypt", damaged);
    await press("Decrypt");
    await problem().getByText("its last segment, number 18, is not authentic. Nothing was saved.").waitFor();
    await giveFile("target");
    await press("Decrypt to a file …");
    await problem().getByText("its last segment, number 18, is not authentic. Nothing was saved.").waitFor();
    // The file that the dialog made is gone too.
    await expect.poll(storedFiles).toEqual(["encrypted"]);
  });

  it("goes into a file of the user's, which a failure leaves as it was", async () => {
    await open();
    await giveFile("target");
    await choose("encrypt", "long.bin", long);
    await press("Encrypt to a file …");
    await panel().getByText("Saved as target.").waitFor();
    expect(await lengthOf("target")).toBe(encryptedLength);
    await makeKey(page, "other", "crt", { "n modulus": "1024" });
    await page.getByRole("tab", { name: "Decrypt" }).click();
    await chooseFile("decrypt", await fileOf("target"));
    await panel().getByLabel("your private key").selectOption({ index: 1 });
    await press("Decrypt to a file …");
    await problem().getByText("The file was encrypted for another key, or its header is damaged.").waitFor();
    expect(await lengthOf("target")).toBe(encryptedLength);
    expect(await storedFiles()).toEqual(["target"]);
  });

  it.each([
    ["Encrypt", []],
    ["Encrypt to a file …", ["target"]],
  ])("is cancelled in the midst and leaves nothing: %s", async (button, left) => {
    await open();
    if (left.length > 0) {
      await page.evaluate(async () => {
        const handle = await (await navigator.storage.getDirectory()).getFileHandle("target", { create: true });
        const writable = await handle.createWritable();
        await writable.write("before");
        await writable.close();
      });
      await giveFile("target");
    }
    await choose("encrypt", "long.bin", 2000);
    await press(button);
    await panel()
      .locator(".job-progress")
      .getByText(/MiB of 1\.95 GiB/)
      .waitFor();
    await press("Cancel");
    await problem().getByText("Canceled. Nothing was saved.").waitFor();
    await expect.poll(storedFiles).toEqual(left);
    if (left.length > 0) expect(await lengthOf("target")).toBe("before".length);
  });

  it("whose work fails leaves a file that somebody else has filled meanwhile", async () => {
    await open();
    await giveFile("target");
    await choose("encrypt", "long.bin", 2000);
    await press("Encrypt to a file …");
    await panel()
      .locator(".job-progress")
      .getByText(/MiB of 1\.95 GiB/)
      .waitFor();
    await page.evaluate(async () => {
      const handle = await (await navigator.storage.getDirectory()).getFileHandle("target");
      const writable = await handle.createWritable();
      await writable.write("from elsewhere");
      await writable.close();
    });
    await press("Cancel");
    await problem().getByText("Canceled. Nothing was saved.").waitFor();
    expect(await lengthOf("target")).toBe("from elsewhere".length);
  });

  it("leaves no file when it is cancelled after its last byte", async () => {
    await open();
    await page.evaluate(() => {
      const { getFile } = FileSystemFileHandle.prototype;
      FileSystemFileHandle.prototype.getFile = function () {
        document.querySelector<HTMLElement>("#panel-encrypt .job-progress button")?.click();
        return getFile.call(this);
      };
    });
    await choose("encrypt", "long.bin", long);
    await press("Encrypt");
    await problem().getByText("Canceled. Nothing was saved.").waitFor();
    await expect.poll(storedFiles).toEqual([]);
  });

  it("is held in memory where the page can write no files of its own, and when its folder is gone, in another", async () => {
    await open();
    await choose("encrypt", "long.bin", long);
    await press("Encrypt");
    await panel()
      .getByText(/temporary file/)
      .waitFor();
    await page.evaluate(async () => {
      const root = await navigator.storage.getDirectory();
      for await (const name of (root as unknown as { keys(): AsyncIterable<string> }).keys()) {
        await root.removeEntry(name, { recursive: true });
      }
    });
    await choose("encrypt", "again.bin", long);
    await press("Encrypt");
    await panel().getByRole("button", { name: "Save again.bin.encrypted" }).waitFor();
    expect(await storedFiles()).toEqual(["folder/file"]);

    await page.evaluate(() => Reflect.deleteProperty(FileSystemFileHandle.prototype, "createWritable"));
    await choose("encrypt", "third.bin", long);
    await press("Encrypt");
    const { content } = await download(page, "Save third.bin.encrypted");
    expect(content.length).toBe(encryptedLength);
  });
});
