/**
 * All that imports keys. `load` and the worker of `connect` pass it to the library, so that what uses neither, such as a worker that
 * only measures, does not contain it.
 */
export { importPrivateKey, importPublicKey, withoutHolder } from "./import.js";
export { importKeys, listKeys } from "./import-keys.js";
