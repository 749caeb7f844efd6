// @ts-check
// npm run build: builds everything, up to the static page in web/page/dist, which any static host can serve.
import { main } from "./lib/problem.mjs";
import { setUp } from "./lib/set-up.mjs";

await main(() => setUp({ tests: false }));
