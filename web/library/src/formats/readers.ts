import { importPrivateKey, importPublicKey, withoutHolder } from "./import.js";
import { importKeys, listKeys } from "./import-keys.js";

/**
 * All that imports keys. `load` and the worker of `connect` pass it to the library, so that what uses neither, such as a worker that
 * only measures, does not contain it.
 */
export const readers = { importPrivateKey, importPublicKey, withoutHolder, importKeys, listKeys };

export type Readers = typeof readers;
