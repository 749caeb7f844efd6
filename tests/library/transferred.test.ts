// Buffers that were transferred to another thread look empty. No call may take them for empty messages.
import { connect, load, type PrivateKey, type Rsa, type RsaWorkers } from "rsa-variants";
import { diagnoseCiphertext, diagnoseSignature } from "rsa-variants/doctor";
import { decryptBytes, encryptBytes, encryptStream, sign, verify } from "rsa-variants/files";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { build, expectRefused, expectRejected, madeFrom } from "./support.ts";

let rsa: Rsa;
let workers: RsaWorkers;
let key: PrivateKey;
beforeAll(async () => {
  rsa = await load({ build });
  workers = await connect({ build, workers: 1 });
  key = rsa.generateKey({ variant: "crt", modulusLength: 1024 }, madeFrom(220));
});
afterAll(async () => {
  key.free();
  await workers.close();
});

/** An array whose buffer another thread has now. */
function detached(length = 64): Uint8Array<ArrayBuffer> {
  const bytes = new Uint8Array(length);
  structuredClone(bytes, { transfer: [bytes.buffer] });
  return bytes;
}

const oaep = { name: "RSA-OAEP" } as const;
const pss = { name: "RSA-PSS" } as const;
const some = new Uint8Array([1, 2, 3]);

describe("a transferred buffer", () => {
  it("is refused by every call on this thread", () => {
    const words = ["invalid-params", "transferred"] as const;
    const calls: Readonly<Record<string, () => unknown>> = {
      encrypt: () => key.publicKey.encrypt(oaep, detached()),
      label: () => key.publicKey.encrypt({ ...oaep, label: detached() }, some),
      encryptRaw: () => key.publicKey.encryptRaw(detached()),
      decrypt: () => key.decrypt(oaep, detached()),
      decryptRaw: () => key.decryptRaw(detached()),
      decryptRawMany: () => key.decryptRawMany([some, detached()]),
      decryptMany: () => key.decryptMany(oaep, [some, detached()]),
      signMany: () => key.signMany(pss, [some, detached()]),
      sign: () => key.sign(pss, detached()),
      signDigest: () => key.signDigest(pss, detached(32)),
      signature: () => key.publicKey.verify(pss, detached(128), some),
      verify: () => key.publicKey.verify(pss, new Uint8Array(128), detached()),
      update: () => key.hasher("SHA-256").update(detached()),
      seed: () => rsa.generateKey({ variant: "crt", modulusLength: 512 }, { seed: detached(), allowBroken: true }),
      buffer: () => key.sign(pss, detached().buffer),
      view: () => {
        const view = new DataView(new ArrayBuffer(8));
        structuredClone(view, { transfer: [view.buffer] });
        return key.sign(pss, view);
      },
    };
    for (const [name, call] of Object.entries(calls))
      expect(expectRefused(call, ...words).message, name).toContain("detached");
  });

  it("is refused by every promise", async () => {
    const remote = await workers.keyFromComponents(key.params, key.components());
    const calls: Readonly<Record<string, () => Promise<unknown>>> = {
      importKey: () => rsa.importKey(detached()),
      importKeys: () => rsa.importKeys(detached()),
      importPrivateKey: () => rsa.importPrivateKey(detached()),
      importPublicKey: () => rsa.importPublicKey(detached()),
      password: () => rsa.importPrivateKey("a key", { password: detached() }),
      export: () => key.export("pkcs8-pem", { password: detached() }),
      "encryptBytes of files": () => encryptBytes(key.publicKey, detached()),
      "decryptBytes of files": () => decryptBytes(key, detached()),
      "sign of files": () => sign(key, detached()),
      "verify of files": () => verify(key.publicKey, new Uint8Array(128), detached()),
      "signatures of files": () => verify(key.publicKey, detached(), some),
      ciphertext: () => diagnoseCiphertext(rsa, { privateKey: key, ciphertext: detached() }),
      signature: () => diagnoseSignature(rsa, { publicKey: key.publicKey, message: some, signature: detached() }),
      "in workers": () => remote.sign(pss, detached()),
      "many in workers": () => remote.signMany(pss, [some, detached()]),
      "import in workers": () => workers.importKey(detached()),
    };
    for (const [name, call] of Object.entries(calls)) {
      const error = await expectRejected((async () => call())(), "invalid-params", "transferred");
      expect(error.message, name).toContain("detached");
    }
  });

  it("is refused if that happens while the call runs: nothing is cut short in silence", async () => {
    const data = new Uint8Array(3 << 20);
    const encrypting = encryptBytes(key.publicKey, data, { segmentLength: 1 << 16 });
    structuredClone(data, { transfer: [data.buffer] });
    await expectRejected(encrypting, "invalid-params", "transferred");
    const signed = new Uint8Array(1 << 20);
    const signing = sign(key, signed);
    structuredClone(signed, { transfer: [signed.buffer] });
    await expectRejected(signing, "invalid-params", "transferred");
    const chunk = new Uint8Array(1 << 20);
    let count = 0;
    const source = new ReadableStream<Uint8Array>({ start: (controller) => void controller.enqueue(chunk) });
    const stream = encryptStream(key.publicKey, {
      segmentLength: 1 << 10,
      onProgress: () => {
        count += 1;
      },
    });
    const reader = source.pipeThrough(stream).getReader();
    await reader.read();
    await reader.read();
    structuredClone(chunk, { transfer: [chunk.buffer] });
    const rest = (async () => {
      for (let next = await reader.read(); !next.done; next = await reader.read());
    })();
    await expectRejected(rest, "invalid-params", "transferred");
    expect(count).toBe(0);
  });

  it("is not mistaken for an empty array", () => {
    for (const empty of [
      new Uint8Array(),
      new ArrayBuffer(0),
      new DataView(new ArrayBuffer(4), 4),
      new Uint8Array(8).subarray(8),
    ]) {
      expect(key.publicKey.verify(pss, key.sign(pss, empty), new Uint8Array())).toBe(true);
    }
  });
});
