// @ts-check
// Finds OpenSSH's ssh-keygen, which the tests exchange keys with, or installs Debian's.
import { ensureProgram, findProgram } from "./program.mjs";

/** @type {import("./program.mjs").Program} */
const sshKeygen = {
  name: "ssh-keygen",
  override: "RSA_VARIANTS_SSH_KEYGEN",
  commands: ["ssh-keygen"],
  packages: ["openssh-client"],
};

/** The path of ssh-keygen, or undefined. */
export const findSshKeygen = () => findProgram(sshKeygen);

/** The path of ssh-keygen, which is installed if it is missing. */
export const ensureSshKeygen = () => ensureProgram(sshKeygen);
