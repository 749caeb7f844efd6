import { createServer, type Plugin } from "vite";

/** Where the HTML of Compare has what it shows before any script runs. */
const slot = "<!-- first paint -->";

/** Renders the recorded run into the HTML of Compare, so that the answer is there before any script. */
export function firstPaintPlugin(): Plugin {
  let root = ".";
  let isBuild = false;
  return {
    name: "first-paint",
    configResolved(config) {
      root = config.root;
      isBuild = config.command === "build";
    },
    transformIndexHtml: {
      order: "pre",
      async handler(html) {
        if (!html.includes(slot)) return html;
        // A development server shows the answer as soon as its scripts have run.
        const content = isBuild ? await render(root) : "";
        return html.replace(slot, () => content);
      },
    },
  };
}

async function render(root: string): Promise<string> {
  const server = await createServer({
    configFile: false,
    root,
    appType: "custom",
    logLevel: "error",
    server: { middlewareMode: true, hmr: false, ws: false, watch: null },
    optimizeDeps: { noDiscovery: true },
    ssr: { external: ["rsa-variants"] },
  });
  try {
    const { firstPaint, query } = (await server.ssrLoadModule("/src/compare/first-paint.tsx")) as {
      readonly firstPaint: () => Promise<string>;
      readonly query: string;
    };
    return `<div id="first-paint" inert>${await firstPaint()}</div><script>${removalUnless(query)}</script>`;
  } finally {
    await server.close();
  }
}

/** Removes it before it is painted where it does not hold: with other settings, a shared run, or a run that the tab has kept. */
function removalUnless(query: string): string {
  const conditions = [
    `!["", "?${query}"].includes(location.search)`,
    `location.hash.startsWith("#run=")`,
    `sessionStorage.getItem("rsa-variants run")`,
  ];
  return `if (${conditions.join(" || ")}) document.getElementById("first-paint").remove()`;
}
