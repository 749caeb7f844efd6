// Detects which places of the page have changed since their browser tests last passed.
import { hashOfStep, isUpToDate, stamp } from "../step.mjs";

const places = {
  compare: "",
  security: "security/",
  xrsa: "xrsa/",
  workbench: "workbench/",
  references: "references/",
};

/**
 * The tests of a place as a step of the set-up. A place's HTML file names the files that it loads, and these names contain
 * hashes of the contents. The HTML file therefore changes with everything that the place is built from.
 * @param {string} place
 * @returns {import("../step.mjs").Step}
 */
function stepOf(place) {
  const tests = ["accessibility", "browser", "browser-process", "global-set-up", "set-up"];
  return {
    name: `tests of page/${place}`,
    inputs: [
      `web/page/dist/${places[place]}index.html`,
      "web/page/public",
      `tests/page/${place}`,
      ...tests.map((name) => `tests/page/${name}.ts`),
      "tests/vitest.config.mjs",
      "package-lock.json",
    ],
    outputs: [],
    work: async () => {},
  };
}

/** The names of the unchanged places. */
export async function unchangedPlaces() {
  const names = Object.keys(places);
  const unchanged = await Promise.all(names.map((place) => isUpToDate(stepOf(place))));
  return names.filter((_, i) => unchanged[i]);
}

/**
 * Call this before the tests, and the function that it returns when the tests of all places have passed (now, or earlier for
 * unchanged places). The hashes are taken before the tests, so that files edited during the tests do not count as tested.
 */
export async function preparePassed() {
  const steps = Object.keys(places).map(stepOf);
  const hashes = await Promise.all(steps.map(hashOfStep));
  return () => Promise.all(steps.map((step, i) => stamp(step, hashes[i])));
}
