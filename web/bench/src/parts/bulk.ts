import { checkEqual, randomMessages, repeatOneByOne, repeatOver } from "@rsa-variants/measure";
import { bare } from "@rsa-variants/measure/tasks/guards";
import { connect } from "rsa-variants";
import type { Workshop } from "../workshop.ts";

const length = 2048;
const messageCount = 64;

/** Many private operations with one key: in one call each, in one call for all, and distributed over workers. */
export async function bulk(workshop: Workshop): Promise<void> {
  const { rsa } = workshop;
  const params = { variant: "crt", modulusLength: length } as const;
  const key = rsa.generateKey(params);
  workshop.atEnd(() => key.free());
  const messages = randomMessages(messageCount, length);
  const ciphertexts = messages.map((message) => key.publicKey.encryptRaw(message));
  const checkAll = (found: readonly Uint8Array[]) => {
    for (const [index, message] of messages.entries()) checkEqual(found[index] as Uint8Array, message);
  };
  const operations = { operations: messageCount };
  await workshop.add(
    "one-by-one",
    length,
    () => repeatOver([ciphertexts], (blocks) => blocks.map((block) => key.decryptRaw(block, bare)), checkAll),
    operations,
  );
  await workshop.add(
    "one-call",
    length,
    () => repeatOver([ciphertexts], (blocks) => key.decryptRawMany(blocks, bare), checkAll),
    operations,
  );
  for (const workers of [1, 2]) {
    await workshop.add(
      `workers-${workers}`,
      length,
      async () => {
        const pool = await connect({ workers });
        workshop.atEnd(() => pool.close());
        const shared = await pool.keyFromComponents(params, key.components());
        return repeatOneByOne([ciphertexts], (blocks) => shared.decryptRawMany(blocks, bare), checkAll);
      },
      operations,
    );
  }
}
