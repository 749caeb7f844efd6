// One flipped bit in the memory of a public key, and in the record of a key that waits for its worker. Nothing wrong is released.
import { connect, load, type Rsa, type RsaError } from "rsa-variants";
import { connect as connectBlind } from "rsa-variants/blind";
import { inlineWorker } from "rsa-variants/inline";
import { expect, it } from "vitest";
import { build, madeFrom, memoriesOf, smallParams, toBytes } from "./support.ts";

/** A record of a key on its way to a worker. */
interface Sent {
  readonly target?: { readonly record?: { readonly kind: string } & Record<string, unknown> };
}

/** A worker whose records of keys are changed before they are sent. */
function changing(change: () => ((record: Record<string, unknown>) => void) | undefined) {
  return () => {
    const worker = inlineWorker();
    const post = worker.postMessage.bind(worker) as (message: Sent, transfer: unknown) => void;
    worker.postMessage = (message: Sent, transfer: unknown) => {
      const changed = change();
      if (message.target?.record === undefined || changed === undefined) return post(message, transfer);
      const copy = structuredClone(message);
      changed(copy.target?.record as Record<string, unknown>);
      post(copy, transfer);
    };
    return worker;
  };
}

/** Every number and every list of numbers in a record, as a place that can be changed. */
function placesIn(value: object, path: readonly string[] = []): (readonly string[])[] {
  return Object.entries(value).flatMap(([name, member]) => {
    if (typeof member === "object" && member !== null) return placesIn(member, [...path, name]);
    return typeof member === "bigint" || typeof member === "number" ? [[...path, name]] : [];
  });
}

/** What a worker does not use: other places of a record have the same numbers. */
const unused = /^publicKeys|^modulusLength|^components\.publicExponent$/;

function flip(record: Record<string, unknown>, path: readonly string[], bit: number): void {
  const object = path.slice(0, -1).reduce((part, name) => part[name] as Record<string, unknown>, record);
  const name = path.at(-1) as string;
  const value = object[name];
  object[name] = typeof value === "bigint" ? value ^ (1n << BigInt(bit)) : (value as number) ^ (1 << (bit % 4));
}

it.each(smallParams)("a changed record of a $variant key is refused in the worker", async (params) => {
  let change: ((record: Record<string, unknown>) => void) | undefined;
  let record: { readonly kind?: string } = {};
  const pool = await connect({ build, workers: 1, worker: changing(() => change) });
  const key = await pool.generateKey(params, madeFrom(140));
  const ciphertext = await key.publicKey.encryptRaw(new Uint8Array([7]));
  /** Ends the worker, so that the next call sends the record to another. */
  const endWorker = async () => {
    change = undefined;
    await new Promise((resolve) => setTimeout(resolve)); // what the worker did before is over, so that the abort meets the call in it
    const controller = new AbortController();
    const running = pool.modPow(2n, 3n, 5n, { signal: controller.signal });
    controller.abort();
    await expect(running).rejects.toBeDefined();
  };
  const uses: [name: string, call: () => Promise<unknown>][] = [
    ["private", () => key.decryptRaw(ciphertext)],
    ["public", () => key.publicKey.encryptRaw(new Uint8Array([7]))],
  ];
  for (const [kind, call] of uses) {
    await endWorker();
    change = (sent) => {
      record = structuredClone(sent);
    };
    await call();
    expect(record.kind).toBe(kind);
    const used = placesIn(record).filter((path) => !unused.test(path.join(".")));
    expect(used.length).toBeGreaterThanOrEqual(3);
    for (const [index, path] of used.entries()) {
      await endWorker();
      change = (sent) => flip(sent, path, (13 * index) % 60);
      const error = await call().then(
        () => expect.fail(`${kind} ${path.join(".")} was accepted`),
        (error: RsaError) => error,
      );
      expect(["fault-detected", "invalid-params", "inconsistent-key"], `${path.join(".")}: ${error.message}`).toContain(
        error.code,
      );
    }
  }
  await pool.close();
});

it("a changed record of an issuer's key is refused or changes nothing", async () => {
  let change: ((record: Record<string, unknown>) => void) | undefined;
  const paths = [
    ["components", "modulus"],
    ["components", "privateExponent"],
    ...["primes", "crtExponents", "crtCoefficients"].flatMap((name) =>
      ["0", "1"].map((at) => ["components", name, at]),
    ),
  ].filter((path) => path.join() !== "components,crtCoefficients,1");
  const made = await connectBlind({ workers: 1 });
  const numbers = await made.generateKey({ modulusLength: 1024 }, { seed: new Uint8Array([1]) });
  const suite = made.suite("RSAPBSSA-SHA384-PSSZERO-Deterministic", new Uint8Array([12]));
  const message = new Uint8Array([1]);
  for (const path of paths) {
    const pool = await connectBlind({ workers: 1, worker: changing(() => change) });
    change = (sent) => flip(sent, path, 7);
    const issuerKey = await pool.issuerKey(numbers).catch((error: RsaError) => error.code);
    if (typeof issuerKey !== "string") {
      const { publicKey } = issuerKey;
      const { blindedMessage, inverse } = await suite.blind(publicKey, message);
      const issuing = pool.suite("RSAPBSSA-SHA384-PSSZERO-Deterministic", new Uint8Array([12]));
      const answer = await issuing.blindSign(issuerKey, blindedMessage);
      const signature = await suite.finalize(publicKey, message, answer, inverse);
      expect(await suite.verify(publicKey, signature, message), path.join(".")).toBe(true);
    }
    change = undefined;
    await pool.close();
  }
  await made.close();
});

it("a public key whose exponent or modulus has changed in memory is refused", async () => {
  let loaded: Rsa | undefined;
  const [memory] = await memoriesOf("build", async () => {
    loaded = await load({ build });
  });
  const rsa = loaded as Rsa;
  const made = rsa.generateKey({ variant: "crt", modulusLength: 1024 }, madeFrom(141));
  const { modulus, publicExponent } = made.publicKey;
  made.free();
  const key = rsa.publicKey(modulus, publicExponent);
  const message = toBytes(modulus / 3n, 128);
  const right = key.encryptRaw(message).join();
  // The encoded message, which is its own signature if e = 1.
  const digest = new Uint8Array(32).fill(7);
  const info = Uint8Array.from([48, 49, 48, 13, 6, 9, 96, 134, 72, 1, 101, 3, 4, 2, 1, 5, 0, 4, 32]);
  const forged = new Uint8Array(128).fill(0xff);
  forged.set([0, 1]);
  forged.set([0, ...info, ...digest], 128 - 33 - info.length);
  const words = () => new Uint32Array((memory as WebAssembly.Memory).buffer);
  const lowest = Number(modulus & 0xffff_ffffn);
  const places = words().reduce<number[]>((found, word, place) => {
    if (word === 65537 || word === lowest) found.push(place);
    return found;
  }, []);
  expect(places.length).toBeGreaterThan(1);
  let refused = 0;
  for (const place of places) {
    for (const bit of [0, 1, 7, 15, 16, 17, 31]) {
      words()[place] = (words()[place] as number) ^ (1 << bit);
      try {
        expect(key.encryptRaw(message).join()).toBe(right);
      } catch (error) {
        if ((error as RsaError).code !== "fault-detected") throw error;
        refused++;
      }
      const isForged = () => key.verifyDigest({ name: "RSASSA-PKCS1-v1_5", hash: "SHA-256" }, forged, digest);
      try {
        expect(isForged()).toBe(false);
      } catch (error) {
        if ((error as RsaError).code !== "fault-detected") throw error;
      }
      words()[place] = (words()[place] as number) ^ (1 << bit);
    }
  }
  expect(refused).toBeGreaterThanOrEqual(14);
  expect(key.encryptRaw(message).join()).toBe(right);
  key.free();
});
