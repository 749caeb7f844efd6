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
  const rsa = await load();
  const engines = [...new Set(["scalar", rsa.engines[0]])];

  /** A test with a key of this length, for which `make` makes the rest of the subject. */
  const test = (name, operation, classes, modulusLength, make) => ({
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
  const privateOperation = (part, special, engine) => {
    const title = `private operation, ${part === "raw" ? "bare" : part}, n 2048, \`${engine}\``;
    const options = { engine, ...(part === "raw" ? bare : {}) };
    return test(`${part}-${special}-${engine}`, title, [specials[special].text, "random ciphertexts"], 2048, (key) => ({
      prepare: ciphertexts(key, special),
      operation: (block) => key.decryptRaw(block, options),
    }));
  };

  /** A decryption that OAEP refuses, or another one of such messages. */
  const oaepFailure = (name, title, pair, operation) => {
    const classes = pair.map((mistake) => mistakes[mistake]);
    return test(name, title, classes, 1024, (key, length) => ({
      prepare: (isSecond) => key.publicKey.encryptRaw(encode(pair[isSecond ? 1 : 0], length)),
      operation: (block) => operation(key, block),
    }));
  };

  return [
    ...engines.flatMap((engine) => [
      ...Object.keys(specials).map((special) => privateOperation("raw", special, engine)),
      ...["fixed", "multiple"].map((special) => privateOperation("guarded", special, engine)),
      ...mistakePairs.map((pair) => {
        const title = `OAEP decryption that fails, n 1024, \`${engine}\``;
        return oaepFailure(`oaep-${pair.join("-")}-${engine}`, title, pair, (key, block) =>
          refused(key, block, engine),
        );
      }),
      // PKCS #1 v1.5 decryption never fails.
      ...["type", "separator"].map((wrong) => {
        const classes = [pkcs1v15.encodings.right, pkcs1v15.encodings[wrong]];
        const title = `PKCS #1 v1.5 decryption, n 1024, \`${engine}\``;
        return test(`pkcs1v15-${wrong}-${engine}`, title, classes, 1024, (key, length) => ({
          prepare: (second) => key.publicKey.encryptRaw(pkcs1v15.encode(second ? wrong : "right", length)),
          operation: (block) => key.decrypt({ name: "RSAES-PKCS1-v1_5" }, block, { engine }),
        }));
      }),
    ]),
    // Controls: a check of OAEP that returns early, after the private operation,
    oaepFailure("control-early-exit", "OAEP decryption with an early exit, n 1024", mistakePairs[0], (key, block) =>
      decodeWithEarlyExit(key.decryptRaw(block, { engine: "scalar", ...bare })),
    ),
    // and square and multiply with a branch, on JavaScript numbers.
    test(
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
