// Measuring imports no keys, so its workers do not contain what does.
export { loadWithoutReaders as load } from "../../library/dist/measure/load.js";
