import { load } from "modular-powers";
import { answerRequests } from "../worker-client.ts";
import type { ArithmeticEvent } from "./protocol.ts";
import { measureArithmetic } from "./session.ts";

/** Measures every job when it is asked to, and sends each figure at once. */
answerRequests<unknown, ArithmeticEvent>(async (_, emit) =>
  measureArithmetic(await load(), () => performance.now(), emit),
);
