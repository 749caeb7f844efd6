// @ts-check
// Finds a Firefox for tests and measurements, or installs Debian's.
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

/** The path of a Firefox, which is installed if it is missing. */
export const ensureFirefox = () => ensureProgram(firefox);
