import { isolationHeaders } from "@rsa-variants/measure/isolation-headers";
import { defineConfig } from "vite";

/** Serves the measuring page to `npm run bench`; it is never built. */
export default defineConfig({
  // A package found late would be bundled in the middle of a measurement, and reload the page.
  optimizeDeps: {
    noDiscovery: true,
    exclude: ["modular-powers", "rsa-variants"],
    include: ["@cloudflare/blindrsa-ts", "bigint-crypto-utils", "gmp-wasm", "node-forge", "paillier-bigint"],
  },
  worker: { format: "es" },
  oxc: { target: "es2022" }, // WebKit has no `using`
  server: {
    headers: isolationHeaders,
    port: 0,
    hmr: false,
    watch: null,
    // The packages that it imports are next to it.
    fs: { allow: ["../.."] },
  },
});
