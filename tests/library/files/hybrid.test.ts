// @module-tag platform
import { load, type PrivateKey } from "rsa-variants";
import {
  addRecipientsStream,
  decryptBlob,
  decryptBytes,
  decryptStream,
  encryptBlob,
  encryptBytes,
  encryptStream,
} from "rsa-variants/files";
import { beforeAll, describe, expect, it } from "vitest";
import { build, expectRefused, expectRejected, madeFrom } from "../support.ts";
import { bytesOf, collect, join, stalling, streamOf } from "./support.ts";

/** The shortest segments, so that small files have many. */
const segmentLength = 64;
const overhead = 16 + 128;

const rsa = await load({ build });
const key = rsa.generateKey({ variant: "multi-prime", modulusLength: 1024 }, madeFrom(700));

describe("an encrypted file", () => {
  it.each([0, 1, 63, 64, 65, 127, 128, 129, 1000])("of %i bytes is decrypted, however it is cut", async (length) => {
    const data = bytesOf(length);
    for (const chunkLength of [1, 7, 64, 80, 1 << 20]) {
      const encrypted = await collect(
        streamOf(data, chunkLength).pipeThrough(encryptStream(key.publicKey, { segmentLength })),
      );
      expect(encrypted.data).toHaveLength(overhead + length + 16 * Math.max(1, Math.ceil(length / segmentLength)));
      const decrypted = await collect(streamOf(encrypted.data, chunkLength).pipeThrough(decryptStream(key)));
      expect(decrypted).toEqual({ data });
    }
  });

  it("has segments of half a mebibyte by default, several of which are encrypted at the same time", async () => {
    const data = new Uint8Array(10 * 2 ** 20 + 5);
    for (let i = 0; i < data.length; i += 997) data[i] = i & 0xff;
    const encrypted = await encryptBytes(key.publicKey, data);
    expect(encrypted).toHaveLength(overhead + data.length + 21 * 16);
    const decrypted = await decryptBytes(key, encrypted);
    expect(await crypto.subtle.digest("SHA-256", decrypted)).toEqual(await crypto.subtle.digest("SHA-256", data));
  });

  it("may be a Blob, whose errors are those of the stream", async () => {
    const data = bytesOf(17 * 2 ** 20 + 3); // more than is kept in memory
    const encrypted = await encryptBlob(key.publicKey, new File([data], "letter.txt"));
    expect(encrypted.size).toBe(overhead + data.length + 35 * 16);
    const decrypted = new Uint8Array(await (await decryptBlob(key, encrypted)).arrayBuffer());
    expect(await crypto.subtle.digest("SHA-256", decrypted)).toEqual(await crypto.subtle.digest("SHA-256", data));
    await expectRejected(decryptBlob(key, encrypted.slice(0, -1)), "damaged-file");
    await expectRejected(encryptBlob(key.publicKey, "a path" as never), "invalid-params", "blob", "Blob", "string");
    const stop = AbortSignal.abort("enough");
    await expect(encryptBlob(key.publicKey, encrypted, { signal: stop })).rejects.toBe("enough");
  });

  it("may be a Blob of another class, as in test environments and from polyfills", async () => {
    const blob = new Blob(["31415926"]);
    const other = { size: blob.size, arrayBuffer: () => blob.arrayBuffer(), stream: () => blob.stream() } as Blob;
    const decrypted = await decryptBlob(key, await encryptBlob(key.publicKey, other));
    expect(await decrypted.text()).toBe("31415926");
    const pem = await key.publicKey.export("spki-pem");
    const file = new Blob([pem]);
    const holder = { size: file.size, arrayBuffer: () => file.arrayBuffer(), stream: () => file.stream() };
    expect((await rsa.importPublicKey(holder as Blob)).modulus).toBe(key.publicKey.modulus);
  });

  it("never is the same twice", async () => {
    const [one, other] = [await encryptBytes(key.publicKey, bytesOf(9)), await encryptBytes(key.publicKey, bytesOf(9))];
    expect(one.subarray(16)).not.toEqual(other.subarray(16));
  });

  it.each([
    { variant: "original", modulusLength: 777 },
    { variant: "multi-power", modulusLength: 1026 },
    { variant: "r-prime", modulusLength: 1031, crtExponentLength: 80 },
    { variant: "batch", modulusLength: 1024 },
  ] as const)("works with keys of every kind: $variant, n $modulusLength", async (params) => {
    using own = rsa.generateKey(params, madeFrom(701));
    expect(await decryptBytes(own, await encryptBytes(own.publicKey, bytesOf(100)))).toEqual(bytesOf(100));
  });
});

describe("a damaged file", () => {
  const data = bytesOf(5 * segmentLength);
  let file: Uint8Array<ArrayBuffer>;
  beforeAll(async () => {
    file = await encryptBytes(key.publicKey, data, { segmentLength });
  });

  /** Decrypts, expects an error, and that what came out before is the beginning of the text in whole segments. */
  async function expectDamaged(damaged: Uint8Array, firstBad: number): Promise<string> {
    const { data: released, error } = await collect(streamOf(damaged, 50).pipeThrough(decryptStream(key)));
    expect(error).toMatchObject({ name: "RsaError" });
    expect(released.length % segmentLength).toBe(0);
    expect(released.length).toBeLessThanOrEqual(firstBad * segmentLength);
    expect(released).toEqual(data.slice(0, released.length));
    return (error as { code: string }).code;
  }

  /** In which segment a byte of the file lies. */
  const segmentOf = (at: number) => Math.max(0, Math.floor((at - overhead) / (segmentLength + 16)));

  it("is refused whichever of its bytes was changed, and nothing unauthenticated is released", async () => {
    for (let at = 0; at < file.length; at += at < 16 || at % 80 > 60 ? 1 : 5) {
      const damaged = file.slice();
      damaged[at] = (damaged[at] ?? 0) ^ 0x01;
      const code = await expectDamaged(damaged, segmentOf(at));
      const expected =
        at < 13 ? ["unsupported-format"] : at < overhead ? ["damaged-file", "decryption-failed"] : ["damaged-file"];
      expect(expected, `byte ${at}`).toContain(code);
    }
  });

  it("is refused wherever it was cut short", async () => {
    for (let length = 0; length < file.length; length += length % 80 > 55 ? 1 : 7) {
      expect(await expectDamaged(file.subarray(0, length), segmentOf(length)), `${length} bytes`).toBe("damaged-file");
    }
    // At the end of a segment, so that all that remains is authentic.
    const cut = file.subarray(0, overhead + 3 * (segmentLength + 16));
    await expectRejected(decryptBytes(key, cut), "damaged-file", "cut short", "3");
  });

  it("is refused if anything follows it", async () => {
    for (const more of [1, 15, 16, 17, 80, 200]) {
      expect(await expectDamaged(join([file, bytesOf(more)]), 5)).toBe("damaged-file");
    }
    // Even if someone with the key made the last segment: it would be another file with the same text.
    expect(await expectDamaged(join([file, file.subarray(overhead)]), 5)).toBe("damaged-file");
  });

  it("is refused with segments exchanged, repeated, left out or of another file", async () => {
    const segment = (of: Uint8Array, i: number) => of.subarray(overhead + i * 80, overhead + (i + 1) * 80);
    const other = await encryptBytes(key.publicKey, data, { segmentLength });
    const orders: [Uint8Array, number][][] = [
      [0, 2, 1, 3, 4].map((i) => [file, i]),
      [0, 1, 1, 2, 3, 4].map((i) => [file, i]),
      [0, 1, 3, 4].map((i) => [file, i]),
      [0, 1, 2, 3, 4].map((i) => [i === 2 ? other : file, i]),
    ];
    for (const order of orders) {
      const parts = order.map(([of, i]) => segment(of, i));
      expect(await expectDamaged(join([file.subarray(0, overhead), ...parts]), 2)).toBe("damaged-file");
    }
  });

  it("is refused with an encrypted key that its segments do not belong to", async () => {
    const other = await encryptBytes(key.publicKey, data, { segmentLength });
    const exchanged = join([other.subarray(0, overhead), file.subarray(overhead)]);
    expect(await expectDamaged(exchanged, 0)).toBe("damaged-file");
  });

  it("says which key and which version it needs", async () => {
    using own = rsa.generateKey({ variant: "crt", modulusLength: 1024 }, madeFrom(702));
    await expectRejected(decryptBytes(own, file), "decryption-failed", "another key");
    using longer = rsa.generateKey({ variant: "crt", modulusLength: 1536 }, madeFrom(703));
    await expectRejected(decryptBytes(longer, file), "decryption-failed", 128, 192);
    const [newer, endless] = [file.slice(), file.slice()];
    newer[12] = 3;
    await expectRejected(
      decryptBytes(key, newer),
      "unsupported-format",
      "format version 3; this package reads only versions 1 and 2",
    );
    endless[13] = 40;
    const segments = "the header is damaged: segments must have from 2^6 to 2^24 bytes, got 2^40 bytes";
    await expectRejected(decryptBytes(key, endless), "damaged-file", segments);
    for (const wrappedLength of [15, 2049]) {
      const odd = file.slice();
      new DataView(odd.buffer).setUint16(14, wrappedLength);
      const wrapped = `the header is damaged: the encrypted key must have from 16 to 2048 bytes, got ${wrappedLength} bytes`;
      await expectRejected(decryptBytes(key, odd), "damaged-file", wrapped);
    }
    await expectRejected(decryptBytes(key, bytesOf(100)), "unsupported-format");
  });

  // Key and text of such a file are correct, but this package does not write such files.
  it("is refused if its last segment is empty and not the only one", async () => {
    const fileKey = bytesOf(32);
    const label = new TextEncoder().encode("rsa-variants file key 1");
    const wrapped = key.publicKey.encrypt({ name: "RSA-OAEP", hash: "SHA-256", label }, fileKey);
    const header = join([file.subarray(0, 16), wrapped]);
    const aes = await crypto.subtle.importKey("raw", fileKey, "AES-GCM", false, ["encrypt"]);
    const encrypt = async (text: Uint8Array<ArrayBuffer>, counter: number, last: number) => {
      const iv = new Uint8Array([0, 0, 0, 0, 0, 0, 0, 0, 0, 0, counter, last]);
      return new Uint8Array(await crypto.subtle.encrypt({ name: "AES-GCM", iv, additionalData: header }, aes, text));
    };
    const text = bytesOf(segmentLength);
    const whole = join([header, await encrypt(text, 0, 1)]);
    expect(await decryptBytes(key, whole)).toEqual(text);
    const split = join([header, await encrypt(text, 0, 0), await encrypt(new Uint8Array(), 1, 1)]);
    await expectRejected(decryptBytes(key, split), "damaged-file", "empty");
  });
});

describe("a file for several", () => {
  const data = bytesOf(3 * segmentLength + 5);
  const [ben, cleo, dora] = [1024, 1536, 1024].map((modulusLength, i) =>
    rsa.generateKey({ variant: "crt", modulusLength }, madeFrom(710 + i)),
  ) as [PrivateKey, PrivateKey, PrivateKey];
  let file: Uint8Array<ArrayBuffer>;
  beforeAll(async () => {
    file = await encryptBytes([key.publicKey, ben.publicKey, cleo.publicKey], data, { segmentLength });
  });
  /** Where the encrypted keys of `file` begin, and where its list of recipients ends. */
  const [places, end] = [[18, 18 + 130, 18 + 260], 16 + 130 + 130 + 194] as const;

  const add = async (
    to: Uint8Array,
    privateKey: PrivateKey | readonly PrivateKey[],
    ...added: PrivateKey[]
  ): Promise<Uint8Array<ArrayBuffer>> => {
    const publicKeys = added.map(({ publicKey }) => publicKey);
    const { data: extended, error } = await collect(
      streamOf(to, 100).pipeThrough(addRecipientsStream(privateKey, publicKeys)),
    );
    if (error !== undefined) throw error;
    return extended;
  };

  it("is decrypted by each of them, however it is cut, and by nobody else", async () => {
    expect(file.subarray(12, 16)).toEqual(Uint8Array.of(2, 6, 2, 3));
    for (const one of [key, ben, cleo]) {
      expect(await decryptBytes(one, file)).toEqual(data);
      for (const chunkLength of [1, 80]) {
        expect(await collect(streamOf(file, chunkLength).pipeThrough(decryptStream(one)))).toEqual({ data });
      }
    }
    await expectRejected(decryptBytes(dora, file), "decryption-failed", "another key");
    using longer = rsa.generateKey({ variant: "crt", modulusLength: 1280 }, madeFrom(715));
    await expectRejected(decryptBytes(longer, file), "decryption-failed", "128 or 192", 160);
  });

  it("is one of version 1 if there is only one", async () => {
    const alone = await encryptBytes([key.publicKey], data, { segmentLength });
    expect(alone.subarray(0, 16)).toEqual((await encryptBytes(key.publicKey, data, { segmentLength })).subarray(0, 16));
    expect(await decryptBytes([dora, cleo, key], alone)).toEqual(data);
  });

  it("gets more of them without being encrypted again, also one of version 1", async () => {
    const alone = await encryptBytes(key.publicKey, data, { segmentLength });
    const forTwo = await add(alone, key, ben);
    expect(forTwo.subarray(12, 16)).toEqual(Uint8Array.of(2, 6, 1, 2));
    expect(forTwo.subarray(-200)).toEqual(alone.subarray(-200));
    const forFour = await add(forTwo, [dora, ben], cleo, dora);
    expect(forFour.subarray(-200)).toEqual(alone.subarray(-200));
    for (const one of [key, ben, cleo, dora]) expect(await decryptBytes(one, forFour)).toEqual(data);
    await expectRejected(decryptBytes(cleo, forTwo), "decryption-failed");
    expect(await decryptBytes(dora, await add(file, cleo, dora))).toEqual(data);
    await expectRejected(add(file, dora, dora), "decryption-failed", "another key");
    await expectRejected(add(file.subarray(0, 200), key, dora), "damaged-file", "cut short");
    await expectRejected(add(bytesOf(100), key, dora), "unsupported-format");
  });

  it("is refused whichever byte of its header was changed", async () => {
    for (let at = 0; at < end + 32; at += at < 20 || at > end - 4 ? 1 : 11) {
      const damaged = file.slice();
      damaged[at] = (damaged[at] ?? 0) ^ 0x01;
      const { data: released, error } = await collect(streamOf(damaged, 50).pipeThrough(decryptStream(key)));
      expect(released, `byte ${at}`).toHaveLength(0);
      expect(["unsupported-format", "damaged-file", "decryption-failed"]).toContain((error as { code: string }).code);
    }
  });

  it("is refused if someone without its key adds, removes, exchanges or reorders recipients", async () => {
    const [first, second, third] = places.map((at, i) => file.subarray(at - 2, at + (i === 2 ? 192 : 128)));
    const other = await encryptBytes([dora.publicKey, key.publicKey], data, { segmentLength });
    const ofDora = other.subarray(16, 16 + 130);
    const code = file.subarray(end, end + 32);
    const body = file.subarray(end + 32);
    const [one, two, three] = [first, second, third] as [Uint8Array, Uint8Array, Uint8Array];
    const changed = (...listed: Uint8Array[]) =>
      join([file.subarray(0, 15), Uint8Array.of(listed.length), ...listed, code, body]);
    expect(changed(one, two, three)).toEqual(file);
    for (const listed of [
      [one, two],
      [one, three, two],
      [one, one, three],
      [one, two, ofDora],
      [one, two, three, ofDora],
    ]) {
      await expectRejected(decryptBytes(key, changed(...listed)), "damaged-file", "recipients is not authentic");
      await expectRejected(add(changed(...listed), key, dora), "damaged-file", "recipients is not authentic");
    }
    // As if it was encrypted for the first recipient only, in either version.
    const start = file.slice(0, 14);
    start[12] = 1;
    await expectRejected(decryptBytes(key, join([start, one, body])), "damaged-file", "segment 1");
    const grown = file.slice();
    grown[14] = 1;
    await expectRejected(decryptBytes(key, grown), "damaged-file", "recipients is not authentic");
  });

  it("has from 2 to 64 recipients, which is checked early", async () => {
    for (const count of [0, 1, 65]) {
      const odd = file.slice(0, 16);
      odd[15] = count;
      const { error } = await collect(streamOf(odd).pipeThrough(decryptStream(key)));
      expect(error).toMatchObject({ code: "damaged-file", message: expect.stringContaining("from 2 to 64") });
    }
    const odd = file.slice(0, 15);
    odd[14] = 3;
    const { error } = await collect(streamOf(odd).pipeThrough(decryptStream(key)));
    expect(error).toMatchObject({ code: "damaged-file", message: expect.stringContaining("version 1 or 2, got 3") });
    const publicKeys = Array.from({ length: 65 }, () => key.publicKey);
    expectRefused(() => encryptStream(publicKeys), "invalid-params", "publicKey", 64, 65);
    expectRefused(() => encryptStream([]), "invalid-params", "publicKey", 64, 0);
    expectRefused(() => decryptStream([]), "invalid-params", "privateKey", 64, 0);
    expectRefused(() => encryptStream([key.publicKey, key] as never), "invalid-params", "public key");
    expectRefused(() => addRecipientsStream(key, []), "invalid-params", "publicKey");
    const most = await encryptBytes(publicKeys.slice(1), data, { segmentLength });
    expect(await decryptBytes(key, most)).toEqual(data);
    await expectRejected(add(most, key, ben), "invalid-params", "publicKey", 64, 65);
  });
});

describe("the work on a file", () => {
  it("reports the processed bytes, and ends if the callback throws or aborts", async () => {
    const seen: number[] = [];
    const onProgress = ({ done }: { done: number }) => void seen.push(done);
    await collect(streamOf(bytesOf(2500)).pipeThrough(encryptStream(key.publicKey, { onProgress })));
    expect(seen).toEqual([1000, 2000, 2500]);
    const totals = new Set<unknown>();
    const noteTotal = ({ total }: { total: number | undefined }) => void totals.add(total);
    const encrypted = await encryptBytes(key.publicKey, bytesOf(2500), { onProgress: noteTotal });
    await decryptBlob(key, new Blob([encrypted]), { onProgress: noteTotal });
    await collect(streamOf(bytesOf(5)).pipeThrough(encryptStream(key.publicKey, { onProgress: noteTotal })));
    expect([...totals]).toEqual([2500, encrypted.length, undefined]);
    const stop = new AbortController();
    const aborting = { signal: stop.signal, onProgress: () => stop.abort("enough") };
    await expect(encryptBytes(key.publicKey, bytesOf(5), aborting)).rejects.toBe("enough");
    const failure = new Error("of the caller");
    const throwing = () => {
      throw failure;
    };
    await expect(encryptBytes(key.publicKey, bytesOf(5), { onProgress: throwing })).rejects.toBe(failure);
  });

  it("is aborted by its signal, also while it waits for input", async () => {
    const aborted = AbortSignal.abort("enough");
    await expect(encryptBytes(key.publicKey, bytesOf(5), { signal: aborted })).rejects.toBe("enough");
    for (const make of [encryptStream.bind(null, key.publicKey), decryptStream.bind(null, key)]) {
      const stop = new AbortController();
      const stalled = stalling(bytesOf(0), () => stop.abort("enough"));
      const output = collect(stalled.pipeThrough(make({ signal: stop.signal })));
      expect((await output).error).toBe("enough");
    }
  });

  it("passes on the error of the source", async () => {
    const failure = new Error("of the disk");
    const source = new ReadableStream<Uint8Array>({ pull: (controller) => controller.error(failure) });
    expect((await collect(source.pipeThrough(encryptStream(key.publicKey)))).error).toBe(failure);
  });

  it("refuses invalid arguments before any work", async () => {
    expectRefused(() => encryptStream(undefined as never), "invalid-params", "public key");
    expectRefused(() => decryptStream(key.publicKey as never), "invalid-params", "private key");
    expectRefused(() => encryptStream(key.publicKey, "fast" as never), "invalid-params", "fast");
    for (const bad of [0, 63, 100, 2 ** 25, Number.NaN]) {
      expectRefused(() => encryptStream(key.publicKey, { segmentLength: bad }), "invalid-params", "power of two", bad);
    }
    expectRefused(() => decryptStream(key, { onProgress: 1 as never }), "invalid-params", "onProgress");
    await expectRejected(encryptBytes(key.publicKey, "text" as never), "invalid-params", "data");
    const texts = new ReadableStream({ start: (controller) => controller.enqueue("text") });
    const { error } = await collect(texts.pipeThrough(encryptStream(key.publicKey)));
    expect(error).toMatchObject({ code: "invalid-params" });
    using short = rsa.publicKey(2n ** 776n - 1n, 3n);
    await expectRejected(encryptBytes(short, bytesOf(1)), "key-too-short", 777, 776);
  });
});
