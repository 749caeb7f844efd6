import { describe, expect, it } from "vitest";
import { timingParts as parts, timingPlaces as places, timing as timingCommand } from "../../scripts/lib/commands.mjs";
import { helpOf, readWords } from "../../scripts/lib/words.mjs";

/** The run that the words request. */
function timing(...words: string[]) {
  return readWords(timingCommand, words);
}

describe("the words of npm run timing", () => {
  it("measure everything everywhere if there are none", () => {
    expect(timing()).toEqual({
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
    expect(readWords(timingCommand, ["--only", "raw", "-h"])).toEqual({ kind: "help" });
    for (const name of [...Object.keys(places), ...Object.keys(parts)]) expect(helpOf(timingCommand)).toContain(name);
  });

  it.each([
    [["raw"], "unknown word raw"],
    [["n=2048"], "unknown word n=2048"],
    [["--only", "raws"], "got raws"],
    [["--only", "control"], "got control"],
    [["--write", "--only", "raw"], "leave --only out"],
    [["--seconds", "0"], "1 to 3600"],
  ])("refuse %j", (words, reason) => {
    expect(() => readWords(timingCommand, words)).toThrow(reason);
  });
});
