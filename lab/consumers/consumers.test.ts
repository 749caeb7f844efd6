// @module-tag extended
// The rows of node lab/consumers.mjs whose tools this project has.
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { powers, root } from "../../scripts/lib/paths.mjs";
import { cleanUp, install, packedLibrary, sandbox } from "../../tests/packaging/package.ts";
import { closeBrowser } from "./browser.mjs";
import { rows } from "./environments/rows.mjs";
import { packInto } from "./home.mjs";
import { type Place, runRow } from "./rows.mjs";

let place: Place;
beforeAll(async () => {
  const { folder } = await install(packedLibrary(), await packInto(await sandbox(), powers));
  place = { home: folder, tools: join(root, "node_modules") };
});
afterAll(async () => {
  await closeBrowser();
  await cleanUp();
});

describe("the packed package works without configuration in", () => {
  it.each(rows.filter(({ fast }) => fast))("$name", async (row) => {
    const { state, text } = await runRow(row, place);
    expect(`${state} ${text}`).toBe("ok ");
  });
});

describe("an environment is", () => {
  const refused = { connect: "worker-failed: there are none", load: "ok" };
  const limit = { reason: "it has none", error: /^worker-failed/ };
  it.each([
    ["ok", "", { load: "ok" }, {}],
    ["ok", "but for connect: it has none", refused, { connect: limit }],
    ["limit", "it has none", refused, { all: limit }],
    ["limit", "it has none", new Error("worker-failed"), { start: limit }],
    ["RED", "connect: worker-failed: there are none", refused, {}],
    ["RED", "connect works: its limit is gone", { connect: "ok" }, { connect: limit }],
    ["RED", "not found", new Error("not\n  found"), { start: limit }],
  ])("%s: %s", async (state, text, outcome, limits) => {
    const run = async () => {
      if (outcome instanceof Error) throw outcome;
      return outcome;
    };
    expect(await runRow({ name: "made up", limits, run }, place)).toMatchObject({ state, text });
  });
});
