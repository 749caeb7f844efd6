// @module-tag platform
// The specifications' test vectors, as far as calls do not draw random numbers. Rust's tests have the others (crates/rsa/src/blind).
import { load } from "rsa-variants";
import { blindSuites } from "rsa-variants/blind";
import { load as loadPublic } from "rsa-variants/public";
import { describe, expect, it } from "vitest";
import { build, fromHex, inverse, toBytes } from "../support.ts";
import { draft, keyOf, loadBlind, nameOf, partialNameOf, rfc9474 } from "./support.ts";

const [rsa, blind, small] = await Promise.all([load({ build }), loadBlind(), loadPublic()]);

describe("the test vectors of", () => {
  it("RFC 9474", () => {
    using key = keyOf(rsa, rfc9474);
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
  });

  it("the draft of partially blind signatures", () => {
    using key = keyOf(rsa, draft);
    using issuerKey = blind.issuerKey(key);
    expect(draft.vectors).toHaveLength(4);
    for (const vector of draft.vectors) {
      const suite = blind.suite(partialNameOf(vector), fromHex(vector.info));
      const message = fromHex(vector.message);
      expect(suite.blindSign(issuerKey, fromHex(vector.blindedMessage))).toEqual(fromHex(vector.blindSignature));
      const signature = fromHex(vector.signature);
      const factor = toBytes(inverse(BigInt(`0x${vector.factor}`), issuerKey.publicKey.modulus), 256);
      const answer = fromHex(vector.blindSignature);
      for (const client of [suite, small.suite(partialNameOf(vector), fromHex(vector.info))]) {
        expect(client.finalize(issuerKey.publicKey, message, answer, factor)).toEqual(signature);
        expect(client.verify(issuerKey.publicKey, signature, message)).toBe(true);
      }
    }
  });
});

it("clients of both entries blind lists, and bind signatures to messages; every suite does in Rust and blindrsa.test.ts", () => {
  using key = rsa.generateKey({ variant: "multi-prime", modulusLength: 1024 }, { allowBroken: true });
  const issuer = blind.suite("RSABSSA-SHA384-PSS-Randomized");
  for (const client of [issuer, small.suite(issuer.name)]) {
    const messages = [1, 2, 3].map((number) => client.prepare(new Uint8Array([number])));
    expect(messages.map(({ length }) => length)).toEqual([33, 33, 33]);
    const requests = client.blindMany(key.publicKey, messages);
    const blinded = requests.map(({ blindedMessage }) => blindedMessage);
    const answers = issuer.blindSignMany(key, blinded).map(valueIn);
    const unfinished = requests.map(({ inverse }, at) => ({
      preparedMessage: messages[at] ?? inverse,
      blindSignature: answers[at] ?? inverse,
      inverse,
    }));
    const signatures = client.finalizeMany(key.publicKey, unfinished).map(valueIn);
    const signed = (turned: number) =>
      signatures.map((signature, at) => ({ signature, preparedMessage: messages[(at + turned) % 3] ?? signature }));
    expect(client.verifyMany(key.publicKey, signed(0))).toEqual([true, true, true]);
    expect(client.verifyMany(key.publicKey, signed(1))).toEqual([false, false, false]);
  }
});

function valueIn(
  result: { status: "fulfilled"; value: Uint8Array<ArrayBuffer> } | { status: "rejected"; reason: Error },
) {
  if (result.status === "rejected") throw result.reason;
  return result.value;
}
