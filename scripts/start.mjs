// npm start: sets up what is missing, then serves the built page; with --dev, the page from its sources.
import { join } from "node:path";
import { page } from "./lib/paths.mjs";
import { main } from "./lib/problem.mjs";
import { setUp } from "./lib/set-up.mjs";

const port = 4173;

await main(async () => {
  await setUp({ tests: false });
  const { createServer, preview } = await import("vite");
  const options = { root: page, configFile: join(page, "vite.config.ts"), logLevel: "warn" };
  if (process.argv.includes("--dev")) {
    const server = await createServer({ ...options, server: { port, strictPort: false } });
    await server.listen();
    announce(server);
  } else {
    announce(await preview({ ...options, preview: { port, strictPort: false } }));
  }
});

function announce(server) {
  const address = server.resolvedUrls?.local[0] ?? `http://localhost:${port}/`;
  console.log(`\nThe page is at ${address}  (press Ctrl+C to stop)`);
}
