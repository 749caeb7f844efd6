// @module-tag platform
import { connect, load } from "rsa-variants";
import {
  decryptIncremental,
  decryptIncrementalStream,
  detectFormat,
  detectStream,
  encryptIncremental,
  encryptIncrementalStream,
  largestCharactersAtOnce,
} from "rsa-variants/files";
import { describe, expect, it, vi } from "vitest";
import { build, expectRefused, expectRejected, madeFrom, powerModulo, restore } from "../support.ts";
import { bytesOf, collect, streamOf } from "./support.ts";

const rsa = await load({ build });
const key = rsa.generateKey({ variant: "crt", modulusLength: 512 }, madeFrom(720));

describe("a text, c characters at once", () => {
  it("is the paper's numbers: three-digit codes, to the power e, a line each", async () => {
    const lines = await encryptIncremental(key.publicKey, "RSA in 3 parts", { charactersAtOnce: 5 });
    const { modulus, publicExponent } = key.publicKey;
    // R 82, S 83, A 65, space 32, i 105, n 110, 3 51, p 112, a 97, r 114, t 116, s 115
    const numbers = [82083065032105n, 110032051032112n, 97114116115n];
    const expected = numbers.map((number) => `${powerModulo(number, publicExponent, modulus)}\n`);
    expect(lines).toBe(expected.join(""));
    expect(await decryptIncremental(key, lines)).toBe("RSA in 3 parts");
  });

  it.each([1, 2, 25, 50, 51])(
    "comes back, whatever is in it and wherever it ends: c = %i",
    async (charactersAtOnce) => {
      const texts = ["", "a", "Grüße, 世界 👋", "x".repeat(charactersAtOnce), "y".repeat(charactersAtOnce + 1)];
      for (const text of [...texts, "\u0000", "\u0000\u0000a\u0000", "\t\n\r ", "\ufeffmark"]) {
        const lines = await encryptIncremental(key.publicKey, text, { charactersAtOnce });
        const bytes = new TextEncoder().encode(text).length;
        expect(lines.split("\n")).toHaveLength(Math.max(1, Math.ceil(bytes / charactersAtOnce)) + 1);
        expect(await decryptIncremental(key, lines)).toBe(text);
      }
    },
  );

  it("may be a stream of any bytes, in pieces of any length", async () => {
    const data = bytesOf(5000);
    for (const chunkLength of [1, 999, 10_000]) {
      const lines = encryptIncremental(key.publicKey, streamOf(data, chunkLength), { charactersAtOnce: 30 });
      const { data: encrypted } = await collect(lines);
      expect(await collect(decryptIncremental(key, streamOf(encrypted, chunkLength)))).toEqual({ data });
    }
    const lines = await encryptIncremental(key.publicKey, "text");
    expect(detectFormat(new TextEncoder().encode(lines))).toBe("incremental");
    const bytes = await collect(streamOf(new Uint8Array([0xff])).pipeThrough(encryptIncrementalStream(key.publicKey)));
    await expectRejected(decryptIncremental(key, new TextDecoder().decode(bytes.data)), "invalid-encoding", "UTF-8");
  });

  it.each(["multi-power", "batch"] as const)("works with %s keys", async (variant) => {
    using own = rsa.generateKey({ variant, modulusLength: 512 }, madeFrom(721));
    const text = "A text of a hundred and some characters, which is longer than what one number holds, by far. ".repeat(
      2,
    );
    expect(await decryptIncremental(own, await encryptIncremental(own.publicKey, text))).toBe(text);
  });
});

describe("the guards of its private operations", () => {
  const text = "A text of two lines at least, that is, of more than fifty-one characters.";

  it("withhold wrong results of a key, unless the check is turned off", async () => {
    const components = key.components();
    const [dp = 0n, ...others] = components.crtExponents;
    using faulty = restore(rsa, key.params, { ...components, crtExponents: [dp ^ 2n, ...others] });
    const lines = await encryptIncremental(key.publicKey, text);
    await expectRejected(decryptIncremental(faulty, lines), "fault-detected", "result is wrong");
    await expectRejected(decryptIncremental(faulty, lines, { blinding: false }), "fault-detected");
    // If released, the wrong numbers are not codes.
    await expectRejected(decryptIncremental(faulty, lines, { faultCheck: false }), "decryption-failed", "not codes");
  });

  it("are the key's own, here and in workers", async () => {
    await using workers = await connect({ build, workers: 1 });
    const there = await workers.keyFromComponents(key.params, key.components());
    const lines = await encryptIncremental(key.publicKey, text);
    for (const own of [key, there]) {
      const asked = vi.spyOn(own, "decryptRawMany");
      for (const guards of [{}, { blinding: false }, { faultCheck: false }, { blinding: false, faultCheck: false }]) {
        expect(await decryptIncremental(own, lines, guards)).toBe(text);
        expect(asked.mock.lastCall?.[1]).toMatchObject({ blinding: true, faultCheck: true, ...guards });
      }
      asked.mockRestore();
    }
  });

  it("are true or false, which is checked before there is a line", () => {
    const call = (options: object) => () => decryptIncrementalStream(key, options);
    expectRefused(call({ blinding: 0 }), "invalid-params", "blinding", 0);
    expectRefused(call({ faultCheck: "no" }), "invalid-params", "faultCheck", "no");
  });
});

describe("the characters at once", () => {
  it("are as many as have three digits each below the modulus", () => {
    const table = { 512: 51, 768: 76, 1024: 102, 1280: 128, 1536: 154, 1792: 179, 2048: 205 };
    for (const [length, most] of Object.entries(table)) expect(largestCharactersAtOnce(Number(length))).toBe(most);
    expect(largestCharactersAtOnce(10n ** 30n)).toBe(10);
    expect(largestCharactersAtOnce(10n ** 30n - 1n)).toBe(9);
    for (const bad of [1, 16385, 1.5, Number.NaN]) {
      expectRefused(() => largestCharactersAtOnce(bad), "invalid-params", 16384, bad);
    }
  });

  it("are refused if they do not fit, with the most that do", () => {
    const most = largestCharactersAtOnce(key.publicKey.modulus);
    for (const charactersAtOnce of [0, most + 1, 2.5]) {
      const call = () => encryptIncrementalStream(key.publicKey, { charactersAtOnce });
      expectRefused(call, "invalid-params", `from 1 to ${most}`, 512, charactersAtOnce);
    }
  });
});

it("what is no text and no stream is refused, and so is a stream that has a reader", async () => {
  const locked = new Blob(["1"]).stream();
  locked.getReader();
  for (const value of [new Uint8Array(3), 5, null, undefined, locked] as unknown as string[]) {
    const problem = (value as unknown) === locked ? "is locked" : "a ReadableStream";
    expectRefused(() => encryptIncremental(key.publicKey, value), "invalid-params", "text", problem);
    expectRefused(() => decryptIncremental(key, value), "invalid-params", "lines", problem);
    await expect(detectStream(value as unknown as ReadableStream)).rejects.toMatchObject({ code: "invalid-params" });
  }
});

it("an empty text is a line feed, and an empty file is refused", async () => {
  const starts: Record<string, string | undefined> = {
    "": undefined,
    "\n": "incremental",
    "\r\n": "incremental",
    "\n\n": undefined,
    "\n12": undefined,
    "1\r\n2": "incremental",
  };
  for (const [start, format] of Object.entries(starts)) {
    expect(detectFormat(new TextEncoder().encode(start)), JSON.stringify(start)).toBe(format);
  }
  expect(await encryptIncremental(key.publicKey, "")).toBe("\n");
  expect(await decryptIncremental(key, "\n")).toBe("");
  await expectRejected(decryptIncremental(key, ""), "damaged-file", "empty");
  const nothing = await collect(streamOf(new Uint8Array()).pipeThrough(decryptIncrementalStream(key)));
  expect(nothing.error).toMatchObject({ code: "damaged-file" });
});

describe("lines that do not decrypt", () => {
  it("are named", async () => {
    const lines = (await encryptIncremental(key.publicKey, "Six parts of text.", { charactersAtOnce: 3 })).split("\n");
    const changed = (line: number, to: string) => lines.map((old, i) => (i + 1 === line ? to : old)).join("\n");
    await expectRejected(decryptIncremental(key, changed(2, "12a4")), "damaged-file", "line 2", "0x61");
    await expectRejected(decryptIncremental(key, changed(3, "7")), "decryption-failed", "line 3");
    await expectRejected(decryptIncremental(key, changed(4, "0")), "decryption-failed", "line 4");
    const { modulus } = key.publicKey;
    await expectRejected(decryptIncremental(key, changed(5, String(modulus))), "decryption-failed", "line 5", "below");
    await expectRejected(decryptIncremental(key, changed(6, `${modulus}0`)), "decryption-failed", "line 6", "digits");
    expect(await decryptIncremental(key, lines.join("\r\n").trimEnd())).toBe("Six parts of text.");
  });

  it("may be encrypted for another key", async () => {
    using other = rsa.generateKey({ variant: "crt", modulusLength: 512 }, madeFrom(722));
    for (const charactersAtOnce of [1, 51]) {
      const lines = await encryptIncremental(other.publicKey, "A text for somebody else.", { charactersAtOnce });
      await expectRejected(decryptIncremental(key, lines), "decryption-failed", "another key");
    }
  });

  it("are not looked for after an abort", async () => {
    const signal = AbortSignal.abort("enough");
    await expect(encryptIncremental(key.publicKey, "text", { signal })).rejects.toBe("enough");
    await expect(decryptIncremental(key, "1\n", { signal })).rejects.toBe("enough");
    expectRefused(() => decryptIncrementalStream({} as never), "invalid-params", "private key");
  });
});
