import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { cleanUp, expectPrints, installedLibrary, runPrograms } from "./package.ts";
import { type Item, readEntries, readItems } from "./reference.ts";

const items = readItems(await readEntries());

afterAll(cleanUp);

const named = ({ name, place }: Item) => `${name} (${place})`;

describe("what the package exports", () => {
  it("is found, with members of classes, interfaces, and calls in workers", () => {
    const names = items.map(({ name }) => name);
    expect(names).toEqual(
      expect.arrayContaining([
        "rsa-variants: load",
        "rsa-variants: PrivateKey.decrypt",
        "rsa-variants: PrivateKey.[Symbol.dispose]",
        "rsa-variants: RsaWorkers.generateKey",
        "rsa-variants: RsaWorkers.close",
        "rsa-variants: GenerateKeyOptions.signal",
        "rsa-variants/files: FileDecryptionKey.params",
        "rsa-variants/security: Attack.title",
        "rsa-variants/xrsa: WorkerDevice.plan",
        "rsa-variants/inline: inlineWorker",
      ]),
    );
    expect(new Set(names.map((name) => name.split(":")[0])).size).toBeGreaterThanOrEqual(7);
    expect(items.filter(({ isCalled }) => isCalled).length).toBeGreaterThan(100);
  });

  it("has a text for every symbol and member", () => {
    expect(items.filter(({ text }) => text === "").map(named)).toEqual([]);
  });

  it.each([
    ["RsaWorkers.generateKey", "Generates a key.", /^\(params: KeyParams, options\?.*\) => Promise<WorkerPrivateKey>$/],
    [
      "RsaWorkers.checkParams",
      "Checks key parameters",
      /^\(params: KeyParamValues, options\?.*\) => Promise<KeyParams>$/,
    ],
    ["WorkerPrivateKey.decrypt", "Decrypts a ciphertext", /=> Promise<Uint8Array<ArrayBuffer>>$/],
    ["WorkerPublicKey.verify", "Verifies a signature", /=> Promise<boolean>$/],
  ])("shows of %s what the call on this thread has: text, parameters, errors and type", (name, text, type) => {
    const item = items.find((each) => each.name === `rsa-variants: ${name}`) ?? expect.unreachable(name);
    expect(item.text).toContain(text);
    expect(item.type).toMatch(type);
    expect(item.tags.join("\n")).toMatch(/@param (params|algorithm) .*(.|\n)*@throws RsaError `/);
  });

  it("has a text for every parameter", () => {
    const bare = items.flatMap((item) => item.bareParameters.map((parameter) => `${named(item)}: ${parameter}`));
    expect(bare).toEqual([]);
  });

  it("has an example for everything that users call; that of a call in workers is on this thread's", () => {
    const called = items.filter(({ isCalled, name }) => isCalled && !/: (\w*Workers|Worker\w+)\./.test(name));
    expect(called.filter(({ examples }) => examples.length === 0).map(named)).toEqual([]);
  });
});

describe("the examples in the declarations", { tags: ["extended"] }, () => {
  // What several symbols show, such as a call and the same call in workers, runs once.
  const examples = [...new Map(items.flatMap((item) => item.examples.map((text) => [text, item] as const)))].map(
    ([text, item], index) => ({ text, name: named(item), index }),
  );
  let printed: readonly string[];
  beforeAll(async () => {
    const { folder } = await installedLibrary();
    printed = await runPrograms(
      folder,
      examples.map(({ text }) => text),
    );
  });

  it("are found", () => {
    expect(examples.length).toBeGreaterThan(100);
  });

  it.each(examples)("run and print what they say: $name", ({ index, text }) => {
    expectPrints(printed[index] ?? "", text);
  });
});
