import { load } from "modular-powers";
import { type WorkerError, workerError } from "../worker-client.ts";
import type { ArithmeticEvent } from "./protocol.ts";
import { measureArithmetic } from "./session.ts";

/** Measures every job when it is asked to, and sends each figure at once. */
const emit = (event: ArithmeticEvent | WorkerError): void => postMessage(event);

addEventListener("message", async () => {
  try {
    await measureArithmetic(await load(), () => performance.now(), emit);
    emit({ type: "done" });
  } catch (error) {
    emit(workerError(error));
  }
});
