// @module-tag platform
// What the entry of public operations adds: it reads the usual forms of a key itself. The tests of paddings and of blind signatures also
// run with its keys and its clients.
import { load, type PublicKey, RsaError } from "rsa-variants";
import { formatsWasmBytes } from "rsa-variants/inline";
import { load as loadPublic, type PublicRsa } from "rsa-variants/public";
import { describe, expect, it } from "vitest";
import { build, expectRejected, madeFrom } from "./support.ts";

type Data = Parameters<PublicRsa["importPublicKey"]>[0];

/** Whether the module of key formats may be fetched. */
let others = false;
const rsa = await load({ build });
const key = rsa.generateKey({ variant: "crt", modulusLength: 521, publicExponent: 17n }, madeFrom(180));
const asked = () => Promise.reject(new Error("asked"));
const small = await loadPublic({ formatsSource: () => (others ? formatsWasmBytes() : asked()) });

describe("the entry of public operations", { shuffle: false }, () => {
  it("reads SPKI, PKCS #1 and JSON Web Keys without another module", async () => {
    const { publicKey } = key;
    for (const format of ["jwk", "spki-pem", "spki-der", "pkcs1-pem", "pkcs1-der"] as const) {
      using read = await small.importPublicKey(await publicKey.export(format), { strict: true });
      expect([read.modulus, read.publicExponent]).toEqual([publicKey.modulus, publicKey.publicExponent]);
    }
    await expectRejected(small.importPublicKey(await publicKey.export("openssh")), "load-failed", "asked");
  });

  it("reads bytes as they are at the call", async () => {
    const data = await key.publicKey.export("spki-der");
    const reading = small.importPublicKey(data);
    data.fill(0);
    expect((await reading).modulus).toBe(key.publicKey.modulus);
  });

  /** Bytes of DER with other bytes at a place. */
  function changed(der: Uint8Array, at: number, ...bytes: number[]): Uint8Array {
    const copy = der.slice();
    copy.set(bytes, at < 0 ? der.length + at : at);
    return copy;
  }

  it("reads, warns and refuses as the main entry does", async () => {
    const rsa = await load({ build });
    others = true;
    const [spki, pkcs1] = [await key.publicKey.export("spki-der"), await key.publicKey.export("pkcs1-der")];
    const [pem, jwk] = [await key.publicKey.export("spki-pem"), await key.publicKey.export("jwk")];
    const label = (text: string, from: string, to: string) => text.replaceAll(from, to);
    const data: Data[] = [
      ...["openssh", "json", "pkcs1-pem"].map((format) => key.publicKey.export(format as "json")),
      ...[spki, pkcs1].flatMap((der) => [
        der.slice(0, -1),
        new Uint8Array([...der, 0]),
        changed(der, 0, 0x31),
        changed(der, 1, 0x80),
        changed(der, -1, 18), // an even exponent
        changed(der, -2, 2),
      ]),
      changed(spki, 12, 0x02), // another algorithm
      changed(spki, 21, 1), // unused bits
      changed(pkcs1, 4, 1), // 1 in place of the leading zero
      new Uint8Array(),
      new Uint8Array([0x30]),
      label(pem, "\n", "\r\n"),
      label(pem, "PUBLIC", "RSA PUBLIC"),
      label(pem, "PUBLIC", "PRIVATE"),
      label(pem, "=", ""),
      `text before\n${pem}`,
      pem.replaceAll("\n", " "),
      pem + pem,
      JSON.stringify(jwk),
      { ...jwk, n: `${jwk.n}=` },
      { ...jwk, e: null },
      { ...jwk, d: "AQ" },
      { ...jwk, kty: "EC" },
      { keys: [jwk] },
      { kty: "RSA", n: "AQAB" },
      await key.export("pkcs8-pem"),
    ].map((each) => each as Data);
    for (const each of await Promise.all(data)) {
      for (const strict of [false, true]) {
        const [expected, found] = await Promise.all([rsa, small].map((one) => outcome(one, each, strict)));
        expect(found, String(each).slice(0, 100)).toEqual(expected);
      }
    }
  });

  /** The numbers and the warnings of what was read, or the error. Only the main entry judges parameters. */
  async function outcome(
    one: { importPublicKey: PublicRsa["importPublicKey"] },
    data: Data,
    strict: boolean,
  ): Promise<unknown> {
    const warnings: unknown[] = [];
    try {
      using read: PublicKey = await one.importPublicKey(data, {
        strict,
        onWarning: (warning) => void (warning.code === "broken" || warnings.push(warning)),
      });
      const { modulus, publicExponent } = read;
      return { modulus, publicExponent, warnings };
    } catch (error) {
      if (!(error instanceof RsaError)) throw error;
      const { code, message, parameter } = error;
      return { code, message, parameter };
    }
  }

  it("writes keys as the main entry does", async () => {
    others = true;
    const { modulus, publicExponent } = key.publicKey;
    using publicKey = small.publicKey(modulus, publicExponent);
    expect(await publicKey.export("spki-pem")).toBe(await key.publicKey.export("spki-pem"));
    expect(await publicKey.fingerprint()).toBe(await key.publicKey.fingerprint());
  });
});
