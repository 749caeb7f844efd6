import type { load as Load } from "rsa-variants";
import { loadWithoutReaders } from "../../library/dist/measure/load.js";

/** Measuring imports no keys, so its workers do not contain what does. */
export const load = loadWithoutReaders as unknown as typeof Load; // the package's types are not those of its single modules
