// Node loads this first in the processes and threads that tests start (NODE_OPTIONS in vitest.config.mjs).
import { threadId } from "node:worker_threads";
import { seedRandomness } from "./randomness.mjs";

seedRandomness(`${process.env.SEED_OF_CHILDREN} ${threadId}`);
