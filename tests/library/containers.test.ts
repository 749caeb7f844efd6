// @module-tag platform
// PKCS #12 and PuTTY's files: read by every call, with the module that opens them, which nothing else fetches. The order matters: a
// loaded module stays loaded, so failures come first.
import {
  connect,
  type ImportWarning,
  type LoadOptions,
  load,
  type PrivateKey,
  type Rsa,
  type RsaWorkers,
} from "rsa-variants";
import { containersWasmBytes, formatsWasmBytes, load as loadInline } from "rsa-variants/inline";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import pkcs12 from "../../crates/rsa/tests/keys/pkcs12.pem?raw";
import certificateOnly from "../../crates/rsa/tests/keys/pkcs12-certificate-only.pem?raw";
import emptyPassword from "../../crates/rsa/tests/keys/pkcs12-empty-password.pem?raw";
import java from "../../crates/rsa/tests/keys/pkcs12-java.pem?raw";
import plain from "../../crates/rsa/tests/keys/pkcs12-plain.pem?raw";
import rc2 from "../../crates/rsa/tests/keys/pkcs12-rc2.pem?raw";
import rc2Key from "../../crates/rsa/tests/keys/pkcs12-rc2-key.pem?raw";
import primes from "../../crates/rsa/tests/keys/primes-2.pem?raw";
import putty from "../../crates/rsa/tests/keys/putty-argon2id.pem?raw";
import { build, expectRejected, memoriesOf } from "./support.ts";

const password = "secret";

let rsa: Rsa;
let workers: RsaWorkers;
let key: PrivateKey;
/** PKCS #12 in DER, as it is in files. */
let der: Uint8Array;
beforeAll(async () => {
  rsa = await load({ build });
  workers = await connect({ build, workers: 1 });
  key = await rsa.importPrivateKey(primes);
  const base64 = pkcs12.replaceAll(/.*-----.*|TEST KEY:.*|\s/g, "");
  der = Uint8Array.from(atob(base64), (character) => character.charCodeAt(0));
});
afterAll(async () => {
  key.free();
  await workers.close();
});

async function expectPrivate(data: string | Uint8Array, options: object): Promise<void> {
  for (const library of [rsa, workers]) {
    const read = await library.importPrivateKey(data, options);
    expect(await read.components()).toEqual(key.components());
    read.free();
  }
}

describe("the module of containers, not loaded yet,", () => {
  const use = async (containersSource: LoadOptions["containersSource"]) =>
    expect(await load({ build, containersSource })).toBe(rsa);

  it("is not fetched for other keys, and says why it cannot be loaded", async () => {
    let asked = 0;
    await use(() => {
      asked++;
      return Promise.reject(new Error("gone"));
    });
    (await rsa.importKey(await key.export("pkcs8-pem", { password }), { password })).free();
    (await rsa.importKey(await key.publicKey.export("spki-der"))).free();
    await expectRejected(rsa.importPublicKey(putty), "wrong-key-type", "this is a private key");
    expect(asked).toBe(0);
    await expectRejected(rsa.importPrivateKey(der, { password }), "load-failed", "gone");
    await expectRejected(rsa.importKeys(der, { password }), "load-failed", "gone");
    expect(asked).toBe(2);
    await use(formatsWasmBytes);
    await expectRejected(rsa.importPrivateKey(der, { password }), "load-failed", "does not fit");
    await use(42 as never);
    await expectRejected(rsa.importPrivateKey(der, { password }), "invalid-params", "containersSource must be");
    await use(containersWasmBytes);
    (await rsa.importPrivateKey(der, { password })).free();
  });
});

describe("the module of containers", () => {
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
    const own = await connect({ build, workers: 2, formatsSource: formatsWasmBytes, containersSource });
    (await own.importPrivateKey(primes)).free();
    expect(asked).toBe(0);
    await expectRejected(own.importPrivateKey(pkcs12, { password }), "load-failed", "not yet");
    const read = await Promise.all([1, 2, 3].map(() => own.importPrivateKey(pkcs12, { password })));
    for (const each of read) expect(await each.components()).toEqual(key.components());
    expect(asked).toBe(2);
    await own.close();
  });
});

describe("PKCS #12 and PuTTY's files", () => {
  it("are read here and in workers, also strictly", async () => {
    for (const data of [pkcs12, der, java, putty]) await expectPrivate(data, { password, strict: true });
    for (const data of [emptyPassword, plain]) {
      for (const options of [{}, { password: "" }, { password: undefined }]) await expectPrivate(data, options);
    }
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
    await expectRejected(rsa.importPublicKey(pkcs12, { password: "" }), "wrong-password");
  });

  it("have certificates with public keys", async () => {
    for (const library of [rsa, workers]) {
      for (const data of [pkcs12, certificateOnly]) {
        const read = await library.importPublicKey(data, { password });
        expect(read.modulus).toBe(key.publicKey.modulus);
        read.free();
      }
      await expectRejected(library.importPrivateKey(certificateOnly, { password }), "wrong-key-type", "a certificate");
      const either = await library.importKey(certificateOnly, { password });
      expect(either.type).toBe("public");
      either.free();
    }
  });

  it("have several keys with names", async () => {
    for (const library of [rsa, workers]) {
      const { keys, leftOut } = await library.importKeys(java, { password });
      expect(leftOut).toEqual([]);
      expect(keys.map((each) => [each.name, each.key.type]).sort()).toEqual([
        ["one", "private"],
        ["one", "public"],
        ["two", "private"],
        ["two", "public"],
      ]);
      for (const each of keys) each.key.free();
    }
    const { keys } = await rsa.importKeys(putty, { password });
    expect(keys.map(({ name }) => name)).toEqual(["test"]);
    keys[0]?.key.free();
  });

  it("with certificates in RC2 are read without these, and report that", async () => {
    const warnings: ImportWarning[] = [];
    const onWarning = (warning: ImportWarning) => void warnings.push(warning);
    await expectPrivate(rc2, { password, onWarning });
    expect(warnings.map(({ code }) => code)).toEqual(["left-out-certificates", "left-out-certificates"]);
    await expectRejected(rsa.importPrivateKey(rc2, { password, strict: true }), "invalid-encoding", "strict");
    const { keys, leftOut } = await workers.importKeys(rc2, { password });
    expect(keys.map(({ key: { type } }) => type)).toEqual(["private"]);
    expect(leftOut.map(({ reason }) => reason)).toEqual(["unsupported-format"]);
    const advice = "openssl pkcs12 -legacy -in FILE -nodes -out NEW";
    expect(leftOut[0]?.message).toContain(advice);
    await expectRejected(rsa.importPrivateKey(rc2Key, { password }), "unsupported-format", "RC2-40", advice);
  });

  it("keep to the limits", async () => {
    await expectRejected(
      rsa.importPrivateKey(pkcs12, { password, limits: { iterations: 4778 } }),
      "invalid-params",
      "iterations is 4779",
    );
    await expectRejected(
      workers.importPrivateKey(putty.replace("Memory: 64", "Memory: 2000000000"), { password }),
      "invalid-params",
      "memory of Argon2",
    );
  });
});
