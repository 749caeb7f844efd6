// npm start and npm run dev
import { main } from "./lib/command.mjs";
import { page } from "./lib/paths.mjs";
import { setUp } from "./lib/set-up.mjs";

const start = {
  usage: "npm start",
  about: "Sets up what is missing, then serves the built page.",
  options: { dev: { type: "boolean", help: "serve the page from its sources (npm run dev)" } },
};

await main(start, async ({ dev }) => {
  await setUp({ tests: false });
  const { createServer, preview } = await import("vite"); // available only after the set-up
  const place = { port: 4173, strictPort: false };
  const options = { root: page, logLevel: "warn", server: place, preview: place };
  const server = dev ? await (await createServer(options)).listen() : await preview(options);
  const address = server.resolvedUrls?.local[0] ?? `http://localhost:${place.port}/`;
  console.log(`\nThe page is at ${address}  (press Ctrl+C to stop)`);
});
