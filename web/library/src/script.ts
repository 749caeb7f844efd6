/** Everything in this package, for the file that pages load by a script tag. It becomes the global `rsaVariants`. */
export * as blind from "./blind/index.js";
export * as doctor from "./doctor/index.js";
export * as files from "./files/index.js";
export * from "./index.js";
export * as security from "./security/index.js";
export * as theory from "./theory/index.js";
export * as xrsa from "./xrsa/index.js";
