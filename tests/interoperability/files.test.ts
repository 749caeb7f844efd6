// Exchanges files with other programs: the documented format with only Node's crypto, signatures with OpenSSL.
import { constants, createCipheriv, createDecipheriv, privateDecrypt, publicEncrypt } from "node:crypto";
import { readFile } from "node:fs/promises";
import { load, type PrivateKey, type Rsa } from "rsa-variants";
import { armor, dearmor, decryptBytes, encryptBytes, sign, verify } from "rsa-variants/files";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { randomBytes } from "../random.ts";
import { startOpenssl, type Tool } from "./support.ts";

let rsa: Rsa;
let key: PrivateKey;
beforeAll(async () => {
  rsa = await load();
  key = rsa.generateKey({ variant: "crt", modulusLength: 2048 }, { seed: new TextEncoder().encode("files") });
});
afterAll(() => key.free());

const oaep = {
  padding: constants.RSA_PKCS1_OAEP_PADDING,
  oaepHash: "sha256",
  oaepLabel: Buffer.from("rsa-variants file key 1"),
};

/** Steps 1 to 4 of docs/files.md, for a valid file. */
function decryptWithNode(pem: string, file: Buffer): { fileKey: Buffer; text: Buffer } {
  expect(file.toString("latin1", 0, 12)).toBe("rsa-variants");
  expect(file[12]).toBe(1);
  const [sealed, k] = [2 ** file.readUInt8(13) + 16, file.readUInt16BE(14)];
  const header = file.subarray(0, 16 + k);
  const fileKey = privateDecrypt({ key: pem, ...oaep }, header.subarray(16));
  const body = file.subarray(16 + k);
  const count = Math.max(1, Math.ceil(body.length / sealed));
  const texts = Array.from({ length: count }, (_, i) => {
    const segment = body.subarray(i * sealed, (i + 1) * sealed);
    const decipher = createDecipheriv("aes-256-gcm", fileKey, nonce(i, i === count - 1)).setAAD(header);
    decipher.setAuthTag(segment.subarray(-16));
    return Buffer.concat([decipher.update(segment.subarray(0, -16)), decipher.final()]);
  });
  return { fileKey, text: Buffer.concat(texts) };
}

function encryptWithNode(pem: string, text: Buffer, exponent: number): Buffer {
  const fileKey = randomBytes(32);
  const wrapped = publicEncrypt({ key: pem, ...oaep }, fileKey);
  const header = Buffer.concat([Buffer.from("rsa-variants"), Buffer.from([1, exponent, 0, 0]), wrapped]);
  header.writeUInt16BE(wrapped.length, 14);
  const count = Math.max(1, Math.ceil(text.length / 2 ** exponent));
  const segments = Array.from({ length: count }, (_, i) => {
    const cipher = createCipheriv("aes-256-gcm", fileKey, nonce(i, i === count - 1)).setAAD(header);
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
    const own = await rsa.importPrivateKey(pem);
    expect(new TextDecoder().decode(await decryptBytes(own, file))).toBe(text);
    own.free();
    expect(armor(file)).toBe(`${block("text armor")}\n`);
    expect(Buffer.from(dearmor(block("text armor")))).toEqual(file);
    const there = decryptWithNode(pem, file);
    expect(there.text.toString()).toBe(text);
    expect(there.fileKey.toString("hex")).toBe(block("hex file-key"));
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
