import { connect, load, type RsaErrorCode } from "rsa-variants";
import { blindSuites, load as loadBlind, partiallyBlindSuites } from "rsa-variants/blind";
import { expect, it } from "vitest";
import { build, expectRefused, expectRejected, madeFrom } from "../support.ts";
import { connectBlind, draft, keyOf } from "./support.ts";

// biome-ignore lint/suspicious/noExplicitAny: wrong types are the point
type Any = any;

const [rsa, blind] = await Promise.all([load({ build }), loadBlind()]);
const key = rsa.generateKey({ variant: "crt", modulusLength: 1024 }, { allowBroken: true });
const suite = blind.suite("RSABSSA-SHA384-PSS-Randomized");

it("an issuer reports its progress, and cancels", () => {
  const { blindedMessage } = suite.blind(key.publicKey, suite.prepare(new Uint8Array([1])));
  const requests = Array.from({ length: 70 }, () => blindedMessage);
  const seen: number[] = [];
  suite.blindSignMany(key, requests, { onProgress: ({ done, total }) => seen.push(done, total) });
  expect(seen).toEqual([64, 70, 70, 70]);
  const controller = new AbortController();
  const abort = () => controller.abort("enough");
  expect(() => suite.blindSignMany(key, requests, { onProgress: abort, signal: controller.signal })).toThrow("enough");
});

it("names, metadata, keys and bytes are checked, on this thread and in workers", async () => {
  const [rsaWorkers, workers] = await Promise.all([connect({ build, workers: 1 }), connectBlind(1)]);
  const keyThere = await rsaWorkers.keyFromComponents(key.params, key.components());
  const info = new Uint8Array([1]);
  const bytes = new Uint8Array(128);
  const numbers = blind.generateKey({ modulusLength: 512 }, { seed: info });
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
    // Both specifications require the check of the issuer.
    const [issuerKey, unchecked] = [await own.issuerKey(numbers), { faultCheck: false }];
    await refused(() => suite.blindSign(issuer, bytes, unchecked), "invalid-params", "faultCheck must stay on");
    await refused(() => suite.blindSignMany(issuer, [], unchecked), "invalid-params", "faultCheck must stay on");
    await refused(() => partial.blindSign(issuerKey, bytes, unchecked), "invalid-params", "faultCheck must stay on");
    await refused(() => partial.blindSignMany(issuerKey, [], unchecked), "invalid-params", "faultCheck must stay on");
    expect(await suite.blindSign(issuer, bytes, { faultCheck: true })).toHaveLength(128);
    issuerKey.free();
  }
  await Promise.all([rsaWorkers.close(), workers.close()]);
});

it("an issuer's key does nothing else, and a key that does something else issues nothing, also in workers", async () => {
  const [rsaWorkers, workers] = await Promise.all([connect({ build, workers: 1 }), connectBlind(1)]);
  const block = new Uint8Array(64).fill(1);
  const numbers = blind.generateKey({ modulusLength: 512 }, { seed: new Uint8Array([1]) });
  const algorithm = { name: "RSASSA-PKCS1-v1_5", hash: "SHA-1" } as const;
  type Use = (key: Any) => unknown;
  const uses: Use[] = [
    (key) => key.decryptRaw(block),
    (key) => key.decryptRawMany([block]),
    (key) => key.decrypt({ name: "RSAES-PKCS1-v1_5" }, block),
    (key) => key.decryptMany({ name: "RSAES-PKCS1-v1_5" }, [block]),
    (key) => key.sign(algorithm, block),
    (key) => key.signDigest(algorithm, block.subarray(44)),
    (key) => key.signMany(algorithm, [block]),
  ];
  for (const [own, issuing] of [
    [rsa, blind],
    [rsaWorkers, workers],
  ] as Any[]) {
    const issuings: Use[] = [
      (key) => issuing.suite(suite.name).blindSign(key, block),
      async (key) => (await issuing.issuerKey(key)).free(),
    ];
    const expectSeparate = async (first: Use, then: readonly Use[]) => {
      using key = await own.keyFromComponents(numbers.params, numbers.components);
      await first(key);
      for (const call of then) {
        await expectRejected((async () => call(key))(), "invalid-params", "needs a key of its own");
      }
      await first(key);
    };
    for (const issue of issuings) await expectSeparate(issue, uses);
    for (const use of uses) await expectSeparate(use, issuings);
  }
  // A key that cannot issue stays as it was.
  using other = rsa.generateKey({ variant: "crt", modulusLength: 1024 }, madeFrom(142));
  expectRefused(() => blind.issuerKey(other), "invalid-params", "safe primes");
  expect(other.decryptRaw(new Uint8Array(128))).toHaveLength(128);
  await Promise.all([rsaWorkers.close(), workers.close()]);
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
  using other = rsa.generateKey({ variant: "crt", modulusLength: 1032 }, { allowBroken: true });
  const length = expectRefused(() => blind.issuerKey(other), "invalid-params", 1032);
  expect(length.parameter).toBe("modulusLength");
  expectRefused(() => blind.issuerKey(undefined as Any), "invalid-params", "privateKey");
  using safe = keyOf(rsa, draft);
  const issuerKey = blind.issuerKey({ params: safe.params, components: safe.components() });
  expect(issuerKey.publicKey).toEqual({ modulus: safe.publicKey.modulus, publicExponent: 65537n });
  const suite = blind.suite("RSAPBSSA-SHA384-PSS-Deterministic", new Uint8Array());
  issuerKey.free();
  issuerKey.free();
  expectRefused(() => suite.blindSign(issuerKey, new Uint8Array(256)), "use-after-free", "issuer key");
});
