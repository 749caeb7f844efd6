import type { KeyEntry } from "@rsa-variants/page/workbench/keys/entry.ts";
import { emptyForm, idle, losesSomething } from "@rsa-variants/page/workbench/state.ts";
import { describe, expect, it } from "vitest";

describe("what is lost with the page", () => {
  const privateKey = emptyForm as unknown as KeyEntry["privateKey"]; // any object stands for it
  const running = { ...idle, running: { done: 1, total: 2, milliseconds: 3 } };
  const jobs = { encrypt: idle, decrypt: idle, sign: idle, verify: idle };
  const [own, publicOnly, inFile] = [
    { privateKey, fingerprint: "own", isInFile: false },
    { privateKey: undefined, fingerprint: "public", isInFile: false },
    { privateKey, fingerprint: "file", isInFile: true },
  ];

  it.each([
    ["nothing, of an empty page", [], jobs, "", false],
    ["work that runs", [], { ...jobs, verify: running }, "", true],
    ["a private key that is nowhere else", [publicOnly, inFile, own], jobs, "", true],
    ["no key that is kept", [own], jobs, "own", false],
    ["a key beside one that is kept", [own], jobs, "another", true],
    ["no public key, and none that is in a file", [publicOnly, inFile], jobs, "", false],
  ])("is %s", (_, keys, jobs, kept, expected) => {
    expect(losesSomething({ keys, jobs, kept: new Set([kept]) })).toBe(expected);
  });
});
