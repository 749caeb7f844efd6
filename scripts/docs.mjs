// @ts-check
// npm run docs: builds the reference, and the page with a link to it.
import { main } from "./lib/command.mjs";
import { addToPage, buildReference } from "./lib/docs/reference.mjs";
import { setUp } from "./lib/set-up.mjs";
import { timed } from "./lib/step.mjs";

const docs = {
  usage: "npm run docs",
  about:
    "Builds the reference of the npm packages and of the crates, with the documents, and the page with a link to it: web/page/dist/api.\n" +
    "Fails on warnings of TypeDoc and rustdoc, and on broken links.",
};

await main(docs, async () => {
  await setUp({ upTo: "library", tests: false });
  await buildReference();
  await setUp({ tests: false });
  await timed("links", addToPage);
  console.log("\nThe reference is in web/page/dist/api. npm start serves it at /api/");
});
