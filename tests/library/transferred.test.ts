// Arrays look empty whose buffers were transferred to another thread, or resized so that the arrays are outside of them. No call may
// take them for empty messages.
import { connect, load, type RsaWorkers } from "rsa-variants";
import { diagnoseCiphertext, diagnoseSignature } from "rsa-variants/doctor";
import { decryptBytes, encryptBytes, encryptStream, sign, verify } from "rsa-variants/files";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { build, expectRefused, expectRejected, madeFrom } from "./support.ts";

const rsa = await load({ build });
const key = rsa.generateKey({ variant: "crt", modulusLength: 1024 }, madeFrom(220));
let workers: RsaWorkers;
beforeAll(async () => {
  workers = await connect({ build, workers: 1 });
});
afterAll(async () => {
  key.free();
  await workers.close();
});

type View<V> = new (buffer: ArrayBuffer, at: number, length: number) => V;

/** An array whose buffer another thread has now. */
function detached<V = Uint8Array>(length = 64, Kind = Uint8Array as unknown as View<V>): V {
  const buffer = new ArrayBuffer(length);
  const view = new Kind(buffer, 0, length);
  structuredClone(buffer, { transfer: [buffer] });
  return view;
}

/** An array whose buffer ends before it now. */
function outside<V = Uint8Array>(length = 64, Kind = Uint8Array as unknown as View<V>): V {
  const buffer = new ArrayBuffer(8 + length, { maxByteLength: 8 + length });
  const view = new Kind(buffer, 8, length);
  buffer.resize(4);
  return view;
}

const oaep = { name: "RSA-OAEP" } as const;
const pss = { name: "RSA-PSS" } as const;
const some = new Uint8Array([1, 2, 3]);

describe.each([
  ["an array whose buffer was transferred", detached],
  ["an array outside of its resized buffer", outside],
] as const)("%s", (_, lost) => {
  it("is refused by every call on this thread", () => {
    const words = ["invalid-params", "transferred"] as const;
    const calls: Readonly<Record<string, () => unknown>> = {
      encrypt: () => key.publicKey.encrypt(oaep, lost()),
      label: () => key.publicKey.encrypt({ ...oaep, label: lost() }, some),
      encryptRaw: () => key.publicKey.encryptRaw(lost()),
      decrypt: () => key.decrypt(oaep, lost()),
      decryptRaw: () => key.decryptRaw(lost()),
      decryptRawMany: () => key.decryptRawMany([some, lost()]),
      decryptMany: () => key.decryptMany(oaep, [some, lost()]),
      signMany: () => key.signMany(pss, [some, lost()]),
      sign: () => key.sign(pss, lost()),
      signDigest: () => key.signDigest(pss, lost(32)),
      signature: () => key.publicKey.verify(pss, lost(128), some),
      verify: () => key.publicKey.verify(pss, new Uint8Array(128), lost()),
      update: () => key.hasher("SHA-256").update(lost()),
      seed: () => rsa.generateKey({ variant: "crt", modulusLength: 512 }, { seed: lost(), allowBroken: true }),
      view: () => key.sign(pss, lost(8, DataView)),
    };
    for (const [name, call] of Object.entries(calls))
      expect(expectRefused(call, ...words).message, name).toContain("detached");
  });

  it("is refused by every promise", async () => {
    const remote = await workers.keyFromComponents(key.params, key.components());
    const calls: Readonly<Record<string, () => Promise<unknown>>> = {
      importKey: () => rsa.importKey(lost()),
      importKeys: () => rsa.importKeys(lost()),
      importPrivateKey: () => rsa.importPrivateKey(lost()),
      importPublicKey: () => rsa.importPublicKey(lost()),
      password: () => rsa.importPrivateKey("a key", { password: lost() }),
      export: () => key.export("pkcs8-pem", { password: lost() }),
      "encryptBytes of files": () => encryptBytes(key.publicKey, lost()),
      "decryptBytes of files": () => decryptBytes(key, lost()),
      "sign of files": () => sign(key, lost()),
      "verify of files": () => verify(key.publicKey, new Uint8Array(128), lost()),
      "signatures of files": () => verify(key.publicKey, lost(), some),
      ciphertext: () => diagnoseCiphertext(rsa, { privateKey: key, ciphertext: lost() }),
      signature: () => diagnoseSignature(rsa, { publicKey: key.publicKey, message: some, signature: lost() }),
      "in workers": () => remote.sign(pss, lost()),
      "many in workers": () => remote.signMany(pss, [some, lost()]),
      "import in workers": () => workers.importKey(lost()),
    };
    for (const [name, call] of Object.entries(calls)) {
      const error = await expectRejected((async () => call())(), "invalid-params", "transferred");
      expect(error.message, name).toContain("detached");
    }
  });
});

describe("a transferred buffer", () => {
  it("is refused", () => {
    expectRefused(() => key.sign(pss, detached().buffer as ArrayBuffer), "invalid-params", "transferred", "detached");
  });

  it("is refused if that happens while a stream reads it: nothing is cut short in silence", async () => {
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
