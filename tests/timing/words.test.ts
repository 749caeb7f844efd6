import { describe, expect, it } from "vitest";
import { help, parts, places, readWords } from "../../scripts/lib/timing/words.mjs";

/** The run that the words request. */
function timing(...words: string[]) {
  const wish = readWords(words);
  if (wish.kind !== "timing") throw new Error(`${words.join(" ")} asks for ${wish.kind}`);
  return wish;
}

describe("the words of npm run timing", () => {
  it("measure everything everywhere if there are none", () => {
    expect(timing()).toEqual({
      kind: "timing",
      places: Object.keys(places),
      parts: [...Object.keys(parts), "control"],
      seconds: 20,
      json: undefined,
      write: false,
      command: "npm run timing",
    });
  });

  it("choose places and parts; the controls are always there", () => {
    expect(timing("--only", "oaep,native")).toMatchObject({ places: ["native"], parts: ["oaep", "control"] });
    expect(timing("--only=node").parts).toEqual([...Object.keys(parts), "control"]);
    expect(timing("--only=raw").places).toEqual(Object.keys(places));
  });

  it("choose time and files, and are repeated without the file for the samples", () => {
    const { seconds, write, json, command } = timing("--write", "--seconds", "60", "--json=/somewhere/a.json");
    expect([seconds, write, json]).toEqual([60, true, "/somewhere/a.json"]);
    expect(command).toBe("npm run timing -- --write --seconds 60");
  });

  it("show help, which names every place and part", () => {
    expect(readWords(["--only", "raw", "-h"])).toEqual({ kind: "help" });
    for (const name of [...Object.keys(places), ...Object.keys(parts)]) expect(help).toContain(name);
  });

  it.each([
    [["raw"], "unknown word raw"],
    [["n=2048"], "unknown word n=2048"],
    [["--only", "raws"], "got raws"],
    [["--only", "control"], "got control"],
    [["--write", "--only", "raw"], "leave --only out"],
    [["--seconds", "0"], "1 to 3600"],
  ])("refuse %j", (words, reason) => {
    expect(() => readWords(words)).toThrow(reason);
  });
});
