import { createHash } from "node:crypto";
import { expect, it } from "vitest";
import { makePair, pemOf } from "../../random.ts";
import { Workbench } from "./support.ts";

const text = "Grüße from the bench\u0000 – line 2\n";

/** The last byte is another. */
function damaged(content: Uint8Array): Buffer {
  const copy = Buffer.from(content);
  copy[copy.length - 1] = (copy.at(-1) ?? 0) ^ 1;
  return copy;
}

it("a text becomes one that can be copied, and is decrypted with its key alone", async () => {
  const bench = await Workbench.open("encrypt");
  const { page } = bench;
  const start = bench.button("Encrypt");
  const why = async () => {
    expect(await start.isDisabled()).toBe(true);
    return page.locator(`#${await start.getAttribute("aria-describedby")}`).innerText();
  };
  expect(await why()).toBe("You need a key for this: make or load one.");
  await bench.makeKey("CRT, n\u00a01024", "crt", { "n modulus": "1024" });
  await bench.tab("Encrypt");
  // It is one's own; as the page names a key without a name of its own, its parameters stand there once.
  await bench.see("This is your own key: only you can decrypt.");
  expect(await bench.chosenKey()).toMatch(/^CRT, n\s1024$/);
  expect(await why()).toBe("Enter text or choose a file first.");
  await bench.work("Encrypt", text);
  expect(await bench.panel.locator(".why-disabled").count()).toBe(0);
  await bench.see(/^The text was encrypted for CRT, n\s1024 \(key fingerprint [\da-f ]{19} …\)\.$/);
  const armored = await bench.resultText();
  expect(armored).toMatch(/^-----BEGIN RSA-VARIANTS FILE-----\n[A-Za-z0-9+/=\n]+-----END RSA-VARIANTS FILE-----\n$/);
  expect(await bench.copied()).toBe(armored);

  await bench.page.getByRole("link", { name: "load their public key" }).click();
  await bench.load("other", pemOf((await makePair(1024)).privateKey));
  await bench.tab("Encrypt");
  // What is chosen stays chosen when others come, and the result with it.
  expect(await bench.chosenKey()).toMatch(/^CRT/);
  expect(await bench.result.isVisible()).toBe(true);
  await bench.tab("Decrypt");
  const key = bench.panel.getByLabel("your private key");
  await key.selectOption({ index: 1 });
  const decrypt = (given: string) => () => bench.work("Decrypt", given);
  await bench.says(
    [decrypt(armored), "The file was encrypted for another key, or its header is damaged."],
    [decrypt("a letter"), /^This was not encrypted by rsa-variants/],
    [decrypt(armored.slice(0, 200)), /^The text is cut short/],
  );
  await key.selectOption({ index: 0 });
  await bench.work("Decrypt", armored);
  expect(await bench.resultText()).toBe(text);
  // For both: each key decrypts.
  await bench.tab("Encrypt");
  await bench.panel.getByRole("checkbox", { name: /^other/ }).check();
  await bench.work("Encrypt", text);
  await bench.see(/^The text was encrypted for other and CRT, n\s1024 \(key fingerprint/);
  const forBoth = await bench.resultText();
  await bench.tab("Decrypt");
  for (const index of [1, 0]) {
    await key.selectOption({ index });
    await bench.work("Decrypt", forBoth);
    expect(await bench.resultText()).toBe(text);
  }
  // The same, without encrypting again.
  await bench.panel.getByRole("checkbox", { name: /^other/ }).check();
  await bench.work("Decrypt", armored, "Add recipients");
  await bench.see(/^The text was encrypted for other and CRT, n\s1024 \(key fingerprint/);
  const added = await bench.resultText();
  await bench.says(
    [() => bench.work("Decrypt", "a letter", "Add recipients"), /^Only a file of hybrid encryption can get/],
    [() => bench.panel.getByRole("checkbox", { name: /^other/ }).uncheck(), "The result will be here."],
  );
  await key.selectOption({ index: 1 });
  await bench.work("Decrypt", added);
  expect(await bench.resultText()).toBe(text);
  await key.selectOption({ index: 0 });
  await bench.tab("Encrypt");
  await bench.panel.getByRole("checkbox", { name: /^other/ }).uncheck();
  await bench.give("encrypt", "empty", "");
  await bench.press("Encrypt");
  await bench.says([decrypt(await bench.resultText()), "The result is empty."]);
  expect(await bench.button("Copy").count()).toBe(0);

  // What is gone has no successor, and its result goes with it.
  await bench.forget("CRT, n\u00a01024");
  expect(await bench.focused()).toBe("Save other");
  await bench.tab("Encrypt");
  expect([await bench.chosenKey(), await bench.result.isVisible()]).toEqual(["choose a key", false]);
  expect(await start.isDisabled()).toBe(true);
  await bench.panel.locator("#encrypt-key").selectOption({ index: 1 });
  await bench.press("Enter text instead");

  // Nobody reads a long one.
  await bench.work("Encrypt", "long ".repeat(60_000));
  await bench.see("message.txt.encrypted, 293 KiB, ready to save.");
});

it("a file is streamed and comes back as it was; damaged or cancelled, nothing is kept", async () => {
  const bench = await Workbench.withKey("Encrypt");
  // More than one segment, and no text.
  const content = Buffer.from({ length: 2_500_000 }).map((_, i) => (i * 2654435761) >>> 24);
  await bench.give("encrypt", "big.bin", content);
  await bench.press("Encrypt");
  const encrypted = await bench.download("Save big.bin.encrypted");
  expect(encrypted.content.subarray(0, 12).toString()).toBe("rsa-variants");
  await bench.tab("Decrypt");
  await bench.give("decrypt", encrypted.name, encrypted.content);
  await bench.press("Decrypt");
  const saved = await bench.download("Save big.bin");
  expect([saved.name, saved.content.equals(content)]).toEqual(["big.bin", true]);
  for (const broken of [damaged(encrypted.content), encrypted.content.subarray(0, 1_500_000)]) {
    await bench.drop("#panel-decrypt .source", { name: "broken", content: broken });
    await bench.says([() => bench.press("Decrypt"), /Nothing was saved\.$/]);
    expect(await bench.result.isVisible()).toBe(false);
  }
  await bench.startLong();
  await bench.cancel();
  await bench.panel.getByLabel("mode").selectOption("hybrid");
  await bench.press("Encrypt");
  await bench.button("Save long.txt.encrypted").waitFor();
});

it("work writes straight into a file, which keeps what it had when the work fails", async () => {
  const bench = await Workbench.withKey("Encrypt");
  const { page } = bench;
  /** The dialog of the browser cannot be operated here; the file that it would give is a real one. */
  const choose = (name: string) =>
    page.evaluate((given) => {
      const pick = async () => {
        document.title = given;
        return (await navigator.storage.getDirectory()).getFileHandle(given, { create: true });
      };
      Object.assign(window, { showSaveFilePicker: pick });
    }, name);
  /** Undefined if there is no such file. */
  const contentOf = async (name: string) => {
    const bytes = await page.evaluate(async (given) => {
      const found = (await navigator.storage.getDirectory()).getFileHandle(given);
      return found.then(
        async (handle) => [...new Uint8Array(await (await handle.getFile()).arrayBuffer())],
        () => undefined,
      );
    }, name);
    return bytes && Buffer.from(bytes);
  };
  const decrypt = (content: string | Uint8Array) => async () => {
    await bench.give("decrypt", "a", content);
    await bench.press("Decrypt to a file …");
  };
  await choose("target");
  await bench.says([() => bench.work("Encrypt", text, "Encrypt to a file …"), "Saved as target."]);
  const encrypted = (await contentOf("target")) as Buffer;
  expect(encrypted.subarray(0, 12).toString()).toBe("rsa-variants");
  await bench.tab("Decrypt");
  await bench.says([decrypt(damaged(encrypted)), /Nothing was saved\.$/]);
  expect(await contentOf("target")).toEqual(encrypted);
  // A file that the dialog made is gone again, also when the work fails before anything is read in pieces.
  for (const [name, content, problem] of [
    ["new", damaged(encrypted), /Nothing was saved\.$/],
    ["newer", "a letter", /^This was not encrypted by/],
  ] as const) {
    await choose(name);
    await bench.says([decrypt(content), problem]);
    await expect.poll(() => page.title()).toBe(name);
    await expect.poll(() => contentOf(name)).toBeUndefined();
  }
  await choose("target");
  await bench.says([decrypt(encrypted), "Saved as target."]);
  expect((await contentOf("target"))?.toString()).toBe(text);
});

it("a text is encrypted incrementally, as history, and the largest c is named", async () => {
  const bench = await Workbench.withKey("Encrypt");
  const decrypt = (given: string) => () => bench.work("Decrypt", given);
  await bench.says(
    [() => bench.panel.getByLabel("mode").selectOption("incremental"), /protects nothing/],
    [
      () => bench.fill("c characters at once", "103"),
      "From 1 to 102; 103 is outside. The 3c digits must stay below N.",
    ],
  );
  await bench.fill("Text to encrypt", text);
  expect(await bench.button("Encrypt").isDisabled()).toBe(true);
  await bench.fill("c characters at once", "10");
  await bench.press("Encrypt");
  const lines = await bench.resultText();
  expect(lines.trim().split("\n")).toHaveLength(Math.ceil(Buffer.from(text).length / 10));
  expect(lines).toMatch(/^[\d\n]+$/);
  await bench.says([decrypt(lines), /changed, shortened or rearranged it/]);
  expect(await bench.resultText()).toBe(text);
  await bench.says([decrypt(`${lines}12x`), /Line \d+ is not a decimal number/]);
  await bench.drop("#panel-decrypt .source", { name: "cut.encrypted", content: "" });
  await bench.says([() => bench.press("Decrypt"), "The file is empty: it was cut short or is not an encrypted file."]);
});

it("a long file is decrypted from its temporary file, although the first result is gone", async () => {
  const bench = await Workbench.withKey("Encrypt");
  const content = Buffer.alloc(9_000_000, "x");
  await bench.give("encrypt", "long.txt", content);
  await bench.says([() => bench.press("Encrypt"), "long.txt.encrypted, 8.58 MiB, ready to save."]);
  // What comes next is the button that stands out.
  expect(await bench.panel.locator(".run").allTextContents()).toEqual(["Save long.txt.encrypted"]);
  const digest = (createHash("sha256").update(content).digest("hex").match(/.{4}/g) ?? []).join(" ");
  await bench.see(`File SHA-256 of long.txt: ${digest}`);
  await bench.press("Decrypt it to check");
  await bench.see("long.txt.encrypted");
  await bench.tab("Encrypt");
  await bench.press("Enter text instead");
  await bench.tab("Decrypt");
  await bench.says([() => bench.press("Decrypt"), `File SHA-256 of long.txt: ${digest}`]);
  const saved = await bench.download("Save long.txt");
  await bench.see("Saved long.txt.");
  expect([saved.name, saved.content.equals(content)]).toEqual(["long.txt", true]);
});
