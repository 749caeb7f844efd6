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
  return [
    ...engines.flatMap((engine) => [
      ...Object.keys(specials).map((special) => raw(rsa, special, engine)),
      ...["fixed", "multiple"].map((special) => guarded(rsa, special, engine)),
      ...mistakePairs.map((pair) => oaepFailure(rsa, pair, engine)),
      ...["type", "separator"].map((wrong) => implicitRejection(rsa, wrong, engine)),
    ]),
    earlyExit(rsa),
    squareAndMultiply(rsa),
  ];
}

function makeKey(rsa, modulusLength) {
  return rsa.generateKey({ variant: "crt", modulusLength }, { allowBroken: true, seed });
}

/** Makes ciphertexts of both classes: special and random ones. */
function ciphertexts(key, special) {
  const components = key.components();
  const numbers = specials[special].numbers(components);
  const length = key.params.modulusLength / 8;
  return (second) => toBytes(second ? randomBetween(0n, components.modulus) : numbers(), length);
}

/** The private operation of RFC 8017, without guards. */
function raw(rsa, special, engine) {
  return privateOperation(rsa, special, { engine, ...bare }, { part: "raw", text: "bare" });
}

/** The private operation with blinding and fault check. */
function guarded(rsa, special, engine) {
  return privateOperation(rsa, special, { engine }, { part: "guarded", text: "guarded" });
}

function privateOperation(rsa, special, options, { part, text }) {
  const { engine } = options;
  return {
    name: `${part}-${special}-${engine}`,
    part,
    operation: `private operation, ${text}, n 2048, \`${engine}\``,
    classes: [specials[special].text, "random ciphertexts"],
    subject: () => {
      const key = makeKey(rsa, 2048);
      return {
        inputLength: 256,
        prepare: ciphertexts(key, special),
        operation: (block) => key.decryptRaw(block, options),
      };
    },
  };
}

/** Makes ciphertexts of encoded messages with either mistake. */
function mistaken(key, [first, second]) {
  const length = key.params.modulusLength / 8;
  return (isSecond) => key.publicKey.encryptRaw(encode(isSecond ? second : first, length));
}

/** A decryption that OAEP refuses. */
function oaepFailure(rsa, pair, engine) {
  return {
    name: `oaep-${pair.join("-")}-${engine}`,
    part: "oaep",
    operation: `OAEP decryption that fails, n 1024, \`${engine}\``,
    classes: pair.map((mistake) => mistakes[mistake]),
    subject: () => {
      const key = makeKey(rsa, 1024);
      return { inputLength: 128, prepare: mistaken(key, pair), operation: (block) => refused(key, block, engine) };
    },
  };
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

/** A PKCS #1 v1.5 decryption, which never fails. */
function implicitRejection(rsa, wrong, engine) {
  const { encodings } = pkcs1v15;
  return {
    name: `pkcs1v15-${wrong}-${engine}`,
    part: "pkcs1v15",
    operation: `PKCS #1 v1.5 decryption, n 1024, \`${engine}\``,
    classes: [encodings.right, encodings[wrong]],
    subject: () => {
      const key = makeKey(rsa, 1024);
      return {
        inputLength: 128,
        prepare: (second) => key.publicKey.encryptRaw(pkcs1v15.encode(second ? wrong : "right", 128)),
        operation: (block) => key.decrypt({ name: "RSAES-PKCS1-v1_5" }, block, { engine }),
      };
    },
  };
}

/** A control: a check of OAEP that returns early, after the private operation. */
function earlyExit(rsa) {
  const pair = ["first-byte", "label-hash"];
  return {
    name: "control-early-exit",
    part: "control",
    operation: "OAEP decryption with an early exit, n 1024",
    classes: pair.map((mistake) => mistakes[mistake]),
    subject: () => {
      const key = makeKey(rsa, 1024);
      return {
        inputLength: 128,
        prepare: mistaken(key, pair),
        operation: (block) => decodeWithEarlyExit(key.decryptRaw(block, { engine: "scalar", ...bare })),
      };
    },
  };
}

/** A control: square and multiply with a branch, on JavaScript numbers. */
function squareAndMultiply(rsa) {
  return {
    name: "control-bigint",
    part: "control",
    operation: "square and multiply on BigInt, 512 bits",
    classes: ["exponent of two ones", "exponent of only ones"],
    subject: () => {
      const [modulus] = makeKey(rsa, 1024).components().primes;
      const exponents = [(1n << 511n) + 1n, (1n << 512n) - 1n];
      return {
        inputLength: 128,
        prepare: (second) =>
          Buffer.concat([toBytes(randomBetween(1n, modulus), 64), toBytes(exponents[second ? 1 : 0], 64)]),
        operation: (input) => power(toNumber(input.subarray(0, 64)), toNumber(input.subarray(64)), modulus),
      };
    },
  };
}

function power(base, exponent, modulus) {
  let result = 1n;
  for (const bit of exponent.toString(2)) {
    result = (result * result) % modulus;
    if (bit === "1") result = (result * base) % modulus;
  }
  return result;
}
