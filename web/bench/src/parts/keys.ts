import { repeatOneByOne, repeatOver } from "@rsa-variants/measure";
import { bytesToBigInt, modPowBinary } from "@rsa-variants/measure/tasks/bigint";
import { connect } from "rsa-variants";
import { bigIntToBytes } from "../numbers.ts";
import { forgeKey, forgeKeyNumbers } from "../peers/forge.ts";
import { webCryptoKeys } from "../peers/webcrypto.ts";
import { powerOf } from "../powers.ts";
import type { Workshop } from "../workshop.ts";

const length = 2048;
const publicExponent = 65537n;
const message = 0x6d657373616765n;

/** For several workers: their messages must not matter. */
const longLength = 4096;

/**
 * New keys with two primes and e = 65537. Each must decrypt a message that was encrypted outside its library. Keys of 4096 bits
 * are made by one worker and by two.
 */
export async function keys(workshop: Workshop): Promise<void> {
  const { rsa } = workshop;
  await workshop.add("rsa-variants", length, () =>
    repeatOver(
      [{ variant: "crt", modulusLength: length, publicExponent } as const],
      (params) => rsa.generateKey(params),
      (key) => {
        checkKey(key.publicKey.modulus, (ciphertext) => bytesToBigInt(key.decryptRaw(ciphertext)));
        key.free();
      },
    ),
  );
  await workshop.add("webcrypto", length, () => webCryptoKeys(length));
  await workshop.add(
    "rsa-crate",
    length,
    async () => {
      const crates = await workshop.crates();
      return repeatOver(
        [32],
        (bytes) => crates.RsaKey.generate(length, crypto.getRandomValues(new Uint8Array(bytes))),
        (key) => {
          checkKey(bytesToBigInt(key.modulus()), (ciphertext) => bytesToBigInt(key.decryptRaw(ciphertext)));
          key.free();
        },
      );
    },
    { everyRounds: 2 },
  );
  await workshop.add(
    "node-forge",
    length,
    () =>
      repeatOver([length], forgeKey, (key) => {
        const { modulus, privateExponent } = forgeKeyNumbers(key);
        checkKey(modulus, (ciphertext) =>
          powerOf({ base: bytesToBigInt(ciphertext), exponent: privateExponent, modulus }),
        );
      }),
    { everyRounds: 5 },
  );
  for (const workers of [1, 2]) {
    await workshop.add(`searching-${workers}`, longLength, async () => {
      const pool = await connect({ workers });
      workshop.atEnd(() => pool.close());
      await Promise.all(Array.from({ length: workers }, () => pool.modPow(2n, 3n, 5n))); // starts all workers
      return repeatOneByOne(
        [{ variant: "crt", modulusLength: longLength, publicExponent } as const],
        (params) => pool.generateKey(params),
        (key) => {
          // The worker has tested the key.
          if (key.publicKey.modulus.toString(2).length !== longLength) throw new Error("a new key has another length");
          key.free();
        },
      );
    });
  }
}

function checkKey(modulus: bigint, decrypt: (ciphertext: Uint8Array) => bigint): void {
  const ciphertext = bigIntToBytes(modPowBinary(message, publicExponent, modulus), length / 8);
  if (decrypt(ciphertext) !== message) throw new Error("a new key does not decrypt");
}
