// @module-tag platform
// PKCS #12 and PuTTY's files: read by every call, with the module that opens them, which nothing else fetches. The order matters: a
// loaded module stays loaded, so failures come first.
import { connect, type ImportWarning, load } from "rsa-variants";
import { containersWasmBytes, formatsWasmBytes, load as loadInline } from "rsa-variants/inline";
import { describe, expect, it } from "vitest";
import pkcs12 from "../../crates/rsa/tests/keys/pkcs12.pem?raw";
import certificateOnly from "../../crates/rsa/tests/keys/pkcs12-certificate-only.pem?raw";
import emptyPassword from "../../crates/rsa/tests/keys/pkcs12-empty-password.pem?raw";
import java from "../../crates/rsa/tests/keys/pkcs12-java.pem?raw";
import rc2 from "../../crates/rsa/tests/keys/pkcs12-rc2.pem?raw";
import primes from "../../crates/rsa/tests/keys/primes-2.pem?raw";
import putty from "../../crates/rsa/tests/keys/putty-argon2id.pem?raw";
import { build, closedAtEnd, expectRejected, memoriesOf } from "./support.ts";

const password = "secret";

const rsa = await load({ build });
const workers = closedAtEnd(await connect({ build, workers: 1 }));
const key = await rsa.importPrivateKey(primes);
const base64 = pkcs12.replaceAll(/.*-----.*|TEST KEY:.*|\s/g, "");
/** PKCS #12 in DER, as it is in files. */
const der = Uint8Array.from(atob(base64), (character) => character.charCodeAt(0));

async function expectPrivate(data: string | Uint8Array, options: object): Promise<void> {
  for (const library of [rsa, workers]) {
    using read = await library.importPrivateKey(data, options);
    expect(await read.components()).toEqual(key.components());
  }
}

describe("containers", { shuffle: false }, () => {
  describe("the module of containers", () => {
    it("is not fetched for other keys, and again after a failure", async () => {
      let asked = 0;
      const containersSource = async () => {
        if (asked++ === 0) throw new Error("gone");
        return containersWasmBytes();
      };
      expect(await load({ build, containersSource })).toBe(rsa);
      (await rsa.importKey(await key.export("pkcs8-pem", { password }), { password })).free();
      (await rsa.importKey(await key.publicKey.export("spki-der"))).free();
      await expectRejected(rsa.importPublicKey(putty), "wrong-key-type", "this is a private key");
      expect(asked).toBe(0);
      await expectRejected(rsa.importKeys(der, { password }), "load-failed", "gone");
      (await rsa.importPrivateKey(der, { password })).free();
      expect(asked).toBe(2);
    });

    it("leaves no secrets in its memory, neither after success nor after errors", async () => {
      const data = new Uint8Array(der);
      const memories = await memoriesOf("open", async () => {
        (await rsa.importPrivateKey(data, { password })).free();
        (await rsa.importPrivateKey(putty, { password })).free();
        await expectRejected(rsa.importPrivateKey(data, { password: "other" }), "wrong-password");
        for (const each of (await rsa.importKeys(java, { password })).keys) each.key.free();
      });
      expect(memories).toHaveLength(4);
      for (const { buffer } of memories) expect(new Uint8Array(buffer).every((byte) => byte === 0)).toBe(true);
      expect(data, "the data are the caller's").toEqual(der);
    });

    it("comes from the inline entry with the library that was started there", async () => {
      (await (await loadInline({ build })).importPrivateKey(pkcs12, { password })).free();
    });

    it("is fetched by workers when they need it", async () => {
      let asked = 0;
      const containersSource = async () => {
        if (asked++ === 0) throw new Error("not yet");
        return containersWasmBytes();
      };
      await using own = await connect({ build, workers: 2, formatsSource: formatsWasmBytes, containersSource });
      (await own.importPrivateKey(primes)).free();
      expect(asked).toBe(0);
      await expectRejected(own.importPrivateKey(pkcs12, { password }), "load-failed", "not yet");
      const read = await Promise.all([1, 2, 3].map(() => own.importPrivateKey(pkcs12, { password })));
      for (const each of read) expect(await each.components()).toEqual(key.components());
      expect(asked).toBe(2);
    });
  });

  describe("PKCS #12 and PuTTY's files", () => {
    it("are read here and in workers, also strictly", async () => {
      for (const data of [pkcs12, der, putty]) await expectPrivate(data, { password, strict: true });
      for (const options of [{}, { password: "" }, { password: undefined }])
        await expectPrivate(emptyPassword, options);
      await expectPrivate(new Uint8Array(der).buffer as never, { password: new TextEncoder().encode(password) });
    });

    it("need their password", async () => {
      for (const data of [pkcs12, putty]) {
        for (const call of ["importPrivateKey", "importKey"] as const) {
          await expectRejected(rsa[call](data), "password-required");
          await expectRejected(workers[call](data, { password: "Secret" }), "wrong-password");
        }
        const { keys, leftOut } = await rsa.importKeys(data);
        expect([keys, leftOut.map(({ reason }) => reason)]).toEqual([[], ["password-required"]]);
      }
      await expectRejected(rsa.importPublicKey(pkcs12), "password-required");
    });

    it("have certificates with public keys, and several keys with names", async () => {
      for (const library of [rsa, workers]) {
        for (const data of [pkcs12, certificateOnly]) {
          using read = await library.importPublicKey(data, { password });
          expect(read.modulus).toBe(key.publicKey.modulus);
        }
        await expectRejected(
          library.importPrivateKey(certificateOnly, { password }),
          "wrong-key-type",
          "a certificate",
        );
        using either = await library.importKey(certificateOnly, { password });
        expect(either.type).toBe("public");
        const { keys, leftOut } = await library.importKeys(java, { password });
        expect(leftOut).toEqual([]);
        expect(keys.map((each) => [each.name, each.key.type].join()).sort()).toEqual([
          "one,private",
          "one,public",
          "two,private",
          "two,public",
        ]);
        for (const each of keys) each.key.free();
      }
    });

    it("with certificates in RC2 are read without these, and report that", async () => {
      const warnings: ImportWarning[] = [];
      const onWarning = (warning: ImportWarning) => void warnings.push(warning);
      await expectPrivate(rc2, { password, onWarning });
      expect(warnings.map(({ code }) => code)).toEqual(["left-out-certificates", "left-out-certificates"]);
      const { keys, leftOut } = await workers.importKeys(rc2, { password });
      expect(keys.map(({ key: { type } }) => type)).toEqual(["private"]);
      expect(leftOut).toMatchObject([
        { reason: "unsupported-format", message: expect.stringContaining("-legacy -in") },
      ]);
    });

    it("keep to the limits", async () => {
      const limited = rsa.importPrivateKey(pkcs12, { password, limits: { iterations: 4778 } });
      await expectRejected(limited, "invalid-params", "iterations is 4779");
      const dear = putty.replace("Memory: 64", "Memory: 2000000000");
      await expectRejected(workers.importPrivateKey(dear, { password }), "invalid-params", "memory of Argon2");
    });
  });
});
