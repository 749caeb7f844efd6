// The programs of npm run proofs.

/** @type {import("./program.mjs").Program} */
export const gappa = { name: "Gappa", override: "RSA_VARIANTS_GAPPA", commands: ["gappa"], packages: ["gappa"] };
/** @type {import("./program.mjs").Program} */
export const z3 = { name: "z3", override: "RSA_VARIANTS_Z3", commands: ["z3"], packages: ["z3"] };
export const provers = [gappa, z3];
