// Which places of the page have changed since their tests in the browser last passed.
import { hashOfStep, isUpToDate, stamp } from "../step.mjs";

const places = {
  compare: "",
  security: "security/",
  xrsa: "xrsa/",
  workbench: "workbench/",
  references: "references/",
};

/**
 * The tests of a place as a step of the set-up. A place's HTML file names the files that it loads, whose names have hashes of
 * what they contain and name in turn, so that it changes with everything that the place is built from.
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

/** The names of the places that have not changed. */
export async function unchangedPlaces() {
  const names = Object.keys(places);
  const unchanged = await Promise.all(names.map((place) => isUpToDate(stepOf(place))));
  return names.filter((_, i) => unchanged[i]);
}

/**
 * Call this before the tests, and what it returns when those of all places have passed, now or when the place was the same:
 * a file that is edited while the tests run has not passed.
 */
export async function preparePassed() {
  const steps = Object.keys(places).map(stepOf);
  const hashes = await Promise.all(steps.map(hashOfStep));
  return () => Promise.all(steps.map((step, i) => stamp(step, hashes[i])));
}
