// What the place loads only when it is needed: sections that are folded at first, and what saves, copies and opens links. It is
// one file, because each further one splits the code that it shares with others into more files.

export { toCsv, toMarkdown } from "@rsa-variants/measure/run/export";
export { readRunLink, writeRunLink } from "@rsa-variants/measure/run/link";
export { WorkedExampleView } from "./example/view.tsx";
export { Details } from "./views/details.tsx";
export { GuardTexts } from "./views/guard-texts.tsx";
export { Methods } from "./views/methods.tsx";
export { Scenarios } from "./views/scenarios.tsx";
