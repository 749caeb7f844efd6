import { blockedBy, keyOf } from "@rsa-variants/page/workbench/doctor/fields.ts";
import { noQuestion, plain } from "@rsa-variants/page/workbench/doctor/question.ts";
import { wordsOf } from "@rsa-variants/page/workbench/doctor/words.ts";
import type { KeyEntry } from "@rsa-variants/page/workbench/keys/entry.ts";
import { initialState } from "@rsa-variants/page/workbench/state.ts";
import { describe, expect, it } from "vitest";

const entry = (fingerprint: string, isPrivate: boolean) =>
  ({ fingerprint, privateKey: isPrivate ? {} : undefined }) as unknown as KeyEntry;
const [publicOnly, own] = [entry("public", false), entry("own", true)];

describe("the key of a field", () => {
  const keys = [publicOnly, own];

  it.each([
    ["the first that fits, until the user chooses", undefined, true, own],
    ["the chosen one", "own", false, own],
    ["a pasted one", "other", true, "other"],
    ["no other in the place of one that is gone", "gone", false, undefined],
    ["none that lacks the private half", "public", true, undefined],
  ])("is %s", (_, choice, isPrivate, expected) => {
    expect(keyOf({ keys }, { ...noQuestion.key, choice }, isPrivate)).toBe(expected);
  });

  it("is a pasted one if there is no other", () => {
    expect(keyOf({ keys: [publicOnly] }, noQuestion.key, true)).toBe("other");
  });
});

describe("what is missing", () => {
  const state = { ...initialState(""), library: { state: "ready", rsa: {} as never } } as const;
  const data = { file: undefined, text: "x" };

  it.each([
    ["the key", {}, "Add a key first."],
    ["the signature", { key: { ...data, choice: "other" } }, "Add the signature first."],
    ["the public key of a pair", { kind: "pair", key: { ...data, choice: "other" } }, "Add the public key first."],
    ["nothing", { key: { ...data, choice: "other" }, data }, undefined],
  ] as const)("is %s", (_, change, expected) => {
    expect(blockedBy({ ...state, doctor: { ...noQuestion, ...change } })).toBe(expected);
  });
});

describe("a text from outside", () => {
  it("cannot hide, turn or break what is shown", () => {
    expect(plain("a\u202eb\n\u2028\0\u{e0041}é")).toBe("a\\u{202e}b\\n\\u{2028}\\u{0}\\u{e0041}é");
    expect(plain("a\tb\r\n")).toBe("a\\tb\\r\\n");
  });

  it("is cut", () => {
    expect(plain("x".repeat(10_000))).toHaveLength(602);
  });
});

it("has the words of a verdict fit what was examined", () => {
  expect(wordsOf("fits", "pair").title).toBe("The keys belong together");
  expect(wordsOf("other-message", "token").title).toBe("The token was changed");
  expect(wordsOf("damaged", "ciphertext").text).toBe("Part of the ciphertext is missing. Get a new copy.");
});
