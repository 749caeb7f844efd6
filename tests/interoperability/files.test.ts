// Exchanges files with other programs: the documented format with only Node's crypto, signatures with OpenSSL.
import {
  constants,
  createCipheriv,
  createDecipheriv,
  createHmac,
  hkdfSync,
  privateDecrypt,
  publicEncrypt,
} from "node:crypto";
import { readFile } from "node:fs/promises";
import { load } from "rsa-variants";
import { addRecipientsStream, armor, dearmor, decryptBytes, encryptBytes, sign, verify } from "rsa-variants/files";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { randomBytes } from "../random.ts";
import { startOpenssl, type Tool } from "./support.ts";

const rsa = await load();
const key = rsa.generateKey({ variant: "crt", modulusLength: 2048 }, { seed: new TextEncoder().encode("files") });

const oaep = {
  padding: constants.RSA_PKCS1_OAEP_PADDING,
  oaepHash: "sha256",
  oaepLabel: Buffer.from("rsa-variants file key 1"),
};

/** The authentication code of several recipients. */
function codeOf(fileKey: Buffer, listed: Buffer): Buffer {
  const key = hkdfSync("sha256", fileKey, "", "rsa-variants recipients", 32);
  return createHmac("sha256", Buffer.from(key)).update(listed).digest();
}

/** The header of a valid file, with the key of one recipient: what it ends with, and what the segments authenticate. */
function openWithNode(pem: string, file: Buffer, recipient: number) {
  expect(file.toString("latin1", 0, 12)).toBe("rsa-variants");
  const version = file.readUInt8(12);
  const wrapped: Buffer[] = [];
  let at = version === 1 ? 14 : 16;
  for (const count = version === 1 ? 1 : file.readUInt8(15); wrapped.length < count; ) {
    wrapped.push(file.subarray(at + 2, at + 2 + file.readUInt16BE(at)));
    at += 2 + file.readUInt16BE(at);
  }
  const fileKey = privateDecrypt({ key: pem, ...oaep }, wrapped[recipient] as Buffer);
  if (version === 1) return { fileKey, associated: file.subarray(0, at), end: at };
  expect(version).toBe(2);
  const code = codeOf(fileKey, file.subarray(0, at));
  expect(file.subarray(at, at + 32)).toEqual(code);
  const [first] = wrapped as [Buffer];
  const before = Buffer.concat([file.subarray(0, 12), Buffer.of(1, file.readUInt8(13), 0, 0), first]);
  before.writeUInt16BE(first.length, 14);
  return { fileKey, associated: file[14] === 1 ? before : file.subarray(0, 14), end: at + 32 };
}

/** Decrypts a valid file as docs/files.md says. */
function decryptWithNode(pem: string, file: Buffer, recipient = 0): { fileKey: Buffer; text: Buffer } {
  const { fileKey, associated, end } = openWithNode(pem, file, recipient);
  const sealed = 2 ** file.readUInt8(13) + 16;
  const body = file.subarray(end);
  const count = Math.max(1, Math.ceil(body.length / sealed));
  const texts = Array.from({ length: count }, (_, i) => {
    const segment = body.subarray(i * sealed, (i + 1) * sealed);
    const decipher = createDecipheriv("aes-256-gcm", fileKey, nonce(i, i === count - 1)).setAAD(associated);
    decipher.setAuthTag(segment.subarray(-16));
    return Buffer.concat([decipher.update(segment.subarray(0, -16)), decipher.final()]);
  });
  return { fileKey, text: Buffer.concat(texts) };
}

/** The header of a file for so many recipients who have the same key. */
function headerWithNode(pem: string, fileKey: Buffer, exponent: number, count: number): Buffer {
  const wrapped = Array.from({ length: count }, () => {
    const key = publicEncrypt({ key: pem, ...oaep }, fileKey);
    return [Buffer.of(key.length >> 8, key.length & 255), key];
  }).flat();
  const version = count === 1 ? [1, exponent] : [2, exponent, 2, count];
  const listed = Buffer.concat([Buffer.from("rsa-variants"), Buffer.from(version), ...wrapped]);
  return count === 1 ? listed : Buffer.concat([listed, codeOf(fileKey, listed)]);
}

function encryptWithNode(
  pem: string,
  text: Buffer,
  exponent: number,
  recipients = 1,
  fileKey = randomBytes(32),
): Buffer {
  const header = headerWithNode(pem, fileKey, exponent, recipients);
  const associated = recipients === 1 ? header : header.subarray(0, 14);
  const count = Math.max(1, Math.ceil(text.length / 2 ** exponent));
  const segments = Array.from({ length: count }, (_, i) => {
    const cipher = createCipheriv("aes-256-gcm", fileKey, nonce(i, i === count - 1)).setAAD(associated);
    const segment = text.subarray(i * 2 ** exponent, (i + 1) * 2 ** exponent);
    return Buffer.concat([cipher.update(segment), cipher.final(), cipher.getAuthTag()]);
  });
  return Buffer.concat([header, ...segments]);
}

function nonce(index: number, last: boolean): Buffer {
  const bytes = Buffer.alloc(12);
  bytes.writeUInt32BE(index, 7);
  bytes[11] = last ? 1 : 0;
  return bytes;
}

describe("docs/files.md", () => {
  it("has a test vector, which the library and Node's crypto decrypt alike", async () => {
    const page = await readFile(new URL("../../docs/files.md", import.meta.url), "utf8");
    const block = (name: string) => {
      const found = new RegExp(`\`\`\`${name}\n([^\`]*)\n\`\`\``).exec(page)?.[1];
      if (found === undefined) throw new Error(`docs/files.md has no block ${name}`);
      return found;
    };
    const pem = block("pem");
    const file = Buffer.from(block("hex file").replaceAll("\n", ""), "hex");
    const text = `${block("text")}\n`;
    expect(page).toContain(`${text.length} bytes of text`);
    using own = await rsa.importPrivateKey(pem);
    expect(new TextDecoder().decode(await decryptBytes(own, file))).toBe(text);
    const forTwo = Buffer.from(block("hex file-2").replaceAll("\n", ""), "hex");
    expect(new TextDecoder().decode(await decryptBytes(own, forTwo))).toBe(text);
    expect(armor(file)).toBe(`${block("text armor")}\n`);
    expect(Buffer.from(dearmor(block("text armor")))).toEqual(file);
    const there = decryptWithNode(pem, file);
    expect(there.text.toString()).toBe(text);
    expect(there.fileKey.toString("hex")).toBe(block("hex file-key"));
    expect(forTwo.subarray(12, 16)).toEqual(Buffer.of(2, 6, 2, 2));
    for (const recipient of [0, 1]) expect(decryptWithNode(pem, forTwo, recipient)).toEqual(there);
  });

  it("is sufficient to write and read files without the library", async () => {
    const pem = await key.export("pkcs8-pem");
    const publicPem = await key.publicKey.export("spki-pem");
    for (const length of [0, 1, 63, 64, 65, 1000, 40_000]) {
      const text = randomBytes(length);
      const encrypted = await encryptBytes(key.publicKey, text, { segmentLength: 64 });
      expect(decryptWithNode(pem, Buffer.from(encrypted)).text).toEqual(text);
      const other = encryptWithNode(publicPem, text, 6);
      expect(Buffer.from(await decryptBytes(key, other))).toEqual(text);
      const forThree = await encryptBytes([key.publicKey, key.publicKey, key.publicKey], text, { segmentLength: 64 });
      for (const recipient of [0, 1, 2]) {
        expect(decryptWithNode(pem, Buffer.from(forThree), recipient).text).toEqual(text);
      }
      expect(Buffer.from(await decryptBytes(key, encryptWithNode(publicPem, text, 6, 3)))).toEqual(text);
      const grown = new Blob([encrypted]).stream().pipeThrough(addRecipientsStream(key, key.publicKey));
      const bytes = Buffer.from(await new Response(grown).arrayBuffer());
      expect(decryptWithNode(pem, bytes, 1).text).toEqual(text);
    }
  });
});

describe("OpenSSL", () => {
  let openssl: Tool;
  beforeAll(async () => {
    openssl = await startOpenssl();
    await openssl.write("key.pem", await key.export("pkcs8-pem"));
    await openssl.write("public.pem", await key.publicKey.export("spki-pem"));
  });
  afterAll(() => openssl.remove());

  const options = ["-sha256", "-sigopt", "rsa_padding_mode:pss", "-sigopt", "rsa_pss_saltlen:digest"];

  it("verifies our signatures, and we verify its", async () => {
    const data = randomBytes(3_000_000);
    await openssl.write("data", data);
    await openssl.write("data.sig", await sign(key, new Blob([data]).stream()));
    const verified = await openssl.run("dgst", ...options, "-verify", "public.pem", "-signature", "data.sig", "data");
    expect(verified).toBe("Verified OK\n");
    await openssl.run("dgst", ...options, "-sign", "key.pem", "-out", "theirs.sig", "data");
    const theirs = await openssl.read("theirs.sig");
    expect(await verify(key.publicKey, theirs, new Blob([data]).stream())).toBe(true);
    expect(await verify(key.publicKey, theirs, new Blob([data, "x"]).stream())).toBe(false);
  });
});
