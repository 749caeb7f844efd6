// The rows of npm run test:consumers whose tools this project has.
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { closeBrowser } from "../../scripts/lib/consumers/browser.mjs";
import { type Place, runRow } from "../../scripts/lib/consumers/rows.mjs";
import { root } from "../../scripts/lib/paths.mjs";
import { rows } from "../consumers/rows.mjs";
import { cleanUp, install, pack } from "./package.ts";

let place: Place;
beforeAll(async () => {
  const { folder } = await install(await pack());
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

it("every environment has a name of its own", () => {
  const names = rows.map(({ name }) => name.toLowerCase().replaceAll(/\W+/g, "-"));
  expect(new Set(names).size).toBe(names.length);
  expect(names.length).toBeGreaterThanOrEqual(30);
});
