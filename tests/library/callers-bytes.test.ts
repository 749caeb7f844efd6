import { readFile } from "node:fs/promises";
import { connect, load, type PrivateKey, type Rsa, type RsaWorkers, type WorkerPrivateKey } from "rsa-variants";
import { type Blinded, connect as connectBlind, load as loadBlind } from "rsa-variants/blind";
import { diagnoseCiphertext, diagnoseSignature, diagnoseToken } from "rsa-variants/doctor";
import {
  armor,
  armorStream,
  type ByteStream,
  dearmorStream,
  decryptBytes,
  decryptIncrementalStream,
  decryptStream,
  detectFormat,
  detectStream,
  encryptBytes,
  encryptIncrementalStream,
  encryptStream,
  isArmored,
  sign,
  verify,
} from "rsa-variants/files";
import { connect as connectSecurity, load as loadSecurity } from "rsa-variants/security";
import { connect as connectXrsa, Device, decryptRawInSoftware, load as loadXrsa } from "rsa-variants/xrsa";
import { describe, expect, it } from "vitest";
import pkcs12 from "../../crates/rsa/tests/keys/pkcs12.pem?raw";
import certificateOnly from "../../crates/rsa/tests/keys/pkcs12-certificate-only.pem?raw";
import { type BytesCase, expectCallersBytes } from "../callers-bytes.ts";
import { draft, keyOf } from "./blind/support.ts";
import { small } from "./security/small-keys.ts";
import { build, closedAtEnd, expectRefused, expectRejected, madeFrom, seedOf } from "./support.ts";

// biome-ignore lint/suspicious/noExplicitAny: calls here and in workers differ in their types
type Any = any;

const [rsa, blind] = await Promise.all([load({ build }), loadBlind()]);
const workers = closedAtEnd(await connect({ build, workers: 1 }));
const blindWorkers = closedAtEnd(await connectBlind({ workers: 1 }));
const securityWorkers = closedAtEnd(await connectSecurity({ workers: 1 }));
const xrsaWorkers = closedAtEnd(await connectXrsa({ workers: 1 }));
const key = rsa.generateKey({ variant: "crt", modulusLength: 1024 }, madeFrom(230));
const remote = await workers.keyFromComponents(key.params, key.components());
/** A key of its own, because issuers do nothing else with theirs. */
const issuer = rsa.generateKey({ variant: "crt", modulusLength: 1024 }, madeFrom(231));
const remoteIssuer = await workers.keyFromComponents(issuer.params, issuer.components());

const oaep = { name: "RSA-OAEP" } as const;
const pss = { name: "RSA-PSS" } as const;
const pkcs1 = { name: "RSASSA-PKCS1-v1_5" } as const;
const text = (value: string) => new TextEncoder().encode(value);
const data = text("a message that is longer than a block of SHA-256, so that more than its padding is hashed");
const block = new Uint8Array(128).fill(9, 1);
const digest = new Uint8Array(32).fill(5);
const label = text("label");
const secret = text("secret");
const seed = seedOf(232);

function numbersOf(made: PrivateKey): unknown {
  const components = made.components();
  made.free();
  return components;
}

/** Calls that keys have on this thread and in workers. */
const ofKeys: Readonly<Record<string, (own: PrivateKey | WorkerPrivateKey) => BytesCase | Promise<BytesCase>>> = {
  encrypt: (own) => [
    [data.subarray(0, 40), label],
    async (message, label) =>
      key.decrypt({ ...oaep, label: text("label") }, await own.publicKey.encrypt({ ...oaep, label }, message)),
  ],
  encryptRaw: (own) => [[block], (given) => own.publicKey.encryptRaw(given)],
  verify: (own) => [[key.sign(pss, data), data], (signature, message) => own.publicKey.verify(pss, signature, message)],
  verifyDigest: (own) => [
    [key.signDigest(pss, digest), digest],
    (signature, message) => own.publicKey.verifyDigest(pss, signature, message),
  ],
  decrypt: (own) => [
    [key.publicKey.encrypt({ ...oaep, label }, data.subarray(0, 40)), label],
    (ciphertext, label) => own.decrypt({ ...oaep, label }, ciphertext),
  ],
  decryptMany: (own) => [
    [key.publicKey.encrypt({ ...oaep, label }, data.subarray(0, 40)), label],
    (ciphertext, label) => own.decryptMany({ ...oaep, label }, [ciphertext]),
  ],
  decryptRaw: (own) => [[block], (given) => own.decryptRaw(given)],
  decryptRawMany: (own) => [[block, digest], (...given) => own.decryptRawMany(given)],
  sign: (own) => [[data], (message) => own.sign(pkcs1, message)],
  signDigest: (own) => [[digest], (given) => own.signDigest(pkcs1, given)],
  signMany: (own) => [[data, block], (...messages) => own.signMany(pkcs1, messages)],
  "export with a password": (own) => [
    [secret],
    async (password) => {
      const exported = await own.export("pkcs8-pem", { password });
      return numbersOf(await rsa.importPrivateKey(exported, { password: secret }));
    },
  ],
  "sign of files": (own) => [[data], (message) => sign(own, message, { algorithm: pkcs1 })],
  "verify of files": (own) => [
    [key.sign(pss, data), data],
    (signature, message) => verify(own.publicKey, signature, message),
  ],
  encryptBytes: (own) => [[data], async (given) => decryptBytes(key, await encryptBytes(own.publicKey, given))],
  decryptBytes: async (own) => [[await encryptBytes(key.publicKey, data)], (given) => decryptBytes(own, given)],
  "diagnoseCiphertext with four bytes too many": (own) => [
    [new Uint8Array([0, 0, 0, 128, ...key.publicKey.encrypt({ ...oaep, label }, digest)]), label],
    (ciphertext, given) => diagnoseCiphertext(rsa, { privateKey: own, ciphertext, labels: [given] }),
  ],
  "diagnoseCiphertext with two bytes too many": (own) => [
    [new Uint8Array([128, 0, ...key.publicKey.encrypt(oaep, digest)])],
    (ciphertext) => diagnoseCiphertext(rsa, { privateKey: own, ciphertext }),
  ],
  diagnoseSignature: (own) => [
    [new Uint8Array([0, 128, ...key.sign(pkcs1, data)]), new Uint8Array([...data, 0x0a])],
    (signature, message) => diagnoseSignature(rsa, { publicKey: own.publicKey, signature, message }),
  ],
};

/** Calls of the library on this thread and in workers. */
const ofLibrary: Readonly<Record<string, (own: Rsa | RsaWorkers) => BytesCase | Promise<BytesCase>>> = {
  generateKey: (own) => [
    [seed],
    async (seed) => {
      const made = await own.generateKey({ variant: "crt", modulusLength: 512 }, { allowBroken: true, seed });
      return made.components();
    },
  ],
  generateCommonModulusKeys: (own) => [
    [seed],
    async (seed) => {
      const params = { variant: "rebalanced", modulusLength: 512, crtExponentLength: 80 } as const;
      const { fast } = await own.generateCommonModulusKeys(params, undefined, { allowBroken: true, seed });
      return fast.components();
    },
  ],
  importPrivateKey: (own) => [
    [text(pkcs12), secret],
    async (given, password) => (await own.importPrivateKey(given, { password })).components(),
  ],
  importKey: (own) => [
    [text(pkcs12), secret],
    async (given, password) => (await own.importKey(given, { password })).type,
  ],
  "importKey of a Blob": (own) => [
    [secret],
    async (password) => (await own.importKey(new Blob([pkcs12]), { password })).type,
  ],
  "importPrivateKey of a Blob": (own) => [
    [secret],
    async (password) => (await own.importPrivateKey(new Blob([pkcs12]), { password })).components(),
  ],
  importKeys: (own) => [
    [text(pkcs12), secret],
    async (given, password) => (await own.importKeys(given, { password })).keys.map(({ key: { type } }) => type),
  ],
  "importKey of a certificate": (own) => [
    [secret],
    async (password) => (await own.importKey(certificateOnly, { password })).type,
  ],
  importPublicKey: async (own) => [
    [await key.publicKey.export("spki-der")],
    async (given) => (await own.importPublicKey(given)).modulus,
  ],
};

const others: Readonly<Record<string, () => BytesCase | Promise<BytesCase>>> = {
  "connect from bytes": async () => [
    [await readFile(new URL("../../web/library/dist/wasm/rsa-variants-xrsa.wasm", import.meta.url))],
    async (source) => {
      const own = await connectXrsa({ workers: 1, source });
      await own.close();
    },
  ],
  hasher: () => [
    [data],
    async (given) => {
      const hasher = key.hasher("SHA-256");
      hasher.update(given);
      await undefined;
      return hasher.digest();
    },
  ],
  armor: () => [[data], (given) => armor(given)],
  isArmored: () => [[text(armor(data))], (start) => isArmored(start)],
  detectFormat: () => [[text("31415926535897932384")], (start) => detectFormat(start)],
  diagnoseToken: async () => {
    const head = ['{"alg":"RS256"}', "{}"].map((part) => Buffer.from(part).toString("base64url")).join(".");
    const token = `${head}.${Buffer.from(key.sign(pkcs1, text(head))).toString("base64url")}`;
    return [[text(token), await key.publicKey.export("spki-der")], (token, key) => diagnoseToken(rsa, { token, key })];
  },
  "diagnoseToken with a public key as secret": async () => {
    const secret = text(await key.publicKey.export("spki-pem"));
    const head = ['{"alg":"HS256"}', "{}"].map((part) => Buffer.from(part).toString("base64url")).join(".");
    const hmac = await crypto.subtle.importKey("raw", secret, { name: "HMAC", hash: "SHA-256" }, false, ["sign"]);
    const code = Buffer.from(await crypto.subtle.sign("HMAC", hmac, text(head))).toString("base64url");
    return [[text(`${head}.${code}`), secret], (token, key) => diagnoseToken(rsa, { token, key })];
  },
  "decryptRaw of xrsa": async () => {
    const device = new Device(await loadXrsa());
    return [[block], (given) => device.decryptRaw(key, given).message];
  },
  "decryptRaw of xrsa in workers": async () => {
    const device = await xrsaWorkers.device();
    return [[block], async (given) => (await device.decryptRaw(remote, given)).message];
  },
  decryptRawInSoftware: async () => {
    const xrsa = await loadXrsa();
    return [[block], (given) => decryptRawInSoftware(xrsa, key, given).message];
  },
  "decryptRawInSoftware in workers": () => [
    [block],
    async (given) => (await xrsaWorkers.decryptRawInSoftware(remote, given)).message,
  ],
  "generateKey of xrsa": async () => {
    const device = new Device(await loadXrsa());
    return [[seed], (seed) => device.generateKey({ modulusLength: 256 }, { seed }).components];
  },
  "generateKey of xrsa in workers": async () => {
    const device = await xrsaWorkers.device();
    return [[seed], async (seed) => (await device.generateKey({ modulusLength: 256 }, { seed })).components];
  },
  demonstration: async () => {
    const security = await loadSecurity();
    return [[seed], (seed) => security.demonstration("fault", { ...small.fault, seed })];
  },
  "demonstration in workers": async () => [
    [seed],
    (seed) => securityWorkers.demonstration("fault", { ...small.fault, seed }),
  ],
};

const zero = "RSABSSA-SHA384-PSSZERO-Deterministic";
const partial = "RSAPBSSA-SHA384-PSSZERO-Deterministic";
const request = () => blind.suite(zero).blind(issuer.publicKey, data);
const signed = (blinded: Uint8Array) => blind.suite(zero).blindSign(issuer, blinded);
const finalized = ({ blindedMessage, inverse }: Blinded) =>
  blind.suite(zero).finalize(issuer.publicKey, data, signed(blindedMessage), inverse);

/** Blind signatures without any random number but the blinding, so that they can be compared. */
const ofBlind: Readonly<Record<string, (own: Any, signer: Any) => BytesCase>> = {
  prepare: (own) => [[data], (message) => own.suite(zero).prepare(message)],
  blind: (own) => [[data], async (message) => finalized(await own.suite(zero).blind(issuer.publicKey, message))],
  blindMany: (own) => [
    [data, data],
    async (...messages) => (await own.suite(zero).blindMany(issuer.publicKey, messages)).map(finalized),
  ],
  blindSign: (own, signer) => [[request().blindedMessage], (given) => own.suite(zero).blindSign(signer, given)],
  blindSignMany: (own, signer) => [
    [request().blindedMessage],
    (...given) => own.suite(zero).blindSignMany(signer, given),
  ],
  finalize: (own) => {
    const { blindedMessage, inverse } = request();
    const given = [data, signed(blindedMessage), inverse];
    return [given, (...given) => own.suite(zero).finalize(issuer.publicKey, ...given)];
  },
  finalizeMany: (own) => {
    const { blindedMessage, inverse } = request();
    return [
      [data, signed(blindedMessage), inverse],
      (preparedMessage, blindSignature, inverse) =>
        own.suite(zero).finalizeMany(issuer.publicKey, [{ preparedMessage, blindSignature, inverse }]),
    ];
  },
  verify: (own) => [[finalized(request()), data], (...given) => own.suite(zero).verify(issuer.publicKey, ...given)],
  "suite with public information": (own) => {
    const issuer = blind.issuerKey(keyOf(rsa, draft));
    const here = blind.suite(partial, label);
    const { blindedMessage, inverse } = here.blind(issuer.publicKey, data);
    const signature = here.finalize(issuer.publicKey, data, here.blindSign(issuer, blindedMessage), inverse);
    return [
      [label],
      async (info) => {
        const there = own.suite(partial, info);
        await undefined;
        return there.verify(issuer.publicKey, signature, data);
      },
    ];
  },
};

/** Sends bytes through a stream in chunks of ten, all in the same buffer. */
async function through(stream: ByteStream, bytes: Uint8Array): Promise<Uint8Array> {
  const output = new Response(stream.readable as ReadableStream<Uint8Array<ArrayBuffer>>).arrayBuffer();
  const writer = stream.writable.getWriter();
  const reused = Buffer.alloc(10);
  for (let at = 0; at < bytes.length; at += reused.length) {
    const part = bytes.subarray(at, at + reused.length);
    reused.set(part);
    await writer.write(reused.subarray(0, part.length));
  }
  await writer.close();
  return new Uint8Array(await output);
}

it("streams: a chunk can be reused when its write is done", async () => {
  const encrypted = await through(encryptStream(key.publicKey, { segmentLength: 64 }), data);
  expect(await through(decryptStream(key), encrypted)).toEqual(data);
  expect(await through(dearmorStream(), await through(armorStream(), data))).toEqual(data);
  const lines = await through(encryptIncrementalStream(key.publicKey), data);
  expect(await through(decryptIncrementalStream(key), lines)).toEqual(data);
  const reused = Buffer.alloc(10);
  let at = 0;
  const source = new ReadableStream<Uint8Array>(
    {
      pull(controller) {
        const part = encrypted.subarray(at, at + reused.length);
        if (part.length === 0) return controller.close();
        reused.set(part);
        controller.enqueue(reused.subarray(0, part.length));
        at += part.length;
      },
    },
    { highWaterMark: 0 },
  );
  const { stream } = await detectStream(source);
  expect(new Uint8Array(await new Response(stream.pipeThrough(decryptStream(key))).arrayBuffer())).toEqual(data);
});

type View<V> = new (buffer: ArrayBuffer, at: number, length: number) => V;

/** An array whose buffer another thread has now. */
function detached<V = Uint8Array>(length: number, Kind = Uint8Array as unknown as View<V>): V {
  const buffer = new ArrayBuffer(length);
  const view = new Kind(buffer, 0, length);
  structuredClone(buffer, { transfer: [buffer] });
  return view;
}

/** An array whose buffer ends before it now. */
function outside<V = Uint8Array>(length: number, Kind = Uint8Array as unknown as View<V>): V {
  const buffer = new ArrayBuffer(8 + length, { maxByteLength: 8 + length });
  const view = new Kind(buffer, 8, length);
  buffer.resize(4);
  return view;
}

/** Such arrays look empty. No call may take them for empty messages, whichever of its arguments they are. */
async function expectLostRefused([given, call]: BytesCase): Promise<void> {
  for (const lost of [detached, outside]) {
    for (const [at, { length }] of given.entries()) {
      const bytes = given.with(at, lost(length));
      await expectRejected((async () => call(...bytes))(), "invalid-params", "transferred", "detached");
    }
  }
}

/** Makes a call with arrays of every kind, and with arrays that are lost. */
async function expectBytes(made: BytesCase): Promise<void> {
  await expectCallersBytes(made);
  await expectLostRefused(made);
}

it.each(Object.entries(others))("%s", async (_, make) => expectBytes(await make()));
for (const [place, library, keyThere] of [
  ["on this thread", rsa, key],
  ["in workers", workers, remote],
] as const) {
  it.each(Object.entries(ofLibrary))(`%s, ${place}`, async (_, make) => expectBytes(await make(library)));
  it.each(Object.entries(ofKeys))(`%s, ${place}`, async (_, make) => expectBytes(await make(keyThere)));
}

for (const [place, own, signer] of [
  ["on this thread", blind, issuer],
  ["in workers", blindWorkers, remoteIssuer],
] as const) {
  it.each(Object.entries(ofBlind))(`%s, ${place}`, (_, make) => expectBytes(make(own, signer)));
}

describe("a buffer that was transferred or resized", () => {
  it("is refused", () => {
    const { buffer } = detached(64);
    for (const lost of [buffer as ArrayBuffer, detached(8, DataView), outside(8, DataView)])
      expectRefused(() => key.sign(pss, lost), "invalid-params", "transferred", "detached");
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
