// @ts-check
// OpenSSL's command, which the tests try the keys and answers of this project against: one that is there, or Debian's.
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

/** The path of an OpenSSL, installed when there is none. */
export const ensureOpenssl = () => ensureProgram(openssl);
