// @ts-check
// A Firefox for the tests and measurements: one that is there, or Debian's.
import { ensureProgram, findProgram } from "./program.mjs";

/** @type {import("./program.mjs").Program} */
const firefox = {
  name: "Firefox",
  override: "RSA_VARIANTS_FIREFOX",
  commands: ["firefox", "firefox-esr"],
  packages: ["firefox-esr", "firefox"],
};

/** The path of a Firefox, or undefined. */
export const findFirefox = () => findProgram(firefox);

/** The path of a Firefox, installed when there is none. */
export const ensureFirefox = () => ensureProgram(firefox);
