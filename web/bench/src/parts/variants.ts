import { buildRequest } from "@rsa-variants/measure/plan/resolve";
import { prepareVariant } from "@rsa-variants/measure/tasks/variant-tasks";
import type { Engine } from "rsa-variants";
import { webCryptoSign } from "../peers/webcrypto.ts";
import { variantSelections } from "../selections.ts";
import type { Workshop } from "../workshop.ts";

/** The private operation of every variant with the fastest engine, compared with the browser's own RSA of the same length. */
export async function variants(workshop: Workshop): Promise<void> {
  const { rsa } = workshop;
  const engine = rsa.engines[0] as Engine;
  for (const selection of variantSelections) {
    const length = selection.modulusLength;
    for (const request of buildRequest(selection, "table").lengths.flatMap(({ keys }) => keys)) {
      const { variant, batchSize } = request.params;
      await workshop.add(
        variant,
        length,
        () => {
          const prepared = prepareVariant(
            rsa,
            request,
            { engines: [engine], guards: "none" },
            () => performance.now(),
            () => {},
          );
          workshop.atEnd(() => prepared.free());
          const task = prepared.tasks.find(({ operation }) => operation === "decrypt");
          if (task === undefined) throw new Error(`${variant} has no private operation`);
          return task;
        },
        { operations: batchSize ?? 1 },
      );
    }
    const key = rsa.generateKey({ variant: "crt", modulusLength: length });
    workshop.atEnd(() => key.free());
    await workshop.add("webcrypto-sign", length, () => webCryptoSign(key));
  }
}
