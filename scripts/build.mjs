// @ts-check
// npm run build
import { build } from "./lib/commands.mjs";
import { setUp } from "./lib/set-up.mjs";
import { main } from "./lib/words.mjs";

await main(build, () => setUp({ tests: false }));
