// Runs before each test file: the random numbers of a test follow from TEST_SEED, its file and its name.
import { afterEach, beforeAll, beforeEach, inject, onTestFailed } from "vitest";
import { seedRandomness } from "./randomness.mjs";

declare module "vitest" {
  interface ProvidedContext {
    seed: string;
  }
}

const seed = inject("seed");

function seedFor(what: string): void {
  const text = `${seed} ${what}`;
  seedRandomness(text);
  if (typeof process === "object") Object.assign(process.env, { SEED_OF_CHILDREN: text }); // see seeded-process.mjs
}

seedFor("modules");
// biome-ignore lint/correctness/noEmptyPattern: Vitest demands a pattern
beforeAll(({}, { name }) => seedFor(`before ${name}`));
beforeEach(({ task }) => {
  seedFor(task.fullName);
  // Without it, all runs are the same.
  if (seed !== "") onTestFailed(() => console.error(`To repeat it: TEST_SEED=${seed} npm test -- ${task.file.name}`));
});
afterEach(({ task }) => seedFor(`after ${task.fullName}`));
