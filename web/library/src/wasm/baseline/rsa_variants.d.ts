// The seam to the generated module: built by scripts/build, copied beside the compiled library.
import type { Glue } from "../../glue.js";

declare const init: Glue["default"];
export default init;
export const engines: Glue["engines"];
export const modPow: Glue["modPow"];
export const checkParams: Glue["checkParams"];
export const PublicKey: Glue["PublicKey"];
export const PrivateKey: Glue["PrivateKey"];
