import { Store } from "@rsa-variants/page/core/store.ts";
import { Doctor } from "@rsa-variants/page/workbench/doctor/doctor.ts";
import { blockedBy, keyOf } from "@rsa-variants/page/workbench/doctor/fields.ts";
import { type DoctorState, noQuestion, plain } from "@rsa-variants/page/workbench/doctor/question.ts";
import { wordsOf } from "@rsa-variants/page/workbench/doctor/words.ts";
import type { KeyEntry } from "@rsa-variants/page/workbench/keys/entry.ts";
import { Keyring } from "@rsa-variants/page/workbench/keys/keyring.ts";
import { initialState, type WorkbenchState } from "@rsa-variants/page/workbench/state.ts";
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

it.each([
  ["ciphertext", { kind: "ciphertext", key: { text: "x" }, data: { file: 65 } }],
  ["token", { kind: "token", key: { text: "x" }, data: { text: "x".repeat(1_100_000) } }],
  ["private key", { kind: "ciphertext", key: { file: 1 }, data: { text: "x" } }],
  ["message", { kind: "signature", key: { text: "x" }, data: { text: "x" }, message: { file: 65 } }],
] as const)("too long a %s is refused", async (name, { kind, ...pieces }) => {
  // A file of any length costs nothing as long as nobody reads it.
  const mebibyte = new Blob([new Uint8Array(1 << 20)]);
  const piece = ({ file, text = "" }: { readonly file?: number; readonly text?: string }) => ({
    choice: "other",
    file: file === undefined ? undefined : new File(Array<Blob>(file).fill(mebibyte), "disk.img"),
    text,
  });
  const doctor: DoctorState = {
    ...noQuestion,
    kind,
    ...Object.fromEntries(Object.entries(pieces).map(([field, given]) => [field, piece(given)])),
  };
  const half = { export: async () => ({}), free() {} };
  const rsa = { importKey: async () => ({ ...half, publicKey: half }) };
  const store = new Store<WorkbenchState>({
    ...initialState(""),
    library: { state: "ready", rsa: rsa as never },
    doctor,
  });
  await new Doctor(store, new Keyring(store)).examine();
  expect(store.state.doctor.problem).toMatch(new RegExp(`^The ${name} has .+; the doctor reads at most .+\\.$`));
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
