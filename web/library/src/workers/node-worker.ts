// Entry of a worker thread in Node.
import { parentPort } from "node:worker_threads";
import { RsaError } from "../errors.js";
import type { ToWorker } from "./protocol.js";
import { serve } from "./serve.js";

const port = parentPort;
if (port === null) throw new RsaError("worker-failed", "this file is started by connect(), not by itself");
const receive = serve((message) => port.postMessage(message));
port.on("message", (message: ToWorker) => receive(message));
