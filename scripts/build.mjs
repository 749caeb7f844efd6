// @ts-check
// npm run build
import { main } from "./lib/command.mjs";
import { setUp } from "./lib/set-up.mjs";

const build = {
  usage: "npm run build",
  about: "Builds everything, up to the static page in web/page/dist, which any static host can serve.",
};

await main(build, () => setUp({ tests: false }));
