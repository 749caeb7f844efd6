import { takeDrop } from "@rsa-variants/page/workbench/jobs/work.ts";
import type { WorkTab } from "@rsa-variants/page/workbench/state.ts";
import { describe, expect, it } from "vitest";

describe("what is taken of a drop", () => {
  const dropped = (names: readonly string[], folders: readonly string[] = []) => ({
    files: names.map((name) => new File([name], name)),
    folders,
  });
  const taken = (tab: WorkTab, names: readonly string[], folders: readonly string[] = []) => {
    const { file, signature, note } = takeDrop(tab, dropped(names, folders));
    return [file?.name, signature?.name, note];
  };
  const none = [undefined, undefined];

  it.each([["encrypt"], ["decrypt"], ["sign"]] as const)("is one file on %s, or nothing with the reason", (tab) => {
    expect(taken(tab, ["a.sig"])).toEqual(["a.sig", undefined, undefined]);
    const refused = (what: string) => `Nothing was taken: you dropped ${what}, but you can ${tab} one file at a time.`;
    expect(taken(tab, ["a", "b", "c"])).toEqual([...none, refused("3 files")]);
    expect(taken(tab, ["a", "a.sig"])).toEqual([...none, refused("2 files")]);
    expect(taken(tab, [], ["docs"])).toEqual([...none, refused("1 folder")]);
    expect(taken(tab, ["a"], ["docs"])).toEqual([...none, refused("1 file and 1 folder")]);
    expect(taken(tab, Array(13).fill("a"), ["x", "y"])).toEqual([...none, refused("13 files and 2 folders")]);
    expect(taken(tab, [])).toEqual([...none, "The dropped item is not a file."]);
  });

  it("is on Verify a file, a signature, or both, told apart by the ending", () => {
    expect(taken("verify", ["a.pdf"])).toEqual(["a.pdf", undefined, undefined]);
    expect(taken("verify", ["a.SIG"])).toEqual([undefined, "a.SIG", "a.SIG is the signature."]);
    const both = "a.pdf is the file, a.pdf.sig its signature.";
    expect(taken("verify", ["a.pdf", "a.pdf.sig"])).toEqual(["a.pdf", "a.pdf.sig", both]);
    expect(taken("verify", ["a.pdf.sig", "a.pdf"])).toEqual(["a.pdf", "a.pdf.sig", both]);
    expect(taken("verify", ["a.sig.sig", "a.sig"]).slice(0, 2)).toEqual(["a.sig", "a.sig.sig"]);
    const unclear = (which: string) =>
      `Nothing was taken: you dropped 2 files, but ${which} in .sig, so it is unclear which is the signature.`;
    expect(taken("verify", ["a", "b"])).toEqual([...none, unclear("neither name ends")]);
    expect(taken("verify", ["a.sig", "b.sig"])).toEqual([...none, unclear("both names end")]);
    expect(taken("verify", ["a", "a.sig", "b"])).toEqual([
      ...none,
      "Nothing was taken: you dropped 3 files, but you can verify one file at a time, with its signature.",
    ]);
  });
});
