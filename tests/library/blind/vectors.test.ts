// @module-tag platform
// The specifications' test vectors, as far as calls do not draw random numbers. Rust's tests have the others (crates/rsa/src/blind).
import { load, type Rsa } from "rsa-variants";
import { type Blind, blindSuites, partiallyBlindSuites } from "rsa-variants/blind";
import { load as loadPublic, type PublicRsa } from "rsa-variants/public";
import { beforeAll, describe, expect, it } from "vitest";
import { build } from "../support.ts";
import { draft, fromHex, keyOf, loadBlind, nameOf, partialNameOf, rfc9474 } from "./support.ts";

let rsa: Rsa;
let blind: Blind;
let small: PublicRsa;
beforeAll(async () => {
  [rsa, blind, small] = await Promise.all([load({ build }), loadBlind(), loadPublic()]);
});

describe("the test vectors of", () => {
  it("RFC 9474", () => {
    const key = keyOf(rsa, rfc9474);
    expect(rfc9474.vectors.map(nameOf)).toEqual(blindSuites);
    for (const vector of rfc9474.vectors) {
      const suite = blind.suite(nameOf(vector));
      const message = fromHex(vector.prefix + vector.message);
      const answer = suite.blindSign(key, fromHex(vector.blindedMessage));
      expect(answer).toEqual(fromHex(vector.blindSignature));
      const signature = fromHex(vector.signature);
      for (const client of [suite, small.suite(nameOf(vector))]) {
        expect(client.finalize(key.publicKey, message, answer, fromHex(vector.inverse))).toEqual(signature);
        expect(client.verify(key.publicKey, signature, message)).toBe(true);
      }
      // Any software can verify it.
      const algorithm = { name: "RSA-PSS", hash: "SHA-384", saltLength: vector.salt.length / 2 } as const;
      expect(key.publicKey.verify(algorithm, signature, message)).toBe(true);
    }
    key.free();
  });

  it("the draft of partially blind signatures", () => {
    const key = keyOf(rsa, draft);
    const issuerKey = blind.issuerKey(key);
    key.free();
    expect(draft.vectors).toHaveLength(4);
    for (const vector of draft.vectors) {
      const suite = blind.suite(partialNameOf(vector), fromHex(vector.info));
      const message = fromHex(vector.message);
      expect(suite.blindSign(issuerKey, fromHex(vector.blindedMessage))).toEqual(fromHex(vector.blindSignature));
      const signature = fromHex(vector.signature);
      const inverse = inverseOf(BigInt(`0x${vector.factor}`), issuerKey.publicKey.modulus);
      const answer = fromHex(vector.blindSignature);
      for (const client of [suite, small.suite(partialNameOf(vector), fromHex(vector.info))]) {
        expect(client.finalize(issuerKey.publicKey, message, answer, inverse)).toEqual(signature);
        expect(client.verify(issuerKey.publicKey, signature, message)).toBe(true);
      }
    }
    issuerKey.free();
  });
});

it("all suites sign lists, and bind signatures to messages and metadata", () => {
  const usual = rsa.generateKey({ variant: "multi-prime", modulusLength: 1024 }, { allowBroken: true });
  const partial = keyOf(rsa, draft);
  const issuerKey = blind.issuerKey(partial);
  const contents = Array.from({ length: 5 }, (_, number) => new Uint8Array([number]));
  for (const name of [...blindSuites, ...partiallyBlindSuites]) {
    const isPartial = name.startsWith("RSAPBSSA");
    const suite = isPartial ? blind.suite(partialNameOf({ suite: name }), contents[0] ?? new Uint8Array()) : undefined;
    const client = suite ?? blind.suite(nameOf({ suite: name }));
    const smallClient = isPartial
      ? small.suite(partialNameOf({ suite: name }), contents[0] ?? new Uint8Array())
      : small.suite(nameOf({ suite: name }));
    const { publicKey } = isPartial ? partial : usual;
    const messages = contents.map((content, at) => (at % 2 === 0 ? client : smallClient).prepare(content));
    expect(messages.map(({ length }) => length)).toEqual(messages.map(() => (name.endsWith("Randomized") ? 33 : 1)));
    const requests = [
      ...client.blindMany(publicKey, messages.slice(0, 2)),
      ...smallClient.blindMany(publicKey, messages.slice(2)),
    ];
    expect(new Set(requests.map(({ blindedMessage }) => blindedMessage.join())).size).toBe(5);
    const blinded = requests.map(({ blindedMessage }) => blindedMessage);
    const answers = (
      suite
        ? suite.blindSignMany(issuerKey, blinded)
        : blind.suite(nameOf({ suite: name })).blindSignMany(usual, blinded)
    ).map(valueIn);
    const unfinished = messages.map((preparedMessage, at) => ({
      preparedMessage,
      blindSignature: answers[at] ?? new Uint8Array(),
      inverse: requests[at]?.inverse ?? new Uint8Array(),
    }));
    const signatures = client.finalizeMany(publicKey, unfinished).map(valueIn);
    const signed = signatures.map((signature, at) => ({
      signature,
      preparedMessage: messages[at] ?? new Uint8Array(),
    }));
    expect(client.verifyMany(publicKey, signed)).toEqual([true, true, true, true, true]);
    const rotated = signed.map(({ signature }, at) => ({
      signature,
      preparedMessage: messages[(at + 1) % 5] ?? signature,
    }));
    expect(client.verifyMany(publicKey, rotated)).toEqual([false, false, false, false, false]);
    if (suite !== undefined) {
      const other = blind.suite(suite.name, new Uint8Array([99]));
      expect(other.verify(publicKey, signatures[0] ?? new Uint8Array(), messages[0] ?? new Uint8Array())).toBe(false);
    }
  }
  issuerKey.free();
  for (const key of [usual, partial]) key.free();
});

function valueIn(
  result: { status: "fulfilled"; value: Uint8Array<ArrayBuffer> } | { status: "rejected"; reason: Error },
) {
  if (result.status === "rejected") throw result.reason;
  return result.value;
}

/** `x⁻¹ mod m` for a prime-like pair, as bytes of 256. */
function inverseOf(x: bigint, m: bigint): Uint8Array {
  let [a, b, u, v] = [x, m, 1n, 0n];
  while (b > 0n) {
    const q = a / b;
    [a, b, u, v] = [b, a - q * b, v, u - q * v];
  }
  return fromHex((((u % m) + m) % m).toString(16).padStart(512, "0"));
}
