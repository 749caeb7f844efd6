// Detects which places of the page have changed since their browser tests last passed.
import { places } from "../paths.mjs";
import { hashOfStep, isUpToDate, stamp } from "../step.mjs";

/**
 * The tests of the places as steps of the set-up. A place's HTML file names the files that it loads, and these names contain
 * hashes of the contents. The HTML file therefore changes with everything that the place is built from.
 */
const steps = places.map((place) => ({
  name: `tests of page/${place}`,
  inputs: [
    `web/page/dist/${place === "compare" ? "" : `${place}/`}index.html`,
    "web/page/public",
    `tests/page/${place}`,
    ...["accessibility", "browser", "browser-process", "global-set-up", "set-up"].map(
      (name) => `tests/page/${name}.ts`,
    ),
    "tests/vitest.config.mjs",
    "package-lock.json",
  ],
  outputs: [],
  work: async () => {},
}));

/** The names of the unchanged places. */
export async function unchangedPlaces() {
  const unchanged = await Promise.all(steps.map(isUpToDate));
  return places.filter((_, i) => unchanged[i]);
}

/**
 * Call this before the tests, and the function that it returns when the tests of all places have passed (now, or earlier for
 * unchanged places). The hashes are taken before the tests, so that files edited during the tests do not count as tested.
 */
export async function preparePassed() {
  const hashes = await Promise.all(steps.map(hashOfStep));
  return () => Promise.all(steps.map((step, i) => stamp(step, hashes[i])));
}
