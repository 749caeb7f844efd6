// @ts-check
// npm runs this before it packs web/library or web/powers, which contain nothing of use until they are built.
import { main } from "./lib/command.mjs";
import { setUp } from "./lib/set-up.mjs";

const prepack = { usage: "node scripts/prepack.mjs", about: "Builds the npm packages before npm packs one." };

await main(prepack, () => setUp({ upTo: "library" }));
