import { describe, expect, it } from "vitest";
import { formatBytes } from "../../../web/page/src/common/format.ts";
import { inLetters } from "../../../web/page/src/common/letters.ts";
import { armour, isArmoured, unarmour } from "../../../web/page/src/workbench/jobs/armour.ts";
import { fileContent, formatsFor } from "../../../web/page/src/workbench/keys/formats.ts";
import { addProgress } from "../../../web/page/src/workbench/keys/maker.ts";
import { fileName } from "../../../web/page/src/workbench/keys/saver.ts";
import { tabOf } from "../../../web/page/src/workbench/tabs.ts";
import { progressText } from "../../../web/page/src/workbench/view/job.ts";

describe("armoured files", () => {
  it("come back from text, whatever mail programs do to lines", () => {
    for (const length of [0, 1, 47, 48, 49, 1000]) {
      const bytes = Uint8Array.from({ length }, (_, i) => (i * 7) % 256);
      const text = armour(bytes);
      expect(Math.max(...text.split("\n").map((line) => line.length))).toBeLessThanOrEqual(64);
      expect(isArmoured(`\r\n ${text}`)).toBe(true);
      expect(unarmour(text)).toEqual(bytes);
      expect(unarmour(`${text.replaceAll("\n", " \r\n\t")}-- \nregards`)).toEqual(bytes);
    }
  });

  it("are refused when they are cut short or are no base64", () => {
    const text = armour(new Uint8Array(100));
    expect(() => unarmour(text.slice(0, -20))).toThrow(/cut short/);
    expect(() => unarmour(text.replace("AAAA", "A*AA"))).toThrow(/no base64/);
    expect(isArmoured("31415926\n")).toBe(false);
  });
});

describe("words and names", () => {
  it("counts bytes in the units of files", () => {
    expect([0, 1, 1023, 1024, 1536, 2 ** 20, 2.5 * 2 ** 30].map(formatBytes)).toEqual([
      "0 bytes",
      "1 byte",
      "1023 bytes",
      "1.00 KiB",
      "1.50 KiB",
      "1.00 MiB",
      "2.50 GiB",
    ]);
  });

  it("tells how fast and how long once there is something to go by", () => {
    const total = 100 * 2 ** 20;
    expect(progressText({ done: 0, total, milliseconds: 9000 })).toBe("0 bytes of 100 MiB");
    expect(progressText({ done: total / 4, total, milliseconds: 5000 })).toBe(
      "25.0 MiB of 100 MiB, 5.00 MiB/s, about 15 s left",
    );
  });

  it("puts the papers' letters into the library's messages", () => {
    expect(inLetters("crtExponentLength is 9 bits, modulusLength 512")).toBe("w is 9 bits, n 512");
  });

  it("makes names of files that every system takes", () => {
    expect(fileName("a/b\\c: d?")).toBe("a-b-c-d");
    expect(fileName("..")).toBe("key");
    expect(fileName("Schlüssel 1")).toBe("Schlüssel-1");
    expect(fileContent({ kty: "RSA" })).toBe('{\n  "kty": "RSA"\n}\n');
    expect(formatsFor("batch").map(({ format }) => format)).toEqual(["json"]);
    expect(formatsFor("crt")).toHaveLength(6);
  });

  it("reads tabs from addresses, and nothing else", () => {
    expect(tabOf("#sign")).toBe("sign");
    for (const hash of ["", "#workbench", "#toString", "sign"]) expect(tabOf(hash)).toBeUndefined();
  });

  it("follows the search for primes, which begins anew with each of them", () => {
    const none = { primes: 0, expectedPrimes: 0, candidates: 0, expectedCandidates: 0 };
    const searching = addProgress(addProgress(none, { phase: "primes", done: 0, expected: 3 }), {
      phase: "candidates",
      done: 40,
      expected: 30,
    });
    expect(searching).toEqual({ primes: 0, expectedPrimes: 3, candidates: 40, expectedCandidates: 30 });
    expect(addProgress(searching, { phase: "primes", done: 1, expected: 3 })).toMatchObject({
      primes: 1,
      candidates: 0,
    });
  });
});
