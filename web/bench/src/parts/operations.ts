import { checkEqual, randomMessages, repeatOver } from "@rsa-variants/measure";
import { checkResult } from "@rsa-variants/measure/arithmetic/workload";
import { bytesToBigInt, decryptCrt } from "@rsa-variants/measure/tasks/bigint";
import { bare, blindingPeriod } from "@rsa-variants/measure/tasks/guards";
import { toBigIntKey } from "@rsa-variants/measure/tasks/reference-tasks";
import { messagePool } from "@rsa-variants/measure/tasks/task";
import { bigIntToBytes } from "../numbers.ts";
import { crateKey } from "../peers/crates.ts";
import { forgeDecrypt } from "../peers/forge.ts";
import { webCryptoDecrypt, webCryptoSign } from "../peers/webcrypto.ts";
import type { Workshop } from "../workshop.ts";

const lengths = [2048, 3072, 4096];

/** Whole private operations with two primes, all with the same key and, without padding, the same blocks. */
export async function operations(workshop: Workshop): Promise<void> {
  const { rsa } = workshop;
  for (const length of lengths) {
    const key = rsa.generateKey({ variant: "crt", modulusLength: length });
    workshop.atEnd(() => key.free());
    const components = key.components();
    const numbers = toBigIntKey(components);
    const blocks = randomMessages(messagePool, length);
    const values = blocks.map(bytesToBigInt);
    const answers = values.map((value) => decryptCrt(numbers, value));
    const messages = answers.map((answer) => bigIntToBytes(answer, length / 8));
    const checkMessage = (message: Uint8Array, place: number) => checkEqual(message, messages[place] as Uint8Array);

    for (const engine of rsa.engines) {
      await workshop.add(engine, length, () =>
        repeatOver(blocks, (block) => key.decryptRaw(block, { engine, ...bare }), checkMessage),
      );
    }
    // As users call it. Each sample has its share of the random pairs that blinding needs.
    const places = Array.from({ length: blindingPeriod }, (_, index) => index % messagePool);
    await workshop.add(
      "guarded",
      length,
      () =>
        repeatOver(
          [places],
          () => places.map((place) => key.decryptRaw(blocks[place] as Uint8Array)),
          (found) => {
            for (const [index, message] of found.entries()) checkMessage(message, index % messagePool);
          },
        ),
      { operations: blindingPeriod },
    );
    await workshop.add("webcrypto-sign", length, () => webCryptoSign(key));
    await workshop.add("webcrypto-decrypt", length, () => webCryptoDecrypt(key));
    await workshop.add("bigint", length, () =>
      repeatOver(
        values,
        (value) => decryptCrt(numbers, value),
        (answer, place) => checkResult(answer, answers[place]),
      ),
    );
    await workshop.add("rsa-crate", length, async () => {
      const peer = crateKey(await workshop.crates(), length, components);
      workshop.atEnd(() => peer.free());
      return repeatOver(blocks, (block) => peer.decryptRaw(block), checkMessage);
    });
    await workshop.add("node-forge", length, () => forgeDecrypt(components, blocks, messages));
  }
}
