// npm start and npm run dev
import { start } from "./lib/commands.mjs";
import { page } from "./lib/paths.mjs";
import { setUp } from "./lib/set-up.mjs";
import { main } from "./lib/words.mjs";

await main(start, async ({ values }) => {
  await setUp({ tests: false });
  const { createServer, preview } = await import("vite"); // available only after the set-up
  const place = { port: 4173, strictPort: false };
  const options = { root: page, logLevel: "warn", server: place, preview: place };
  const server = values.dev ? await (await createServer(options)).listen() : await preview(options);
  const address = server.resolvedUrls?.local[0] ?? `http://localhost:${place.port}/`;
  console.log(`\nThe page is at ${address}  (press Ctrl+C to stop)`);
});
