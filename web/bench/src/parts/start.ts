import { randomMessages } from "@rsa-variants/measure";
import { messagePool } from "@rsa-variants/measure/tasks/task";
import { ended, startWorker } from "@rsa-variants/measure/worker-client";
import { builds } from "rsa-variants";
import { moments, type StartEvent, type StartRequest, type StartTimes } from "../start-protocol.ts";
import type { Workshop } from "../workshop.ts";

const length = 2048;

/**
 * From the call that loads a program to its first private operation, to its hundredth, and one of the hundred after: what
 * compiling and optimizing take. Every sample of a moment is of another worker; one worker gives a sample of each.
 */
export async function start(workshop: Workshop): Promise<void> {
  const { rsa } = workshop;
  const key = rsa.generateKey({ variant: "crt", modulusLength: length });
  workshop.atEnd(() => key.free());
  const messages = randomMessages(messagePool, length);
  const ciphertexts = messages.map((message) => key.publicKey.encryptRaw(message));
  const components = key.components();
  const ownBuilds = builds.slice(builds.indexOf(rsa.build)); // the fastest that runs here, and all slower ones
  for (const program of [...ownBuilds, "gmp-wasm", "bigint"] as const) {
    const starts: Promise<StartTimes>[] = [];
    for (const moment of moments) {
      let used = 0;
      const time = async () => {
        starts[used] ??= startOnce({ program, components, ciphertexts, messages });
        return (await (starts[used++] as Promise<StartTimes>))[moment];
      };
      await workshop.add(`${program}, ${moment}`, length, () => ({ time }));
    }
  }
}

async function startOnce(request: StartRequest): Promise<StartTimes> {
  const script = new URL("../start-worker.ts", import.meta.url);
  let times: StartTimes | undefined;
  await ended<StartEvent>(
    (onEvent) => startWorker(() => new Worker(script, { type: "module", name: request.program }), request, onEvent),
    (event) => {
      ({ times } = event);
    },
  );
  return times as unknown as StartTimes;
}
