// Entry of a worker thread in Node.
import { parentPort } from "node:worker_threads";
import { RsaError } from "../errors.js";
import type { ToWorker } from "./protocol.js";
import { type RsaStart, serveRsa } from "./rsa-worker.js";

const port = parentPort;
if (port === null) throw new RsaError("worker-failed", "this file is a worker: connect() starts it");
const receive = serveRsa((message, transfer) => port.postMessage(message, transfer));
port.on("message", (message: ToWorker<RsaStart>) => receive(message));
