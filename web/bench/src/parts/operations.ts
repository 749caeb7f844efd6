import { checkEqual, randomMessages, repeatOver } from "@rsa-variants/measure";
import { checkResult } from "@rsa-variants/measure/arithmetic/workload";
import { bytesToBigInt, decryptCrt, toBigIntKey } from "@rsa-variants/measure/tasks/bigint";
import { bare, blindingPeriod } from "@rsa-variants/measure/tasks/guards";
import { messagePool } from "@rsa-variants/measure/tasks/task";
import { bigIntToBytes } from "../numbers.ts";
import { crateKey } from "../peers/crates.ts";
import { forgeDecrypt } from "../peers/forge.ts";
import { encryption, shortMessages, signing, webCryptoDecrypt, webCryptoSign } from "../peers/webcrypto.ts";
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
    const guarded = (name: string, call: (place: number) => Uint8Array, expected: readonly Uint8Array[]) => {
      const check = (found: readonly Uint8Array[]) => {
        for (const [index, each] of found.entries()) checkEqual(each, expected[index % messagePool] as Uint8Array);
      };
      const repeat = () => repeatOver([places], () => places.map(call), check);
      return workshop.add(name, length, repeat, { operations: blindingPeriod });
    };
    await guarded("guarded", (place) => key.decryptRaw(blocks[place] as Uint8Array), messages);
    const texts = shortMessages();
    const ciphertexts = texts.map((text) => key.publicKey.encrypt(encryption, text));
    const signatures = texts.map((text) => key.sign(signing, text));
    await guarded("own-decrypt", (place) => key.decrypt(encryption, ciphertexts[place] as Uint8Array), texts);
    await guarded("own-sign", (place) => key.sign(signing, texts[place] as Uint8Array), signatures);
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
