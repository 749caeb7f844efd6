/** `load` for a worker that measures: it imports no keys. */
export { loadWithoutReaders } from "../load.js";
