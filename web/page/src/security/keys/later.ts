// What the place loads with the first key to check.

export { KeyReports } from "../views/key-reports.tsx";
export { brokenExample } from "./example.ts";
export { judgeKeys } from "./judge.ts";
