// @module-tag extended
import type { JSHandle } from "playwright";
import { describe, expect, it } from "vitest";
import { site } from "../browser.ts";
import { Workbench } from "./support.ts";

/** Files whose results are longer than what the page holds in memory: they go into files. */
let bench: Workbench;

const mebibyte = 1 << 20;
/** Mebibytes of a file that is just long, and what its encryption has. */
const long = 9;
const encryptedLength = long * (mebibyte + 2 * 16) + 16 + 128;

async function open(): Promise<void> {
  bench = await Workbench.withKey("Encrypt");
}

async function encrypt(name: string, mebibytes: number, button = "Encrypt"): Promise<void> {
  await bench.dropLong("#panel-encrypt", name, mebibytes);
  await bench.press(button);
}

/** Encrypts what takes some time, until it is under way. */
async function encryptVeryLong(button: string): Promise<void> {
  await encrypt("long.bin", 2000, button);
  await bench.see(/MiB of 1\.95 GiB/);
}

function chooseFile(tab: string, file: JSHandle<File>): Promise<void> {
  return bench.page.locator(`#${tab}-file`).evaluate((input: HTMLInputElement, chosen) => {
    const data = new DataTransfer();
    data.items.add(chosen);
    input.files = data.files;
    input.dispatchEvent(new Event("change"));
  }, file);
}

/** The page's own files in the browser's storage, and those that stand for the user's. */
function storedFiles(): Promise<string[]> {
  return bench.page.evaluate(async () => {
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
  return bench.page.evaluate((given) => {
    Object.assign(window, {
      showSaveFilePicker: async () => (await navigator.storage.getDirectory()).getFileHandle(given, { create: true }),
    });
  }, name);
}

/** A file that stands for the user's. */
function fileOf(name: string): Promise<JSHandle<File>> {
  return bench.page.evaluateHandle(async (given) => {
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
    await encrypt("long.bin", long);
    await bench.see(/temporary file/);
    expect(await storedFiles()).toEqual(["folder/file"]);
    const encrypted = await bench.download("Save long.bin.encrypted");
    expect(encrypted.content.length).toBe(encryptedLength);

    await bench.tab("Decrypt");
    await bench.give("decrypt", encrypted.name, encrypted.content);
    await bench.press("Decrypt");
    const { content } = await bench.download("Save long.bin");
    expect(content.equals(Buffer.alloc(long * mebibyte, 120))).toBe(true);
    expect(await storedFiles()).toEqual(["folder/file", "folder/file"]);

    await bench.page.goto(site.address);
    await expect.poll(storedFiles).toEqual([]);
  });

  it("that is damaged leaves nothing, in the page or in a file", async () => {
    await open();
    await giveFile("encrypted");
    await encrypt("long.bin", long, "Encrypt to a file …");
    await bench.see("Saved as encrypted.");
    const damaged = await (await fileOf("encrypted")).evaluateHandle(async (file) => {
      const last = new Uint8Array(await file.slice(-1).arrayBuffer());
      return new File([file.slice(0, -1), last.map((byte) => byte ^ 1)], "damaged");
    });
    await bench.tab("Decrypt");
    await chooseFile("decrypt", damaged);
    await bench.press("Decrypt");
    await bench.see("its last segment, number 18, is not authentic. Nothing was saved.");
    await giveFile("target");
    await bench.press("Decrypt to a file …");
    await bench.see("its last segment, number 18, is not authentic. Nothing was saved.");
    // The file that the dialog made is gone too.
    await expect.poll(storedFiles).toEqual(["encrypted"]);
  });

  it.each([
    ["Encrypt", []],
    ["Encrypt to a file …", ["target"]],
  ])("is cancelled in the midst and leaves nothing: %s", async (button, left) => {
    await open();
    if (left.length > 0) {
      await bench.page.evaluate(async () => {
        const handle = await (await navigator.storage.getDirectory()).getFileHandle("target", { create: true });
        const writable = await handle.createWritable();
        await writable.write("before");
        await writable.close();
      });
      await giveFile("target");
    }
    await encryptVeryLong(button);
    await bench.cancel();
    await expect.poll(storedFiles).toEqual(left);
    if (left.length > 0) expect(await lengthOf("target")).toBe("before".length);
  });

  it("whose work fails leaves a file that somebody else has filled meanwhile", async () => {
    await open();
    await giveFile("target");
    await encryptVeryLong("Encrypt to a file …");
    await bench.page.evaluate(async () => {
      const handle = await (await navigator.storage.getDirectory()).getFileHandle("target");
      const writable = await handle.createWritable();
      await writable.write("from elsewhere");
      await writable.close();
    });
    await bench.cancel();
    expect(await lengthOf("target")).toBe("from elsewhere".length);
  });

  it("leaves no file when it is cancelled after its last byte", async () => {
    await open();
    await bench.page.evaluate(() => {
      const { getFile } = FileSystemFileHandle.prototype;
      FileSystemFileHandle.prototype.getFile = function () {
        document.querySelector<HTMLElement>("#panel-encrypt .job-progress button")?.click();
        return getFile.call(this);
      };
    });
    await encrypt("long.bin", long);
    await bench.see("Canceled. Nothing was saved.");
    await expect.poll(storedFiles).toEqual([]);
  });

  it("is held in memory where the page can write no files of its own, and when its folder is gone, in another", async () => {
    await open();
    await encrypt("long.bin", long);
    await bench.see(/temporary file/);
    await bench.page.evaluate(async () => {
      const root = await navigator.storage.getDirectory();
      for await (const name of (root as unknown as { keys(): AsyncIterable<string> }).keys()) {
        await root.removeEntry(name, { recursive: true });
      }
    });
    await encrypt("again.bin", long);
    await bench.button("Save again.bin.encrypted").waitFor();
    expect(await storedFiles()).toEqual(["folder/file"]);

    await bench.page.evaluate(() => Reflect.deleteProperty(FileSystemFileHandle.prototype, "createWritable"));
    await encrypt("third.bin", long);
    const { content } = await bench.download("Save third.bin.encrypted");
    expect(content.length).toBe(encryptedLength);
  });
});
