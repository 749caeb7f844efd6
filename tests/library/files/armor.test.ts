// @module-tag platform
import { load, type PrivateKey } from "rsa-variants";
import {
  armor,
  armorStream,
  dearmor,
  dearmorStream,
  decryptStream,
  detectStream,
  encryptBytes,
  isArmored,
} from "rsa-variants/files";
import { beforeAll, describe, expect, it } from "vitest";
import { build, expectRefused, expectRejected, madeFrom } from "../support.ts";
import { bytesOf, collect, join, stalling, streamOf } from "./support.ts";

const begin = "-----BEGIN RSA-VARIANTS FILE-----";
const end = "-----END RSA-VARIANTS FILE-----";

const encode = (text: string) => new TextEncoder().encode(text);
const decode = (bytes: Uint8Array) => new TextDecoder().decode(bytes);

/** Reads a text in chunks of the given length. */
const dearmorInChunks = (text: string, chunkLength: number) =>
  collect(streamOf(encode(text), chunkLength).pipeThrough(dearmorStream()));

describe("armor", () => {
  it("is base64 in lines of 64 characters between two others", () => {
    expect(armor(new Uint8Array())).toBe(`${begin}\n${end}\n`);
    expect(armor(encode("f"))).toBe(`${begin}\nZg==\n${end}\n`);
    expect(armor(encode("fo"))).toBe(`${begin}\nZm8=\n${end}\n`);
    expect(armor(encode("foo"))).toBe(`${begin}\nZm9v\n${end}\n`);
    expect(armor(new Uint8Array(48))).toBe(`${begin}\n${"A".repeat(64)}\n${end}\n`);
    expect(armor(new Uint8Array(49))).toBe(`${begin}\n${"A".repeat(64)}\nAA==\n${end}\n`);
    const all = Uint8Array.from({ length: 256 }, (_, byte) => byte);
    const body = armor(all).split("\n").slice(1, -2).join("");
    expect(body).toBe(btoa(String.fromCharCode(...all)));
  });

  it.each([0, 1, 2, 47, 48, 49, 95, 96, 97, 10_000])("of %i bytes comes back, however both are cut", async (length) => {
    const data = bytesOf(length);
    const text = armor(data);
    expect(dearmor(text)).toEqual(data);
    for (const chunkLength of [1, 2, 3, 5, 47, 48, 49, 64, 65, 66, 1000, 1 << 20]) {
      const written = await collect(streamOf(data, chunkLength).pipeThrough(armorStream()));
      expect(decode(written.data)).toBe(text);
      expect(await dearmorInChunks(text, chunkLength)).toEqual({ data });
    }
  });

  it("of 10,000,000 bytes comes back, in pieces as they come", async () => {
    const data = Uint8Array.from({ length: 10_000_000 }, (_, i) => (i * 2654435761) >>> 24);
    const stream = streamOf(data, 99_991).pipeThrough(armorStream()).pipeThrough(dearmorStream());
    const reader = stream.getReader();
    let at = 0;
    let isSame = true;
    for (let next = await reader.read(); !next.done; next = await reader.read()) {
      expect(next.value.length).toBeLessThanOrEqual(99_991 + 48);
      isSame &&= next.value.every((byte, i) => byte === data[at + i]);
      at += next.value.length;
    }
    expect([at, isSame]).toEqual([data.length, true]);
  });

  it("is read whatever mail programs do to its lines, and with other text around it", async () => {
    const data = bytesOf(100);
    const text = armor(data);
    for (const changed of [
      text.trimEnd(),
      `\ufeff${text}`,
      `\r\n ${text}`,
      text.replaceAll("\n", "\r\n"),
      text.replaceAll("\n", " \r\n\t"),
      text.replaceAll("\n", "\n\n"),
      text.replace(/^(.{70})/s, "$1\n"),
      `${begin}\n${text.split("\n").slice(1, -2).join("")}\n${end}`,
      `Dear Bob,\r\n\r\n${text.replaceAll("\n", "\r\n")}-- \r\nAlice\r\n`,
      `The line ${begin} begins it, ${end} ends it:\n${text}${end}\n`,
      `${" ".repeat(300)}${begin}\n${text}`,
    ]) {
      expect(isArmored(encode(changed)), changed).toBe(true);
      expect(dearmor(changed), changed).toEqual(data);
      for (const chunkLength of [1, 7, 64]) expect(await dearmorInChunks(changed, chunkLength)).toEqual({ data });
    }
  });

  it("is refused if it is damaged, whatever its chunks", async () => {
    const text = armor(bytesOf(100)); // two lines, and AAAA==
    const lines = text.split("\n");
    const withLine = (number: number, line: string) => lines.map((each, i) => (i === number ? line : each)).join("\n");
    const damages: [string, RegExp][] = [
      ["", /no line -----BEGIN/],
      ["a letter\n", /no line -----BEGIN/],
      [text.slice(1), /no line -----BEGIN/],
      [`> ${text}`, /no line -----BEGIN/],
      [`${begin} ${" ".repeat(300)}x\n${text.slice(begin.length)}`, /no line -----BEGIN/],
      [text.toLowerCase(), /no line -----BEGIN/],
      [begin, /cut short: its last line/],
      [text.slice(0, text.indexOf(end)), /cut short/],
      [text.slice(0, 90), /cut short/],
      [text.slice(0, -2), /cut short/],
      [text.slice(0, -20), /cut short/],
      [`${text.slice(0, -2)}\n`, /line 5 is not base64: it contains -/],
      [text.replace(end, `${end}x`), /line 5 is not base64/],
      [withLine(1, `${"A".repeat(63)}*`), /line 2 is not base64: it contains \*/],
      [withLine(1, `${"A".repeat(63)}_`), /line 2 is not base64: it contains _/],
      [withLine(1, `A-AA${"A".repeat(60)}`), /line 2 is not base64: it contains -/],
      [withLine(1, `-${"A".repeat(63)}`), /line 2 is not base64: it contains -/],
      [withLine(1, `AAA\u00e9${"A".repeat(60)}`), /line 2 is not base64: it contains a byte 0xc3/],
      [withLine(1, `AAA\0${"A".repeat(60)}`), /line 2 is not base64: it contains a byte 0x00/],
      [withLine(1, "Comment: none"), /line 2 is not base64: it contains :/],
      [withLine(1, begin), /line 2 is not base64/],
      [withLine(1, "A".repeat(63)), /padding is in the wrong place in line 4/],
      [withLine(1, "AA==".padEnd(64, "A")), /line 2 continues after padding/],
      [withLine(1, "A===".padEnd(64, "A")), /padding is in the wrong place in line 2/],
      [withLine(3, "====AA=="), /padding is in the wrong place in line 4/],
      [withLine(3, "AA=A"), /line 4 continues after padding$/],
      [withLine(3, "AAA=3D"), /line 4 continues after padding; if each = is =3D, it is quoted-printable/],
      [withLine(3, "AAAAYA"), /characters are missing/],
      [withLine(3, "AAAAYA="), /characters are missing/],
      [withLine(3, "AAAAYAA"), /characters are missing/],
      [withLine(3, "AAAAYA==="), /padding is in the wrong place/],
      [withLine(3, "AAAAYAA=="), /padding is in the wrong place/],
      [withLine(3, "AAAAYB=="), /bits after the last byte, in line 4, are not 0/],
      [withLine(3, "AAAAYAB="), /bits after the last byte, in line 4, are not 0/],
      [text + text, /a second line -----BEGIN/],
    ];
    for (const [damaged, message] of damages) {
      const code = message.source.startsWith("no line") ? "unsupported-format" : "damaged-file";
      expect(() => dearmor(damaged), damaged).toThrow(message);
      for (const chunkLength of [1, 7, 64, 1 << 20]) {
        const { error } = await dearmorInChunks(damaged, chunkLength);
        expect(error, damaged).toMatchObject({ name: "RsaError", code, message: expect.stringMatching(message) });
      }
    }
  });

  it("has a single form of its base64: every other change of a character changes the bytes or is refused", () => {
    const data = bytesOf(49);
    const text = armor(data);
    const body = [text.indexOf("\n") + 1, text.indexOf(end)] as const;
    for (let at = body[0]; at < body[1]; at++) {
      for (const other of "ABQgwx9+/=*\n") {
        const changed = text.slice(0, at) + other + text.slice(at + 1);
        if (changed === text || text[at] === "\n") continue;
        let bytes: Uint8Array | undefined;
        try {
          bytes = dearmor(changed);
        } catch (error) {
          expect(error).toMatchObject({ code: "damaged-file" });
        }
        expect(bytes, `${at}, ${JSON.stringify(other)}`).not.toEqual(data);
      }
    }
  });

  it("accepts onProgress and a signal, and only bytes", async () => {
    for (const make of [armorStream, dearmorStream]) {
      const seen: number[] = [];
      const onProgress = ({ done }: { done: number }) => void seen.push(done);
      await collect(streamOf(encode(armor(bytesOf(1500)))).pipeThrough(make({ onProgress })));
      expect(seen.at(-1)).toBe(armor(bytesOf(1500)).length);
      const stop = new AbortController();
      const stalled = stalling(bytesOf(0), () => stop.abort("enough"));
      const output = collect(stalled.pipeThrough(make({ signal: stop.signal })));
      expect((await output).error).toBe("enough");
      expectRefused(() => make("fast" as never), "invalid-params", "fast");
      const texts = new ReadableStream({ start: (controller) => controller.enqueue("text") });
      expect((await collect(texts.pipeThrough(make()))).error).toMatchObject({ code: "invalid-params" });
    }
    expectRefused(() => armor("text" as never), "invalid-params", "data");
    expectRefused(() => dearmor(bytesOf(1) as never), "invalid-params", "text");
    expectRefused(() => isArmored("text" as never), "invalid-params", "start");
  });
});

describe("a stream's format", () => {
  let key: PrivateKey;
  let encrypted: Uint8Array<ArrayBuffer>;
  const data = bytesOf(20_000);
  beforeAll(async () => {
    key = (await load({ build })).generateKey({ variant: "crt", modulusLength: 1024 }, madeFrom(720));
    encrypted = await encryptBytes(key.publicKey, data, { segmentLength: 64 });
  });

  it.each([1, 100, 1 << 20])("is detected, and armor removed, in chunks of %i", async (chunkLength) => {
    const message = encode(`Dear Bob,\r\n\r\n${armor(encrypted).replaceAll("\n", "\r\n")}-- \r\nAlice\r\n`);
    for (const [file, armored] of [
      [encrypted, false],
      [encode(armor(encrypted)), true],
      [message, true],
    ] as const) {
      const { format, isArmored, stream } = await detectStream(streamOf(file, chunkLength));
      expect([format, isArmored]).toEqual(["hybrid", armored]);
      expect(await collect(stream.pipeThrough(decryptStream(key)))).toEqual({ data });
    }
    const lines = encode("31415926\n".repeat(2000));
    const digits = await detectStream(streamOf(lines, chunkLength));
    expect([digits.format, digits.isArmored]).toEqual(["incremental", false]);
    expect(await collect(digits.stream)).toEqual({ data: lines });
    for (const other of [new Uint8Array(), bytesOf(5), bytesOf(20_000), encode(armor(encode(armor(encrypted))))]) {
      expect((await detectStream(streamOf(other, chunkLength))).format).toBeUndefined();
    }
  });

  it("does not depend on chunks if the first line of the armor comes late", async () => {
    for (const chunkLength of [100, 1 << 20]) {
      for (const [before, expected] of [
        [2 ** 14 - 34, true],
        [2 ** 14 - 33, true],
        [2 ** 14 - 32, false],
      ] as const) {
        const message = encode(`${"x".repeat(before - 1)}\n${armor(encrypted)}`);
        expect((await detectStream(streamOf(message, chunkLength))).isArmored, `${before}`).toBe(expected);
      }
    }
  });

  it("is hybrid if a file begins so, whatever it contains", async () => {
    const file = join([encrypted, encode(`\n${armor(bytesOf(9))}`)]);
    expect(isArmored(file)).toBe(false);
    expect(await detectStream(streamOf(file))).toMatchObject({ format: "hybrid", isArmored: false });
  });

  it("passes on the error of the source, and cancels the source when it is canceled", async () => {
    const failure = new Error("of the disk");
    await expect(detectStream(new ReadableStream({ pull: () => Promise.reject(failure) }))).rejects.toBe(failure);
    await expectRejected(detectStream(streamOf(encode(`${begin}\n*`))), "damaged-file", "line 2");
    for (const file of [encrypted, encode(armor(encrypted))]) {
      let cancelled: (reason: unknown) => void;
      const reason = new Promise((resolve) => {
        cancelled = resolve;
      });
      const source = new ReadableStream<Uint8Array>({
        pull: (controller) => controller.enqueue(file.slice(0, 20_000)),
        cancel: (why) => cancelled(why),
      });
      const { stream } = await detectStream(source);
      await stream.cancel("enough");
      expect(await reason).toBe("enough");
    }
  });
});
