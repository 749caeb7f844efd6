import type { KeyEntry } from "@rsa-variants/page/workbench/keys/entry.ts";
import { idle, losesSomething } from "@rsa-variants/page/workbench/state.ts";
import { describe, expect, it } from "vitest";

describe("what is lost with the page", () => {
  const privateKey = idle as unknown as KeyEntry["privateKey"]; // any object stands for it
  const running = { ...idle, running: { done: 1, total: 2, milliseconds: 3 } };
  const jobs = { encrypt: idle, decrypt: idle, sign: idle, verify: idle };
  const [own, publicOnly, inFile] = [
    { privateKey, isInFile: false },
    { privateKey: undefined, isInFile: false },
    { privateKey, isInFile: true },
  ];

  it.each([
    ["nothing, of an empty page", [], jobs, false],
    ["work that runs", [], { ...jobs, verify: running }, true],
    ["a private key that is nowhere else", [publicOnly, inFile, own], jobs, true],
    ["no public key, and none that is in a file", [publicOnly, inFile], jobs, false],
  ])("is %s", (_, keys, jobs, expected) => {
    expect(losesSomething({ keys, jobs })).toBe(expected);
  });
});
