// Blind signatures with @cloudflare/blindrsa-ts: each side as client, as issuer and as verifier.
import { RSABSSA, RSAPBSSA } from "@cloudflare/blindrsa-ts";
import { load, type PrivateKey, type Rsa } from "rsa-variants";
import { type Blind, blindrsaBackend, load as loadBlind } from "rsa-variants/blind";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { draft, keyOf } from "../library/blind/support.ts";

const message = new TextEncoder().encode("one vote");
const info = new TextEncoder().encode("valid in week 12");
const algorithm = { name: "RSA-PSS", hash: "SHA-384" } as const;

const theirBlind = {
  "RSABSSA-SHA384-PSS-Randomized": RSABSSA.SHA384.PSS.Randomized,
  "RSABSSA-SHA384-PSSZERO-Randomized": RSABSSA.SHA384.PSSZero.Randomized,
  "RSABSSA-SHA384-PSS-Deterministic": RSABSSA.SHA384.PSS.Deterministic,
  "RSABSSA-SHA384-PSSZERO-Deterministic": RSABSSA.SHA384.PSSZero.Deterministic,
} as const;
const theirPartiallyBlind = {
  "RSAPBSSA-SHA384-PSS-Randomized": RSAPBSSA.SHA384.PSS.Randomized,
  "RSAPBSSA-SHA384-PSSZERO-Randomized": RSAPBSSA.SHA384.PSSZero.Randomized,
  "RSAPBSSA-SHA384-PSS-Deterministic": RSAPBSSA.SHA384.PSS.Deterministic,
  "RSAPBSSA-SHA384-PSSZERO-Deterministic": RSAPBSSA.SHA384.PSSZero.Deterministic,
} as const;

let rsa: Rsa;
let blind: Blind;
let key: PrivateKey;
let theirKeys: CryptoKeyPair;
beforeAll(async () => {
  [rsa, blind] = await Promise.all([load(), loadBlind()]);
  // Two safe primes, which the other library takes minutes to find.
  key = keyOf(rsa, draft);
  theirKeys = {
    privateKey: (await key.toCryptoKey(algorithm, { extractable: true })) as CryptoKey,
    publicKey: (await key.publicKey.toCryptoKey(algorithm, { extractable: true })) as CryptoKey,
  };
});
afterAll(() => key.free());

describe("with @cloudflare/blindrsa-ts", () => {
  it.each(Object.entries(theirBlind))("%s works in both directions", async (name, create) => {
    const theirs = create();
    const ours = blind.suite(name as keyof typeof theirBlind);
    expect(String(theirs)).toBe(ours.name);
    const prepared = ours.prepare(message);

    const request = ours.blind(key.publicKey, prepared);
    const theirAnswer = await theirs.blindSign(theirKeys.privateKey, request.blindedMessage);
    expect(theirAnswer).toEqual(ours.blindSign(key, request.blindedMessage));
    const signature = ours.finalize(key.publicKey, prepared, theirAnswer, request.inverse);
    expect(await theirs.finalize(theirKeys.publicKey, prepared, theirAnswer, request.inverse)).toEqual(signature);
    expect(await theirs.verify(theirKeys.publicKey, signature, prepared)).toBe(true);

    const theirPrepared = theirs.prepare(message);
    const { blindedMsg, inv } = await theirs.blind(theirKeys.publicKey, theirPrepared);
    const answer = ours.blindSign(key, blindedMsg);
    const theirSignature = await theirs.finalize(theirKeys.publicKey, theirPrepared, answer, inv);
    expect(ours.finalize(key.publicKey, theirPrepared, answer, inv)).toEqual(theirSignature);
    expect(ours.verify(key.publicKey, theirSignature, theirPrepared)).toBe(true);
    expect(ours.verify(key.publicKey, theirSignature, message.subarray(1))).toBe(false);
  });

  it.each(Object.entries(theirPartiallyBlind))("%s works in both directions", async (name, create) => {
    const theirs = create();
    const ours = blind.suite(name as keyof typeof theirPartiallyBlind, info);
    expect(String(theirs)).toBe(ours.name);
    const issuerKey = blind.issuerKey(key);
    const prepared = ours.prepare(message);

    const request = ours.blind(key.publicKey, prepared);
    const theirAnswer = await theirs.blindSign(theirKeys.privateKey, request.blindedMessage, info);
    expect(theirAnswer).toEqual(ours.blindSign(issuerKey, request.blindedMessage));
    const signature = ours.finalize(key.publicKey, prepared, theirAnswer, request.inverse);
    expect(await theirs.finalize(theirKeys.publicKey, prepared, info, theirAnswer, request.inverse)).toEqual(signature);
    expect(await theirs.verify(theirKeys.publicKey, signature, prepared, info)).toBe(true);

    const theirPrepared = theirs.prepare(message);
    const { blindedMsg, inv } = await theirs.blind(theirKeys.publicKey, theirPrepared, info);
    const answer = ours.blindSign(issuerKey, blindedMsg);
    const theirSignature = await theirs.finalize(theirKeys.publicKey, theirPrepared, info, answer, inv);
    expect(ours.finalize(key.publicKey, theirPrepared, answer, inv)).toEqual(theirSignature);
    expect(ours.verify(key.publicKey, theirSignature, theirPrepared)).toBe(true);
    expect(blind.suite(ours.name, message).verify(key.publicKey, theirSignature, theirPrepared)).toBe(false);
    issuerKey.free();
  });

  it("the backend of pull request 68 does what its client does", async () => {
    const backend = blindrsaBackend(blind);
    const bytes = (number: bigint) =>
      Uint8Array.from(hexOf(number).match(/../g) ?? [], (hex) => Number.parseInt(hex, 16));
    const [n, e] = [bytes(key.publicKey.modulus), bytes(key.publicKey.publicExponent)];
    for (const [saltLength, create] of [
      [48, RSAPBSSA.SHA384.PSS.Randomized],
      [0, RSAPBSSA.SHA384.PSSZero.Randomized],
    ] as const) {
      const theirs = create();
      const context = { n, e, info, hash: "SHA-384", saltLength };
      const prepared = theirs.prepare(message);
      const { blindedMsg, inv } = await backend.blind(context, prepared);
      const answer = await theirs.blindSign(theirKeys.privateKey, blindedMsg, info);
      const signature = await backend.finalize(context, prepared, answer, inv);
      expect(await theirs.finalize(theirKeys.publicKey, prepared, info, answer, inv)).toEqual(signature);
      expect(await backend.verify(context, prepared, signature)).toBe(true);
      expect(await backend.verify(context, message, signature)).toBe(false);
      expect(await backend.verify(context, prepared, new Uint8Array(3))).toBe(false);
      await expect(backend.finalize(context, message, answer, inv)).rejects.toMatchObject({
        code: "invalid-signature",
      });
    }
    const wrong = { n, e, info, hash: "SHA-256", saltLength: 48 };
    await expect(backend.verify(wrong, message, message)).rejects.toMatchObject({ parameter: "hash" });
    const salt = { n, e, info, hash: "SHA-384", saltLength: 20 };
    await expect(backend.verify(salt, message, message)).rejects.toMatchObject({ parameter: "saltLength" });
  });
});

function hexOf(number: bigint): string {
  const hex = number.toString(16);
  return hex.length % 2 === 0 ? hex : `0${hex}`;
}
