import { RSABSSA } from "@cloudflare/blindrsa-ts";
import { checkEqual, type Repeatable, repeatOneByOne, repeatOver } from "@rsa-variants/measure";
import type { WorkloadName } from "@rsa-variants/measure/arithmetic/workload";
import { modInv } from "bigint-crypto-utils";
import type { Powers } from "modular-powers";
import type { PrivateKey } from "rsa-variants";
import { type Blind, type BlindAnswer, load } from "rsa-variants/blind";
import { partiallyBlindClient } from "../peers/blind.ts";
import { cryptoKeyOf } from "../peers/webcrypto.ts";
import type { Workshop } from "../workshop.ts";

const length = 2048;
const batch = 100;
const suiteName = "RSABSSA-SHA384-PSS-Randomized";
const algorithm = { name: "RSA-PSS", hash: "SHA-384" } as const;
const info = new TextEncoder().encode("valid in week 12");
const token = new Uint8Array(32).fill(7);

/** Blind tokens of 2048 bits: what an issuer and a client compute for each, alone and a hundred at once. */
export async function tokens(workshop: Workshop, powers: Powers): Promise<void> {
  const { rsa } = workshop;
  const blind = await load();
  const key = rsa.generateKey({ variant: "crt", modulusLength: length });
  const fast = rsa.generateKey({ variant: "multi-prime", modulusLength: length });
  for (const each of [key, fast]) workshop.atEnd(() => each.free());
  const add = (
    job: WorkloadName,
    contestant: string,
    prepare: () => Repeatable | Promise<Repeatable>,
    operations: number,
  ) => workshop.add(`${job}, ${contestant}`, length, prepare, { operations });

  await add("blind-sign", "rsa-variants", () => signing(blind, key, 1), 1);
  await add("blind-sign", "batch", () => signing(blind, key, batch), batch);
  await add("blind-sign", "batch-multi-prime", () => signing(blind, fast, batch), batch);
  await add("blind-sign", "blindrsa-ts", () => theirSigning(blind, key), 1);
  await add("blind-client", "rsa-variants", () => requesting(blind, key, 1), 1);
  await add("blind-client", "batch", () => requesting(blind, key, batch), batch);
  await add("blind-client", "blindrsa-ts", () => theirRequesting(blind, key), 1);
  await partiallyBlind(workshop, blind, powers);
}

/** The issuer's work. */
function signing(blind: Blind, key: PrivateKey, count: number): Repeatable {
  const suite = blind.suite(suiteName);
  const requests = suite.blindMany(
    key.publicKey,
    Array.from({ length: count }, () => suite.prepare(token)),
  );
  const blinded = requests.map(({ blindedMessage }) => blindedMessage);
  const check = (answers: readonly Uint8Array[]) => {
    for (const [index, answer] of answers.entries()) {
      checkEqual(key.publicKey.encryptRaw(answer), blinded[index] as Uint8Array);
    }
  };
  if (count === 1) {
    return repeatOver(
      blinded,
      (request) => suite.blindSign(key, request),
      (answer) => check([answer]),
    );
  }
  return repeatOver(
    [blinded],
    (all) => suite.blindSignMany(key, all),
    (results) => check(results.map((result) => (result.status === "fulfilled" ? result.value : token))),
  );
}

/** The client's work before and after the issuer's: the first half is repeated, the second half checks itself. */
function requesting(blind: Blind, key: PrivateKey, count: number): Repeatable {
  const suite = blind.suite(suiteName);
  const messages = Array.from({ length: count }, () => suite.prepare(token));
  const answers = suite.blindMany(key.publicKey, messages).map(
    ({ blindedMessage, inverse }, index): BlindAnswer => ({
      preparedMessage: messages[index] as Uint8Array,
      blindSignature: suite.blindSign(key, blindedMessage),
      inverse,
    }),
  );
  return repeatOver(
    [answers],
    (all) => {
      suite.blindMany(key.publicKey, messages);
      return suite.finalizeMany(key.publicKey, all);
    },
    (results) => {
      if (results.some(({ status }) => status !== "fulfilled"))
        throw new Error("a result is wrong: a token is invalid");
    },
  );
}

async function theirSigning(blind: Blind, key: PrivateKey): Promise<Repeatable> {
  const privateKey = await cryptoKeyOf(key, algorithm);
  const suite = blind.suite(suiteName);
  const theirs = RSABSSA.SHA384.PSS.Randomized();
  const { blindedMessage } = suite.blind(key.publicKey, suite.prepare(token));
  const expected = suite.blindSign(key, blindedMessage);
  return repeatOneByOne(
    [blindedMessage],
    (request) => theirs.blindSign(privateKey, request),
    (answer) => checkEqual(answer, expected),
  );
}

async function theirRequesting(blind: Blind, key: PrivateKey): Promise<Repeatable> {
  const publicKey = await cryptoKeyOf(key.publicKey, algorithm);
  const suite = blind.suite(suiteName);
  const theirs = RSABSSA.SHA384.PSS.Randomized();
  const message = suite.prepare(token);
  const { blindedMessage, inverse } = suite.blind(key.publicKey, message);
  const answer = suite.blindSign(key, blindedMessage);
  const expected = suite.finalize(key.publicKey, message, answer, inverse);
  return repeatOneByOne(
    [message],
    async (prepared) => {
      await theirs.blind(publicKey, prepared);
      return theirs.finalize(publicKey, prepared, answer, inverse);
    },
    (signature) => checkEqual(signature, expected),
  );
}

/** A client that blinds, finalizes and verifies, with exponents of 1024 bits that WebCrypto refuses. */
async function partiallyBlind(workshop: Workshop, blind: Blind, powers: Powers): Promise<void> {
  const prime = () => powers.generatePrime({ bits: length / 2, safe: true, condition: { remainder: 7n, modulus: 8n } });
  workshop.progress("searching for safe primes");
  let [p, q] = [prime(), prime()];
  while ((p * q).toString(2).length < length) [p, q] = [q, prime()];
  const [modulus, publicExponent] = [p * q, 65537n];
  const privateExponent = modInv(publicExponent, (p - 1n) * (q - 1n));
  const key = workshop.rsa.keyFromExponents({ modulus, publicExponent, privateExponent });
  const issuerKey = blind.issuerKey(key);
  workshop.atEnd(() => issuerKey.free());
  key.free();
  const suite = blind.suite("RSAPBSSA-SHA384-PSS-Randomized", info);
  const { publicKey } = issuerKey;
  const sign = (request: Uint8Array) => suite.blindSign(issuerKey, request);
  await workshop.add("partially-blind-client, rsa-variants", length, () => {
    const message = suite.prepare(token);
    const { blindedMessage, inverse } = suite.blind(publicKey, message);
    const answer = sign(blindedMessage);
    return repeatOver(
      [message],
      (prepared) => {
        suite.blind(publicKey, prepared);
        const signature = suite.finalize(publicKey, prepared, answer, inverse);
        return suite.verify(publicKey, signature, prepared);
      },
      (isValid) => {
        if (!isValid) throw new Error("a result is wrong: a token is invalid");
      },
    );
  });
  await workshop.add("partially-blind-client, blind-rsa-signatures", length, () =>
    partiallyBlindClient(publicKey, token, info, sign),
  );
}
