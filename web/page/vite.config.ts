import { isolationHeaders } from "@rsa-variants/measure/isolation-headers";
import { defineConfig, type Plugin } from "vite";
import { apiPlugin } from "./api.ts";
import { contentPolicyPlugin } from "./content-policy.ts";
import { firstPaintPlugin } from "./first-paint.ts";
import { offlinePlugin } from "./offline.ts";
import { earlyPlugin, placeFiles, placesPlugin, versionText } from "./places.ts";

/**
 * Sends the headers with every answer of the preview server. Vite's own setting leaves them off a 304, after which WebKit
 * refuses to start the page's workers.
 */
function isolationPlugin(): Plugin {
  return {
    name: "isolation",
    configurePreviewServer({ middlewares }) {
      middlewares.use((_request, response, next) => {
        for (const [name, value] of Object.entries(isolationHeaders)) response.setHeader(name, value);
        next();
      });
    },
  };
}

export default defineConfig({
  base: "./",
  define: { PAGE_VERSION: JSON.stringify(versionText) },
  // Several HTML files, each with an address of its own; an unknown address is an error, not the first of them.
  appType: "mpa",
  plugins: [
    firstPaintPlugin(),
    placesPlugin(),
    earlyPlugin(),
    contentPolicyPlugin(),
    isolationPlugin(),
    offlinePlugin(),
    apiPlugin(),
  ],
  // The library finds its WebAssembly file relative to its own module; pre-bundling would move the module away.
  optimizeDeps: { exclude: ["rsa-variants"], include: ["chart.js"] },
  worker: { format: "es" },
  build: {
    target: "es2022",
    // Files of the site stay files: no WebAssembly or font inside JavaScript.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false }, // where it is missing, files only come later
    chunkSizeWarningLimit: 450,
    rolldownOptions: {
      input: placeFiles,
      // Every file costs a round trip where the host speaks HTTP/1.1, so small files that places share are joined.
      output: {
        chunkFileNames: ({ name }) => `assets/${name.split("~")[0]}-[hash].js`, // without the places that share it
        codeSplitting: {
          includeDependenciesRecursively: false,
          minShareCount: 2,
          groups: [
            {
              name: "verdicts",
              test: /\/library\/dist\/(security|generated\/attacks|wasm\/(security|attacks)-bindings|workers\/start\/security)/,
            },
            // What Papers shows of the device.
            {
              name: "published",
              test: /\/library\/dist\/(xrsa\/(published|software)|theory\/(sources|dang-corrections))/,
            },
            // Every place chooses a build of the library; in its chunk, that would be one of its own.
            // Of `plan` and `run` only what several places load: the rest belongs to Compare, and what it loads later shares it.
            // Only the Workbench and its doctor share drop.tsx.
            // And the little of the library and of the measurements that xRSA or Security needs: elsewhere they would load much with it.
            {
              name: "ui",
              test: /\/preact\/|\/library\/dist\/(builds|key-numbers|later-module|measure\/quantiles)|\/src\/(ui(?!\/(chart|key-texts|drop\.tsx))|core|plan\/key-choice|run\/(assessor|readers)|statistics|tasks\/(guards|protocol|subject)|text|worker-client)\b|vite|rolldown/,
            },
            // What Compare and Papers share to measure: one request in place of three.
            { name: "run", test: /\/measure\/src\/(plan|run)\// },
            {
              name: "library",
              // Not every place needs the papers with their errors, and only xRSA the device.
              test: /\/(library\/dist(?!\/theory\/(sources|(dang-)?corrections)|\/xrsa|\/wasm\/.*\.inline)|measure\/src\/(tasks|experiment|[a-z]+\.ts))/,
              entriesAware: true,
              entriesAwareMergeThreshold: 26_000,
            },
          ],
        },
      },
    },
  },
  server: { headers: isolationHeaders },
});
