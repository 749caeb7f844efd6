// @ts-check
// Finds the programs that tests and measurements compare with, or installs Debian's packages.
import { ensureProgram, findProgram } from "./program.mjs";

/** @typedef {import("./program.mjs").Program} Program */

/** @type {Program} */
const firefox = {
  name: "Firefox",
  override: "RSA_VARIANTS_FIREFOX",
  commands: ["firefox", "firefox-esr"],
  packages: ["firefox-esr", "firefox"],
};

/** @type {Program} */
const openssl = {
  name: "OpenSSL",
  override: "RSA_VARIANTS_OPENSSL",
  commands: ["openssl"],
  packages: ["openssl"],
};

/** @type {Program} */
const sshKeygen = {
  name: "ssh-keygen",
  override: "RSA_VARIANTS_SSH_KEYGEN",
  commands: ["ssh-keygen"],
  packages: ["openssh-client"],
};

// The path of a program, or undefined.
export const findFirefox = () => findProgram(firefox);
export const findOpenssl = () => findProgram(openssl);
export const findSshKeygen = () => findProgram(sshKeygen);

// The path of a program, which is installed if it is missing.
export const ensureFirefox = () => ensureProgram(firefox);
export const ensureOpenssl = () => ensureProgram(openssl);
export const ensureSshKeygen = () => ensureProgram(sshKeygen);
