// @ts-check
// Finds OpenSSL, which tests compare this project's keys and results with, or installs Debian's.
import { ensureProgram, findProgram } from "./program.mjs";

/** @type {import("./program.mjs").Program} */
const openssl = {
  name: "OpenSSL",
  override: "RSA_VARIANTS_OPENSSL",
  commands: ["openssl"],
  packages: ["openssl"],
};

/** The path of an OpenSSL, or undefined. */
export const findOpenssl = () => findProgram(openssl);

/** The path of an OpenSSL, which is installed if it is missing. */
export const ensureOpenssl = () => ensureProgram(openssl);
