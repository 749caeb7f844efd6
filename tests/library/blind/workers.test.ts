import { connect as connectRsa, load, type SettledBytes } from "rsa-variants";
import { describe, expect, it } from "vitest";
import { build, closedAtEnd, expectRejected, fromHex, madeFrom, seedOf } from "../support.ts";
import { connectBlind, draft, keyOf, loadBlind } from "./support.ts";

// biome-ignore lint/suspicious/noExplicitAny: wrong types are the point
type Any = any;

const [rsa, blind] = await Promise.all([load({ build }), loadBlind()]);
const rsaWorkers = closedAtEnd(await connectRsa({ build, workers: 2 }));
const workers = closedAtEnd(await connectBlind(2));

const info = new TextEncoder().encode("valid in week 12");
const codesOf = (results: readonly SettledBytes[]) =>
  results.map((result) => (result.status === "rejected" ? result.reason.code : undefined));

/** A key in workers that signs for RFC 9474. */
const keyThere = (number: number) => rsaWorkers.generateKey({ variant: "crt", modulusLength: 1024 }, madeFrom(number));
/** The key of the draft's test vectors. */
const numbers = keyOf(rsa, draft);
const [here, issuerKey] = [blind.issuerKey(numbers), await workers.issuerKey(numbers)];
const key = await keyThere(720);
const local = rsa.keyFromComponents(key.params, await key.components());

/** A suite of each specification, with a key that issues there. */
type Sides = readonly (readonly [suite: Any, issuer: Any])[];
const inWorkers: Sides = [
  [workers.suite("RSABSSA-SHA384-PSS-Randomized"), key],
  [workers.suite("RSAPBSSA-SHA384-PSS-Randomized", info), issuerKey],
];
const onThisThread: Sides = [
  [blind.suite("RSABSSA-SHA384-PSS-Randomized"), local],
  [blind.suite("RSAPBSSA-SHA384-PSS-Randomized", info), here],
];

describe("workers", () => {
  it("work as this thread does, and with this thread on the other side", async () => {
    const name = "RSABSSA-SHA384-PSS-Randomized";
    const [here, there] = [blind.suite(name), workers.suite(name)];
    expect(there.name).toBe(name);
    const message = await there.prepare(new Uint8Array([1]));
    expect(message).toHaveLength(33);
    const requests = [here.blind(local.publicKey, message), await there.blind(key.publicKey, message)];
    for (const { blindedMessage, inverse } of requests) {
      const answer = await there.blindSign(key, blindedMessage, { engine: "scalar" });
      expect(answer).toEqual(here.blindSign(local, blindedMessage));
      const signature = here.finalize(local.publicKey, message, answer, inverse);
      expect(await there.finalize(key.publicKey, message, answer, inverse)).toEqual(signature);
      expect(here.verify(local.publicKey, signature, message)).toBe(true);
      expect(await there.verify(key.publicKey, signature, message)).toBe(true);
    }
    using unbalanced = await rsaWorkers.generateKey({ variant: "unbalanced", modulusLength: 1024 }, madeFrom(710));
    await expectRejected(there.blind(unbalanced.publicKey, message), "wrong-variant");
    await expectRejected(there.blindSign(unbalanced, new Uint8Array(128)), "wrong-variant", "unbalanced");
  });

  it.each([0, 1, 7, 66])("share lists of %i items, with progress", async (count) => {
    const contents = Array.from({ length: count }, (_, number) => new Uint8Array([number, number >> 8]));
    const sides = [
      [workers.suite("RSABSSA-SHA384-PSS-Deterministic"), key] as const,
      [workers.suite("RSAPBSSA-SHA384-PSS-Deterministic", info), issuerKey] as const,
    ];
    for (const [suite, issuer] of sides) {
      const { publicKey } = issuer;
      const messages = await Promise.all(contents.map((content) => suite.prepare(content)));
      const seen: number[] = [];
      const onProgress = ({ done, total }: { done: number; total: number }) => {
        expect(total).toBe(count);
        expect(done).toBeGreaterThanOrEqual((seen.at(-1) ?? 0) % Math.max(1, count)); // of the second list, from 0 again
        seen.push(done);
      };
      const blinded = await suite.blindMany(publicKey, messages, { onProgress });
      const requests = blinded.map(({ blindedMessage }) => blindedMessage);
      const answers = await suite.blindSignMany(issuer as Any, requests, { onProgress });
      expect(seen.filter((done) => done === count).length).toBeGreaterThanOrEqual(2);
      const unfinished = blinded.map(({ inverse }, index) => {
        const answer = answers[index];
        if (answer?.status !== "fulfilled") throw new Error(`no answer ${index}`);
        return { preparedMessage: messages[index] as Uint8Array, blindSignature: answer.value, inverse };
      });
      const settled = await suite.finalizeMany(publicKey, unfinished);
      expect(settled).toHaveLength(count);
      const signed = settled.map((result, index) => {
        if (result.status !== "fulfilled") throw result.reason;
        return { signature: result.value, preparedMessage: messages[index] as Uint8Array };
      });
      expect(await suite.verifyMany(publicKey, signed)).toEqual(contents.map(() => true));
      // In the wrong order, none is valid.
      const turned = signed.map((each, index) => ({ ...each, preparedMessage: messages.at(index - 1) as Uint8Array }));
      if (count > 1) expect(await suite.verifyMany(publicKey, turned)).toEqual(contents.map(() => false));
    }
  });

  it.each([
    ["in workers", inWorkers],
    ["on this thread", onThisThread],
  ])("refuse wrong items in their places only, %s", async (_, sides) => {
    for (const [suite, issuer] of sides) {
      const { publicKey } = issuer;
      const length = publicKey.modulus.toString(16).length / 2;
      const great = new Uint8Array(length).fill(255);
      const message = await suite.prepare(info);
      const good = await suite.blind(publicKey, message);
      const wrong = new Map([
        [3, [new Uint8Array(length - 1), "invalid-length"]],
        [40, [fromHex(publicKey.modulus.toString(16)), "message-out-of-range"]],
        [41, [new Uint8Array(length + 1), "invalid-length"]],
        [63, [great, "message-out-of-range"]],
      ] as const);
      const requests = Array.from({ length: 70 }, (_, index) => wrong.get(index as 3)?.[0] ?? good.blindedMessage);
      const answers: SettledBytes[] = await suite.blindSignMany(issuer, requests);
      expect(codesOf(answers)).toEqual(requests.map((_, index) => wrong.get(index as 3)?.[1]));
      const [answer] = answers;
      if (answer?.status !== "fulfilled") throw new Error("no answer");
      const { value } = answer;
      const unfinished = { preparedMessage: message, blindSignature: value, inverse: good.inverse };
      const results = await suite.finalizeMany(publicKey, [
        unfinished,
        { ...unfinished, preparedMessage: info },
        { ...unfinished, inverse: new Uint8Array(1) },
        unfinished,
      ]);
      expect(codesOf(results)).toEqual([undefined, "invalid-signature", "invalid-length", undefined]);
      const finalize = (preparedMessage: Uint8Array, blindSignature: Uint8Array, inverse: Uint8Array) =>
        suite.finalize(publicKey, preparedMessage, blindSignature, inverse);
      const changed = Uint8Array.from(value, (byte, at) => (at === 100 ? byte ^ 1 : byte));
      for (const [call, code, parameter] of [
        [() => suite.blindSign(issuer, requests[3]), "invalid-length", "blindedMessage"],
        [() => suite.blindSign(issuer, requests[40]), "message-out-of-range", "blindedMessage"],
        [() => finalize(info, value, good.inverse), "invalid-signature", undefined],
        [() => finalize(message, changed, good.inverse), "invalid-signature", undefined],
        [() => finalize(message, value.subarray(1), good.inverse), "invalid-length", "blindSignature"],
        [() => finalize(message, great, good.inverse), "message-out-of-range", "blindSignature"],
        [() => finalize(message, value, good.inverse.subarray(1)), "invalid-length", "inverse"],
      ] as const) {
        const limits = code === "invalid-length" ? [length, length - 1] : [];
        const { parameter: named } = await expectRejected((async () => call())(), code, ...limits);
        expect(named).toBe(parameter);
      }
      expect(await suite.verify(publicKey, new Uint8Array(5), message)).toBe(false);
    }
  });

  it("generate the same key from a seed, with progress", async () => {
    const seen: string[] = [];
    const options = { seed: seedOf(722), onProgress: ({ phase }: { phase: string }) => void seen.push(phase) };
    const key = await workers.generateKey({ modulusLength: 1024 }, options);
    expect(key).toEqual(blind.generateKey({ modulusLength: 1024 }, { seed: seedOf(722) }));
    expect(new Set(seen)).toEqual(new Set(["primes", "candidates"]));
    await expectRejected(workers.generateKey({ modulusLength: 1000 }), "invalid-params", "1000");
    await expectRejected(workers.generateKey({ modulusLength: 1024 }, { sed: 1 } as Any), "invalid-params", "seed");
  });

  it("take the issuer's key from this thread, from workers, and as numbers", async () => {
    using there = await rsaWorkers.keyFromComponents(numbers.params, numbers.components());
    for (const source of [numbers, there, { params: numbers.params, components: numbers.components() }]) {
      using issuerKey = await workers.issuerKey(source);
      expect(issuerKey.publicKey.modulus).toBe(numbers.publicKey.modulus);
    }
    await expectRejected(workers.issuerKey(key), "invalid-params", "safe");
    await expectRejected(workers.issuerKey(7 as Any), "invalid-params", "number");
  });
});

describe("a signal", () => {
  it("ends a list at once, and the keys survive in workers that are started again", async () => {
    for (const [suite, issuer] of inWorkers) {
      const { blindedMessage } = await suite.blind(issuer.publicKey, await suite.prepare(info));
      const requests = Array.from({ length: 2000 }, () => blindedMessage);
      const expected = await suite.blindSign(issuer as Any, blindedMessage);
      const reason = new Error("enough");
      const stop = new AbortController();
      const seen: number[] = [];
      const onProgress = ({ done }: { done: number }) => {
        seen.push(done);
        stop.abort(reason);
      };
      const signing = suite.blindSignMany(issuer as Any, requests, { signal: stop.signal, onProgress });
      await expect(signing).rejects.toBe(reason);
      expect(seen[0]).toBeLessThan(2000);
      // Both workers were ended, and new ones get the key from its record.
      expect(await suite.blindSign(issuer as Any, blindedMessage)).toEqual(expected);
      const answers = await suite.blindSignMany(issuer as Any, requests.slice(0, 20));
      expect(answers).toEqual(requests.slice(0, 20).map(() => ({ status: "fulfilled", value: expected })));
    }
  });

  it("ends every other call, also before it begins", async () => {
    const one = await connectBlind(1);
    const issuerKey = await one.issuerKey(numbers);
    const suite = one.suite("RSAPBSSA-SHA384-PSS-Randomized", info);
    const stop = new AbortController();
    const search = one.generateKey(
      { modulusLength: 8192 },
      { signal: stop.signal, onProgress: () => stop.abort("enough") },
    );
    await expect(search).rejects.toBe("enough");
    // The only worker was ended; the next has the key.
    const message = await suite.prepare(info);
    const { blindedMessage, inverse } = await suite.blind(issuerKey.publicKey, message);
    const answer = await suite.blindSign(issuerKey, blindedMessage);
    expect(answer).toEqual(blind.suite(suite.name, info).blindSign(here, blindedMessage));
    const aborted = { signal: AbortSignal.abort("before") };
    const { publicKey } = issuerKey;
    for (const call of [
      () => suite.prepare(info, aborted),
      () => suite.blind(publicKey, message, aborted),
      () => suite.blindMany(publicKey, [message], aborted),
      () => suite.blindSign(issuerKey, blindedMessage, aborted),
      () => suite.finalize(publicKey, message, answer, inverse, aborted),
      () => suite.finalizeMany(publicKey, [], aborted),
      () => suite.verify(publicKey, answer, message, aborted),
      () => suite.verifyMany(publicKey, [], aborted),
      () => one.issuerKey({ params: { variant: "crt", modulusLength: 1024 }, components: {} as Any }, aborted),
      () => one.generateKey({ modulusLength: 1024 }, aborted),
    ]) {
      await expect(call(), String(call)).rejects.toBe("before");
    }
    await one.close();
    await expectRejected(suite.prepare(info), "closed");
    await expectRejected(suite.blindSign(issuerKey, blindedMessage), "closed");
    await expectRejected(one.issuerKey(keyOf(rsa, draft)), "closed");
  });
});

describe("a key in workers", () => {
  it("that is freed completes what runs, and nothing else", async () => {
    const issuers = [await keyThere(740), await workers.issuerKey(numbers)];
    for (const [place, issuer] of issuers.entries()) {
      const [suite] = inWorkers[place] as Sides[number];
      const { blindedMessage } = await suite.blind(issuer.publicKey, info);
      const running = suite.blindSignMany(issuer as Any, new Array(50).fill(blindedMessage));
      issuer.free();
      issuer.free();
      expect(codesOf(await running)).toEqual(new Array(50).fill(undefined));
      await expectRejected(suite.blindSign(issuer, blindedMessage), "use-after-free");
    }
  });

  it("is of these workers", async () => {
    const suite = workers.suite("RSABSSA-SHA384-PSS-Randomized");
    const partial = workers.suite("RSAPBSSA-SHA384-PSS-Randomized", info);
    const request = new Uint8Array(128);
    for (const wrong of [local, issuerKey, key.publicKey, undefined, {}] as Any[]) {
      await expectRejected(
        suite.blindSign(wrong, request),
        "invalid-params",
        "privateKey",
        'connect() of "rsa-variants"',
      );
    }
    for (const wrong of [local, key, here, undefined] as Any[]) {
      await expectRejected(partial.blindSign(wrong, request), "invalid-params", "issuerKey");
    }
  });
});
