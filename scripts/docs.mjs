// @ts-check
// npm run docs: builds the reference, and the page with a link to it.
import { docs } from "./lib/commands.mjs";
import { addToPage, buildReference } from "./lib/docs/reference.mjs";
import { setUp } from "./lib/set-up.mjs";
import { timed } from "./lib/step.mjs";
import { main } from "./lib/words.mjs";

await main(docs, async () => {
  await setUp({ upTo: "library", tests: false });
  await buildReference();
  await setUp({ tests: false });
  await timed("links", addToPage);
  console.log("\nThe reference is in web/page/dist/api. npm start serves it at /api/");
});
