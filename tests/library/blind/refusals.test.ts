import { connect, load, type PrivateKey, type Rsa, type RsaError, type RsaErrorCode, variants } from "rsa-variants";
import { type Blind, type BlindSuite, blindSuites, load as loadBlind, partiallyBlindSuites } from "rsa-variants/blind";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { build, expectRefused, expectRejected, madeFrom, smallParams } from "../support.ts";
import { connectBlind, draft, keyOf } from "./support.ts";

// biome-ignore lint/suspicious/noExplicitAny: wrong types are the point
type Any = any;

let rsa: Rsa;
let blind: Blind;
let key: PrivateKey;
let suite: BlindSuite;
beforeAll(async () => {
  [rsa, blind] = await Promise.all([load({ build }), loadBlind()]);
  key = rsa.generateKey({ variant: "crt", modulusLength: 1024 }, { allowBroken: true });
  suite = blind.suite("RSABSSA-SHA384-PSS-Randomized");
});
afterAll(() => key.free());

describe("an issuer of RFC 9474", () => {
  it("may have a key of every variant that signs", () => {
    for (const variant of new Set(smallParams.map(({ variant }) => variant))) {
      const issuer = rsa.generateKey({ variant, modulusLength: 1024 }, { allowBroken: true });
      const message = suite.prepare(new Uint8Array([1]));
      if (variant === "unbalanced") {
        expectRefused(() => suite.blind(issuer.publicKey, message), "wrong-variant");
        expectRefused(() => suite.blindSign(issuer, new Uint8Array(128)), "wrong-variant", variant);
      } else {
        const { blindedMessage, inverse } = suite.blind(issuer.publicKey, message);
        const answer = suite.blindSign(issuer, blindedMessage, { engine: "scalar" });
        const signature = suite.finalize(issuer.publicKey, message, answer, inverse);
        expect(suite.verify(issuer.publicKey, signature, message), variant).toBe(true);
      }
      issuer.free();
    }
    expect(variants).toContain("unbalanced");
  });

  it("refuses wrong requests in their places only", () => {
    const { blindedMessage } = suite.blind(key.publicKey, suite.prepare(new Uint8Array([1])));
    const modulus = Uint8Array.from(key.publicKey.modulus.toString(16).match(/../g) ?? [], (hex) =>
      Number.parseInt(hex, 16),
    );
    const requests = [blindedMessage, new Uint8Array(127), modulus, new Uint8Array(129), new Uint8Array(128)];
    const results = suite.blindSignMany(key, requests);
    const reasons = results.map((result) => (result.status === "rejected" ? result.reason.code : undefined));
    expect(reasons).toEqual([undefined, "invalid-length", "message-out-of-range", "invalid-length", undefined]);
    const tooShort = expectRefused(() => suite.blindSign(key, new Uint8Array(127)), "invalid-length", 128, 127);
    expect(tooShort.parameter).toBe("blindedMessage");
    const tooGreat = expectRefused(() => suite.blindSign(key, modulus), "message-out-of-range", "below the modulus");
    expect(tooGreat.parameter).toBe("blindedMessage");
    expect(suite.blindSignMany(key, [])).toEqual([]);
  });

  it("reports its progress, and cancels", () => {
    const { blindedMessage } = suite.blind(key.publicKey, suite.prepare(new Uint8Array([1])));
    const requests = Array.from({ length: 70 }, () => blindedMessage);
    const seen: number[] = [];
    suite.blindSignMany(key, requests, { onProgress: ({ done, total }) => seen.push(done, total) });
    expect(seen).toEqual([64, 70, 70, 70]);
    const controller = new AbortController();
    const abort = () => controller.abort("enough");
    expect(() => suite.blindSignMany(key, requests, { onProgress: abort, signal: controller.signal })).toThrow(
      "enough",
    );
  });
});

describe("a client", () => {
  it("refuses answers that are wrong", () => {
    const message = suite.prepare(new Uint8Array([1]));
    const { blindedMessage, inverse } = suite.blind(key.publicKey, message);
    const answer = suite.blindSign(key, blindedMessage);
    const finalize = (...[answer, inverse]: [Uint8Array, Uint8Array]) =>
      suite.finalize(key.publicKey, message, answer, inverse);
    const changed = Uint8Array.from(answer);
    changed[100] = (changed[100] ?? 0) ^ 1;
    expectRefused(() => finalize(changed, inverse), "invalid-signature");
    expect(expectRefused(() => finalize(answer.subarray(1), inverse), "invalid-length", 127).parameter).toBe(
      "blindSignature",
    );
    expect(expectRefused(() => finalize(answer, inverse.subarray(1)), "invalid-length", 127).parameter).toBe("inverse");
    const great = new Uint8Array(128).fill(255);
    expect(expectRefused(() => finalize(great, inverse), "message-out-of-range").parameter).toBe("blindSignature");
    const answers = [
      { preparedMessage: message, blindSignature: answer, inverse },
      { preparedMessage: new Uint8Array(), blindSignature: answer, inverse },
    ];
    expect(suite.finalizeMany(key.publicKey, answers).map(({ status }) => status)).toEqual(["fulfilled", "rejected"]);
    expect(suite.verify(key.publicKey, new Uint8Array(5), message)).toBe(false);
  });

  it("refuses a modulus that shares a factor with the message", () => {
    const publicKey = { modulus: 3n * key.publicKey.modulus, publicExponent: 65537n };
    const refused = Array.from({ length: 40 }, (_, byte) => {
      try {
        blind.suite("RSABSSA-SHA384-PSSZERO-Deterministic").blind(publicKey, new Uint8Array([byte]));
        return undefined;
      } catch (error) {
        return (error as RsaError).code;
      }
    });
    expect(new Set(refused)).toEqual(new Set([undefined, "not-invertible"]));
  });

  it("refuses keys that are too short", () => {
    const publicKey = { modulus: (1n << 512n) - 1n, publicExponent: 3n };
    expectRefused(() => suite.blind(publicKey, new Uint8Array(1)), "key-too-short", 512);
  });
});

it("names, metadata, keys and bytes are checked, on this thread and in workers", async () => {
  const [rsaWorkers, workers] = await Promise.all([connect({ build, workers: 1 }), connectBlind(1)]);
  const keyThere = await rsaWorkers.keyFromComponents(key.params, key.components());
  const info = new Uint8Array([1]);
  const bytes = new Uint8Array(128);
  for (const [own, issuer] of [[blind, key] as Any, [workers, keyThere]]) {
    const refused = (call: () => unknown, ...error: [code: RsaErrorCode, ...fragments: string[]]) =>
      expectRejected((async () => call())(), ...error);
    const [suite, partial] = [own.suite(blindSuites[0]), own.suite(partiallyBlindSuites[0], info)];
    await refused(() => own.suite("RSABSSA"), "invalid-params", "RSAPBSSA-SHA384-PSSZERO-Deterministic");
    await refused(() => own.suite(suite.name, info), "invalid-params", "info", "left out");
    await refused(() => own.suite(partial.name), "invalid-params", "info");
    await refused(() => own.suite(partial.name, "text"), "invalid-params", "info");
    await refused(() => suite.prepare("text"), "invalid-params", "message");
    await refused(() => suite.blind(undefined, bytes), "invalid-params", "publicKey");
    await refused(() => suite.blind({ modulus: 5 }, bytes), "invalid-params", "modulus");
    await refused(() => suite.blind({ modulus: 2n ** 521n - 1n, publicExponent: 3n }, bytes), "key-too-short");
    await refused(() => suite.blindMany(key.publicKey, bytes), "invalid-params", "preparedMessages");
    await refused(() => suite.blindMany(key.publicKey, [bytes], { engine: "none" }), "unknown-engine", "none");
    await refused(() => suite.finalizeMany(key.publicKey, [undefined]), "invalid-params", "answers[0]");
    const incomplete = [{ preparedMessage: bytes }];
    await refused(() => suite.finalizeMany(key.publicKey, incomplete), "invalid-params", "blindSignature");
    await refused(() => suite.verifyMany(key.publicKey, {}), "invalid-params", "signed");
    await refused(() => suite.verifyMany(key.publicKey, [{}]), "invalid-params", "signed[0].preparedMessage");
    await refused(() => suite.blindSign(key.components(), bytes), "invalid-params", "privateKey");
    await refused(() => suite.blindSign(issuer, "text"), "invalid-params", "blindedMessage");
    await refused(() => suite.blindSignMany(issuer, bytes), "invalid-params", "array");
    await refused(() => suite.blindSignMany(issuer, [bytes, 7]), "invalid-params", "blindedMessages[1]");
    await refused(() => suite.blindSignMany(issuer, [], { onProgres: 1 }), "invalid-params", "onProgress");
    await refused(() => suite.blindSignMany(issuer, [], { onProgress: 1 }), "invalid-params", "onProgress");
    await refused(() => suite.blindSign(issuer, bytes, { engine: "none" }), "unknown-engine", "none");
    await refused(() => suite.blindSign(issuer, bytes, { faultCheck: 0 }), "invalid-params", "faultCheck");
    await refused(() => suite.blind(key.publicKey, bytes, { engine: "none" }), "unknown-engine");
    await refused(() => suite.blind(key.publicKey, bytes, { Engine: "scalar" }), "invalid-params", "engine");
    await refused(() => suite.blind(key.publicKey, bytes, { onProgress: () => {} }), "invalid-params", "onProgress");
    await refused(() => partial.blindSign(issuer, bytes), "invalid-params", "issuerKey");
  }
  await Promise.all([rsaWorkers.close(), workers.close()]);
});

it("no answer leaves its check out: both specifications require it of the issuer", () => {
  const unchecked = { faultCheck: false } as Any;
  const issuerKey = blind.issuerKey(blind.generateKey({ modulusLength: 512 }, { seed: new Uint8Array([1]) }));
  const partial = blind.suite("RSAPBSSA-SHA384-PSS-Randomized", new Uint8Array([1]));
  for (const call of [
    () => suite.blindSign(key, new Uint8Array(128), unchecked),
    () => suite.blindSignMany(key, [], unchecked),
    () => partial.blindSign(issuerKey, new Uint8Array(64), unchecked),
    () => partial.blindSignMany(issuerKey, [], unchecked),
  ]) {
    expect(expectRefused(call, "invalid-params", "must stay on").parameter).toBe("faultCheck");
  }
  expect(suite.blindSign(key, new Uint8Array(128), { faultCheck: true })).toHaveLength(128);
  issuerKey.free();
});

it("an issuer's key does nothing else, and a key that does something else issues nothing", () => {
  const block = new Uint8Array(64).fill(1);
  const numbers = blind.generateKey({ modulusLength: 512 }, { seed: new Uint8Array([1]) });
  const make = () => rsa.keyFromComponents(numbers.params, numbers.components);
  const uses: ((key: PrivateKey) => unknown)[] = [
    (key) => key.decryptRaw(block),
    (key) => key.decryptRawMany([block]),
    (key) => key.decrypt({ name: "RSAES-PKCS1-v1_5" }, block),
    (key) => key.decryptMany({ name: "RSAES-PKCS1-v1_5" }, [block]),
    (key) => key.sign({ name: "RSASSA-PKCS1-v1_5", hash: "SHA-1" }, block),
    (key) => key.signDigest({ name: "RSASSA-PKCS1-v1_5", hash: "SHA-1" }, block.subarray(44)),
    (key) => key.signMany({ name: "RSASSA-PKCS1-v1_5", hash: "SHA-1" }, [block]),
  ];
  const issuings: ((key: PrivateKey) => unknown)[] = [
    (key) => suite.blindSign(key, block),
    (key) => blind.issuerKey(key).free(),
  ];
  const expectSeparate = (first: (key: PrivateKey) => unknown, then: typeof uses) => {
    const key = make();
    first(key);
    for (const call of then) expectRefused(() => call(key), "invalid-params", "needs a key of its own");
    first(key);
    key.free();
  };
  for (const issue of issuings) expectSeparate(issue, uses);
  for (const use of uses) expectSeparate(use, issuings);
  // A key that cannot issue stays as it was.
  const other = rsa.generateKey({ variant: "crt", modulusLength: 1024 }, madeFrom(142));
  expectRefused(() => blind.issuerKey(other), "invalid-params", "safe primes");
  expect(other.decryptRaw(new Uint8Array(128))).toHaveLength(128);
  other.free();
});

it("keys of safe primes are made, from a seed or not, with progress and abort", async () => {
  const seen = new Set<string>();
  const onProgress = ({ phase }: { readonly phase: string }) => void seen.add(phase);
  const made = blind.generateKey({ modulusLength: 512 }, { seed: new Uint8Array([1]), onProgress });
  expect(seen).toEqual(new Set(["primes", "candidates"]));
  expect(blind.generateKey({ modulusLength: 512 }, { seed: new Uint8Array([1]) })).toEqual(made);
  expect(made.params).toMatchObject({ variant: "crt", modulusLength: 512, publicExponent: 65537n });
  const [issuerKey, imported] = [blind.issuerKey(made), rsa.keyFromComponents(made.params, made.components)];
  expect(issuerKey.publicKey.modulus).toBe(imported.publicKey.modulus);
  issuerKey.free();
  imported.free();
  const stop = () => {
    throw new Error("stop");
  };
  expect(() => blind.generateKey({ modulusLength: 1024 }, { onProgress: stop })).toThrow("stop");
  for (const modulusLength of [256, 1000, 3072, 16384]) {
    expectRefused(() => blind.generateKey({ modulusLength }), "invalid-params", modulusLength);
  }
  expectRefused(() => blind.generateKey({ modulusLength: "1024" } as Any), "invalid-params", "modulusLength");
  expectRefused(() => blind.generateKey({} as Any), "invalid-params", "modulusLength");
});

it("an issuer of partially blind signatures needs safe primes and a length that is a power of two", () => {
  const none = expectRefused(() => blind.issuerKey(key), "invalid-params", "safe primes");
  expect(none.parameter).toBe("privateKey");
  const other = rsa.generateKey({ variant: "crt", modulusLength: 1032 }, { allowBroken: true });
  const length = expectRefused(() => blind.issuerKey(other), "invalid-params", 1032);
  expect(length.parameter).toBe("modulusLength");
  expectRefused(() => blind.issuerKey(undefined as Any), "invalid-params", "privateKey");
  other.free();
  const safe = keyOf(rsa, draft);
  const issuerKey = blind.issuerKey({ params: safe.params, components: safe.components() });
  expect(issuerKey.publicKey).toEqual({ modulus: safe.publicKey.modulus, publicExponent: 65537n });
  const suite = blind.suite("RSAPBSSA-SHA384-PSS-Deterministic", new Uint8Array());
  const codes = suite
    .blindSignMany(issuerKey, [new Uint8Array(255), new Uint8Array(256).fill(255), new Uint8Array(256)])
    .map((result) => (result.status === "rejected" ? result.reason.code : undefined));
  expect(codes).toEqual(["invalid-length", "message-out-of-range", undefined]);
  issuerKey.free();
  issuerKey.free();
  expectRefused(() => suite.blindSign(issuerKey, new Uint8Array(256)), "use-after-free", "issuer key");
  safe.free();
});
