import { describe, expect, it } from "vitest";
import { takeDrop } from "../../../web/page/src/workbench/jobs/drops.ts";
import type { WorkTab } from "../../../web/page/src/workbench/jobs/job.ts";

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

  it.each([
    ["encrypt", "encrypted"],
    ["decrypt", "decrypted"],
    ["sign", "signed"],
  ] as const)("is one file on %s, or nothing with the reason", (tab, done) => {
    expect(taken(tab, ["a.sig"])).toEqual(["a.sig", undefined, undefined]);
    const rest = `dropped; one file at a time is ${done}: nothing was taken.`;
    expect(taken(tab, ["a", "b", "c"])).toEqual([...none, `Three files were ${rest}`]);
    expect(taken(tab, ["a", "a.sig"])).toEqual([...none, `Two files were ${rest}`]);
    expect(taken(tab, [], ["docs"])).toEqual([...none, `A folder was ${rest}`]);
    expect(taken(tab, ["a"], ["docs"])).toEqual([...none, `A file and a folder were ${rest}`]);
    expect(taken(tab, Array(13).fill("a"), ["x", "y"])).toEqual([...none, `13 files and two folders were ${rest}`]);
    expect(taken(tab, [])).toEqual([...none, `Nothing that can be read was ${rest}`]);
  });

  it("is on Verify a file, a signature, or both, told apart by the ending", () => {
    expect(taken("verify", ["a.pdf"])).toEqual(["a.pdf", undefined, undefined]);
    expect(taken("verify", ["a.SIG"])).toEqual([undefined, "a.SIG", "Taken as the signature: a.SIG."]);
    const both = "Taken: a.pdf, and as its signature a.pdf.sig.";
    expect(taken("verify", ["a.pdf", "a.pdf.sig"])).toEqual(["a.pdf", "a.pdf.sig", both]);
    expect(taken("verify", ["a.pdf.sig", "a.pdf"])).toEqual(["a.pdf", "a.pdf.sig", both]);
    expect(taken("verify", ["a.sig.sig", "a.sig"]).slice(0, 2)).toEqual(["a.sig", "a.sig.sig"]);
    const untold = "so that nothing tells the signature: nothing was taken.";
    expect(taken("verify", ["a", "b"])).toEqual([...none, `Two files were dropped; neither ends in .sig, ${untold}`]);
    expect(taken("verify", ["a.sig", "b.sig"])).toEqual([
      ...none,
      `Two files were dropped; both end in .sig, ${untold}`,
    ]);
    expect(taken("verify", ["a", "a.sig", "b"])).toEqual([
      ...none,
      "Three files were dropped; one file at a time is verified, with its signature: nothing was taken.",
    ]);
  });
});
