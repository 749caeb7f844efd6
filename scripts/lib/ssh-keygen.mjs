// @ts-check
// ssh-keygen of OpenSSH, which the tests exchange keys with: one that is there, or Debian's.
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

/** The path of ssh-keygen, which is installed first if it is missing. */
export const ensureSshKeygen = () => ensureProgram(sshKeygen);
