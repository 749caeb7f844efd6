// The tests that are timed in Node.
import { load } from "rsa-variants";
import { randomBetween, toBytes, toNumber } from "./numbers.mjs";
import { decodeWithEarlyExit, encode, mistakes } from "./oaep.mjs";
import * as pkcs1v15 from "./pkcs1v15.mjs";

/** Without the guards, which are on by default. */
const bare = { blinding: false, faultCheck: false };

/** A seed for keys, the same in every run. */
const seed = new TextEncoder().encode("a seed made for timing alone....");

/** The ciphertexts to compare with random ones; numbers: makes them from the key. */
const specials = {
  fixed: { text: "one ciphertext", numbers: ({ modulus }) => constant(randomBetween(0n, modulus)) },
  one: { text: "the ciphertext 1", numbers: () => constant(1n) },
  multiple: {
    text: "multiples of p",
    numbers:
      ({ primes: [p, q] }) =>
      () =>
        p * randomBetween(1n, q),
  },
};

/** The pairs of mistakes in encoded messages that OAEP must refuse in the same time. */
const mistakePairs = [
  ["first-byte", "label-hash"],
  ["first-byte", "separator"],
  ["label-hash", "separator"],
];

function constant(value) {
  return () => value;
}

/**
 * Every test, in the order of the report; `subject` makes its key. Tests of the part `control` leak and must be caught.
 * @returns {Promise<readonly {
 *   name: string, part: string, operation: string, classes: readonly string[], subject: () => object,
 * }[]>}
 */
export async function catalogue() {
  const [rsa, short] = await Promise.all([load(), load({ build: "simd" })]);
  /** What is timed: an engine of a build, and what the report and the names of tests call it. */
  const kinds = [{ rsa, engine: "scalar", title: "`scalar`", suffix: "scalar" }];
  if (rsa.build === "relaxed-simd") kinds.push({ rsa, engine: "lanes", title: "`lanes`", suffix: "lanes" });
  kinds.push({ rsa: short, engine: "lanes", title: "`lanes`, short limbs", suffix: "short" });

  /** A test with a key of this length, for which `make` makes the rest of the subject. */
  const test = (rsa, name, operation, classes, modulusLength, make) => ({
    name,
    part: name.split("-")[0],
    operation,
    classes,
    subject: () => {
      const key = rsa.generateKey({ variant: "crt", modulusLength }, { allowBroken: true, seed });
      return { inputLength: modulusLength / 8, ...make(key, modulusLength / 8) };
    },
  });

  /** The private operation of RFC 8017, without guards (raw), or with blinding and fault check (guarded). */
  const privateOperation = (part, special, { rsa, engine, title, suffix }) => {
    const operation = `private operation, ${part === "raw" ? "bare" : part}, n 2048, ${title}`;
    const options = { engine, ...(part === "raw" ? bare : {}) };
    const classes = [specials[special].text, "random ciphertexts"];
    return test(rsa, `${part}-${special}-${suffix}`, operation, classes, 2048, (key) => ({
      prepare: ciphertexts(key, special),
      operation: (block) => key.decryptRaw(block, options),
    }));
  };

  /** A decryption that OAEP refuses, or another one of such messages. */
  const oaepFailure = (rsa, name, title, pair, operation) => {
    const classes = pair.map((mistake) => mistakes[mistake]);
    return test(rsa, name, title, classes, 1024, (key, length) => ({
      prepare: (isSecond) => key.publicKey.encryptRaw(encode(pair[isSecond ? 1 : 0], length)),
      operation: (block) => operation(key, block),
    }));
  };

  return [
    ...kinds.flatMap((kind) => [
      ...Object.keys(specials).map((special) => privateOperation("raw", special, kind)),
      ...["fixed", "multiple"].map((special) => privateOperation("guarded", special, kind)),
      ...mistakePairs.map((pair) => {
        const title = `OAEP decryption that fails, n 1024, ${kind.title}`;
        return oaepFailure(kind.rsa, `oaep-${pair.join("-")}-${kind.suffix}`, title, pair, (key, block) =>
          refused(key, block, kind.engine),
        );
      }),
      // PKCS #1 v1.5 decryption never fails.
      ...["type", "separator"].map((wrong) => {
        const classes = [pkcs1v15.encodings.right, pkcs1v15.encodings[wrong]];
        const title = `PKCS #1 v1.5 decryption, n 1024, ${kind.title}`;
        return test(kind.rsa, `pkcs1v15-${wrong}-${kind.suffix}`, title, classes, 1024, (key, length) => ({
          prepare: (second) => key.publicKey.encryptRaw(pkcs1v15.encode(second ? wrong : "right", length)),
          operation: (block) => key.decrypt({ name: "RSAES-PKCS1-v1_5" }, block, { engine: kind.engine }),
        }));
      }),
    ]),
    // Controls: a check of OAEP that returns early, after the private operation,
    oaepFailure(
      rsa,
      "control-early-exit",
      "OAEP decryption with an early exit, n 1024",
      mistakePairs[0],
      (key, block) => decodeWithEarlyExit(key.decryptRaw(block, { engine: "scalar", ...bare })),
    ),
    // and square and multiply with a branch, on JavaScript numbers.
    test(
      rsa,
      "control-bigint",
      "square and multiply on BigInt, 512 bits",
      ["exponent of two ones", "exponent of only ones"],
      1024,
      (key) => {
        const [modulus] = key.components().primes;
        const exponents = [(1n << 511n) + 1n, (1n << 512n) - 1n];
        return {
          prepare: (second) =>
            Buffer.concat([toBytes(randomBetween(1n, modulus), 64), toBytes(exponents[second ? 1 : 0], 64)]),
          operation: (input) => power(toNumber(input.subarray(0, 64)), toNumber(input.subarray(64)), modulus),
        };
      },
    ),
  ];
}

/** Makes ciphertexts of both classes: special and random ones. */
function ciphertexts(key, special) {
  const components = key.components();
  const numbers = specials[special].numbers(components);
  const length = key.params.modulusLength / 8;
  return (second) => toBytes(second ? randomBetween(0n, components.modulus) : numbers(), length);
}

/** Returns the error of a failed decryption; making the error is part of the timed operation. */
function refused(key, block, engine) {
  try {
    key.decrypt({ name: "RSA-OAEP", hash: "SHA-256" }, block, { engine });
  } catch (error) {
    return error;
  }
  throw new Error("OAEP accepted an invalid encoded message");
}

function power(base, exponent, modulus) {
  let result = 1n;
  for (const bit of exponent.toString(2)) {
    result = (result * result) % modulus;
    if (bit === "1") result = (result * base) % modulus;
  }
  return result;
}
