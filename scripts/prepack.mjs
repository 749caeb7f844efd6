// @ts-check
// npm runs this before it packs web/library or web/powers, which contain nothing of use until they are built.
import { prepack } from "./lib/commands.mjs";
import { setUp } from "./lib/set-up.mjs";
import { main } from "./lib/words.mjs";

await main(prepack, () => setUp({ upTo: "library" }));
