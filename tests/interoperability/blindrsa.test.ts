// Blind signatures with @cloudflare/blindrsa-ts: each side as client, as issuer and as verifier.
import { RSABSSA, RSAPBSSA } from "@cloudflare/blindrsa-ts";
import { load } from "rsa-variants";
import { blindrsaBackend, load as loadBlind } from "rsa-variants/blind";
import { describe, expect, it } from "vitest";
import { draft, keyOf } from "../library/blind/support.ts";
import { toBytes } from "../numbers.ts";

const message = new TextEncoder().encode("one vote");
const info = new TextEncoder().encode("valid in week 12");
const algorithm = { name: "RSA-PSS", hash: "SHA-384" } as const;

const suites = [
  ["RSABSSA-SHA384-PSS-Randomized", RSABSSA.SHA384.PSS.Randomized],
  ["RSABSSA-SHA384-PSSZERO-Randomized", RSABSSA.SHA384.PSSZero.Randomized],
  ["RSABSSA-SHA384-PSS-Deterministic", RSABSSA.SHA384.PSS.Deterministic],
  ["RSABSSA-SHA384-PSSZERO-Deterministic", RSABSSA.SHA384.PSSZero.Deterministic],
  ["RSAPBSSA-SHA384-PSS-Randomized", RSAPBSSA.SHA384.PSS.Randomized],
  ["RSAPBSSA-SHA384-PSSZERO-Randomized", RSAPBSSA.SHA384.PSSZero.Randomized],
  ["RSAPBSSA-SHA384-PSS-Deterministic", RSAPBSSA.SHA384.PSS.Deterministic],
  ["RSAPBSSA-SHA384-PSSZERO-Deterministic", RSAPBSSA.SHA384.PSSZero.Deterministic],
] as const;

/** Suites with public information take it as one more argument. */
interface TheirSuite {
  toString(): string;
  prepare(message: Uint8Array): Uint8Array;
  blind(
    key: CryptoKey,
    message: Uint8Array,
    ...info: Uint8Array[]
  ): Promise<{ blindedMsg: Uint8Array; inv: Uint8Array }>;
  blindSign(key: CryptoKey, message: Uint8Array, ...info: Uint8Array[]): Promise<Uint8Array>;
  finalize(key: CryptoKey, message: Uint8Array, ...rest: Uint8Array[]): Promise<Uint8Array>;
  verify(key: CryptoKey, signature: Uint8Array, message: Uint8Array, ...info: Uint8Array[]): Promise<boolean>;
}

const [rsa, blind] = await Promise.all([load(), loadBlind()]);
// Two safe primes, which the other library takes minutes to find.
const key = keyOf(rsa, draft);
const theirKeys = {
  privateKey: (await key.toCryptoKey(algorithm, { extractable: true })) as CryptoKey,
  publicKey: (await key.publicKey.toCryptoKey(algorithm, { extractable: true })) as CryptoKey,
};

describe("with @cloudflare/blindrsa-ts", () => {
  it.each(suites)("%s works in both directions", async (name, create) => {
    const theirs = create() as unknown as TheirSuite;
    const isPartial = name.startsWith("RSAPBSSA");
    const more = isPartial ? [info] : [];
    const ours = isPartial ? blind.suite(name as never, info as never) : blind.suite(name as never);
    using issuerKey = isPartial ? blind.issuerKey(key) : undefined;
    const signer = (issuerKey ?? key) as never;
    expect(String(theirs)).toBe(ours.name);
    const prepared = ours.prepare(message);

    const request = ours.blind(key.publicKey, prepared);
    const theirAnswer = await theirs.blindSign(theirKeys.privateKey, request.blindedMessage, ...more);
    expect(theirAnswer).toEqual(ours.blindSign(signer, request.blindedMessage));
    const signature = ours.finalize(key.publicKey, prepared, theirAnswer, request.inverse);
    const finalized = theirs.finalize(theirKeys.publicKey, prepared, ...more, theirAnswer, request.inverse);
    expect(await finalized).toEqual(signature);
    expect(await theirs.verify(theirKeys.publicKey, signature, prepared, ...more)).toBe(true);

    const theirPrepared = theirs.prepare(message);
    const { blindedMsg, inv } = await theirs.blind(theirKeys.publicKey, theirPrepared, ...more);
    const answer = ours.blindSign(signer, blindedMsg);
    const theirSignature = await theirs.finalize(theirKeys.publicKey, theirPrepared, ...more, answer, inv);
    expect(ours.finalize(key.publicKey, theirPrepared, answer, inv)).toEqual(theirSignature);
    expect(ours.verify(key.publicKey, theirSignature, theirPrepared)).toBe(true);
    expect(ours.verify(key.publicKey, theirSignature, message.subarray(1))).toBe(false);
    if (!isPartial) return;
    const other = blind.suite(name as "RSAPBSSA-SHA384-PSS-Randomized", message);
    expect(other.verify(key.publicKey, theirSignature, theirPrepared)).toBe(false);
  });

  it("the backend of pull request 68 does what its client does", async () => {
    const backend = blindrsaBackend(blind);
    const [n, e] = [toBytes(key.publicKey.modulus), toBytes(key.publicKey.publicExponent)];
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
