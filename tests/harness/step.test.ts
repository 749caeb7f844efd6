import { existsSync } from "node:fs";
import { mkdtemp, rm, symlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join, relative } from "node:path";
import { setImmediate } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { isUpToDate, step, together } from "../../scripts/lib/step.mjs";

const root = fileURLToPath(new URL("../..", import.meta.url));
let folder: string;
/** Contains the process id, because several runs may share the folder of stamps. */
const name = `test of steps ${process.pid}`;
const stamp = join(root, ".cache", `${name.replaceAll(" ", "-")}.stamp`);

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), "steps-"));
  await writeFile(join(folder, "input"), "1");
  vi.spyOn(console, "log").mockImplementation(() => {});
});

afterEach(async () => {
  vi.restoreAllMocks();
  await rm(folder, { recursive: true });
  await rm(stamp, { force: true });
});

/** Does the step with these values; returns whether there was anything to do. */
async function done({ values, suffices }: { values?: unknown; suffices?: unknown } = {}) {
  const work = vi.fn(async () => writeFile(join(folder, "output"), ""));
  const inside = (file: string) => relative(root, join(folder, file));
  await step({ name, inputs: [inside("input")], values, suffices, outputs: [inside("output")], work });
  return work.mock.calls.length === 1;
}

test("a step is done once, and again after a change of its input, its values or the loss of its output", async () => {
  expect(await done()).toBe(true);
  expect(await done()).toBe(false);
  await writeFile(join(folder, "input"), "2");
  expect(await done()).toBe(true);
  expect(await done({ values: 1 })).toBe(true);
  expect(await done({ values: 1 })).toBe(false);
  await rm(join(folder, "output"));
  expect(await done({ values: 1 })).toBe(true);
});

test("a step whose input disappears while it is read is not up to date", async () => {
  const [inputs = "", output = ""] = [".", "output"].map((file) => relative(root, join(folder, file)));
  const one = { name, inputs: [inputs], outputs: [output], work: () => writeFile(join(folder, "output"), "") };
  await step(one);
  await symlink(join(folder, "gone"), join(folder, "link"));
  expect(await isUpToDate(one)).toBe(false);
});

test("a failed step is repeated", async () => {
  expect(await done()).toBe(true);
  await writeFile(join(folder, "input"), "2");
  const broken = () => Promise.reject(new Error("broken"));
  const input = relative(root, join(folder, "input"));
  await expect(step({ name, inputs: [input], outputs: [], work: broken })).rejects.toThrow("broken");
  expect(existsSync(stamp)).toBe(false);
  expect(await done()).toBe(true);
});

test("a missing input is refused, unless it is optional", async () => {
  const [missing = "", output = ""] = ["missing", "output"].map((file) => relative(root, join(folder, file)));
  const work = vi.fn(async () => writeFile(join(folder, "output"), ""));
  await expect(step({ name, inputs: [missing], outputs: [output], work })).rejects.toThrow("ENOENT");
  const one = { name, inputs: [], optional: [missing], outputs: [output], work };
  const changes = [() => {}, () => writeFile(join(folder, "missing"), ""), () => rm(join(folder, "missing"))];
  for (const [index, change] of changes.entries()) {
    await change();
    await step(one);
    await step(one);
    expect(work).toHaveBeenCalledTimes(index + 1);
  }
});

test("all npm packages suffice if a part is needed, but not vice versa", async () => {
  const all = { values: "all", suffices: "all" };
  const part = { values: "part", suffices: "all" };
  expect(await done(part)).toBe(true);
  expect(await done(part)).toBe(false);
  expect(await done(all)).toBe(true);
  expect(await done(part)).toBe(false);
  expect(await done(all)).toBe(false);
  await writeFile(join(folder, "input"), "2");
  expect(await done(part)).toBe(true);
  await writeFile(join(folder, "input"), "1");
  expect(await done(all)).toBe(true);
});

test("a failure is thrown after the other steps have ended", async () => {
  let ended = false;
  const other = setImmediate().then(() => {
    ended = true;
  });
  await expect(together([Promise.reject(new Error("first")), other])).rejects.toThrow("first");
  expect(ended).toBe(true);
});
