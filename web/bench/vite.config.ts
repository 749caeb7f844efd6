import { defineConfig } from "vite";
import { isolationHeaders } from "../page/vite.config.ts";

/** Serves the measuring page to `npm run bench`; it is never built. */
export default defineConfig({
  // A package found late would be bundled in the middle of a measurement, and reload the page.
  optimizeDeps: { noDiscovery: true, exclude: ["rsa-variants"], include: ["gmp-wasm", "node-forge"] },
  worker: { format: "es" },
  server: {
    headers: isolationHeaders,
    port: 0,
    hmr: false,
    watch: null,
    // It shares code with the page beside it, and the package lies there too.
    fs: { allow: ["../.."] },
  },
});
