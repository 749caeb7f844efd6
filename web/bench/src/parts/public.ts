import { checkEqual, randomMessages, repeatOver } from "@rsa-variants/measure";
import { checkResult } from "@rsa-variants/measure/arithmetic/workload";
import { bytesToBigInt, modPowBinary } from "@rsa-variants/measure/tasks/bigint";
import { messagePool } from "@rsa-variants/measure/tasks/task";
import { bigIntToBytes } from "../numbers.ts";
import { webCryptoVerify } from "../peers/webcrypto.ts";
import type { Workshop } from "../workshop.ts";

const lengths = [2048, 3072, 4096];

/** The public operation with e = 65537, all with the same key and, without padding, the same blocks. */
export async function publicOperations(workshop: Workshop): Promise<void> {
  const { rsa } = workshop;
  for (const length of lengths) {
    const key = rsa.generateKey({ variant: "crt", modulusLength: length });
    workshop.atEnd(() => key.free());
    const { publicKey } = key;
    const { modulus, publicExponent } = publicKey;
    const blocks = randomMessages(messagePool, length);
    const values = blocks.map(bytesToBigInt);
    const answers = values.map((value) => modPowBinary(value, publicExponent, modulus));
    const ciphertexts = answers.map((answer) => bigIntToBytes(answer, length / 8));

    for (const engine of rsa.engines) {
      await workshop.add(engine, length, () =>
        repeatOver(
          blocks,
          (block) => publicKey.encryptRaw(block, { engine }),
          (ciphertext, place) => checkEqual(ciphertext, ciphertexts[place] as Uint8Array),
        ),
      );
    }
    await workshop.add("webcrypto-verify", length, () => webCryptoVerify(key));
    await workshop.add("bigint", length, () =>
      repeatOver(
        values,
        (value) => modPowBinary(value, publicExponent, modulus),
        (answer, place) => checkResult(answer, answers[place]),
      ),
    );
  }
}
