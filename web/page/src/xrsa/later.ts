// What the place loads only when it is needed: sections that are folded at first, and what saves. It is one file,
// because each further one splits the code that it shares with others into more files.

export { exportName, toCsv } from "./export.ts";
export { DeviceKey, Memory } from "./views/counts.tsx";
export { Notes } from "./views/paper.tsx";
