// Serves the built page for the smoke test, with a script before all others that records the page's errors.
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { page as root } from "../../scripts/lib/paths.mjs";

/**
 * Serves the page on a free port.
 * @returns {Promise<{ address: string, errors: (tab: import("./visit.mjs").Tab) => Promise<string[]>, close: () => Promise<void> }>}
 * errors: the errors of the document that the tab shows
 */
export async function servePage() {
  const { preview } = await import("vite"); // there only after the set-up
  const server = await preview({
    root,
    logLevel: "error",
    plugins: [{ name: "keep-errors", configurePreviewServer: useWatch }],
    preview: { port: 0, host: "127.0.0.1" },
  });
  return {
    address: server.resolvedUrls.local[0],
    errors: (tab) => tab.evaluate(() => globalThis.keptErrors),
    close: () => server.close(),
  };
}

/** Returns nothing, because Vite would call the result. */
function useWatch({ middlewares, config }) {
  middlewares.use(keepErrors(config.preview.headers));
}

const script = "/keep-errors.js";

/** Serves the HTML files with the script in their heads, and passes on all other requests. */
function keepErrors(headers) {
  return async (request, response, next) => {
    const { pathname } = new URL(request.url, "http://localhost");
    if (pathname === script) {
      // A file of the site, because the page's policy allows no other.
      response.setHeader("content-type", "text/javascript");
      return response.end(`(${watch})()`);
    }
    if (!pathname.endsWith("/")) return next();
    try {
      const html = await readFile(join(root, "dist", pathname, "index.html"), "utf8");
      for (const [name, value] of Object.entries(headers)) response.setHeader(name, value);
      response.setHeader("content-type", "text/html");
      response.end(html.replace("<head>", `<head><script src="${script}"></script>`));
    } catch (error) {
      next(error);
    }
  };
}

/** Runs in the page, before its own scripts. */
function watch() {
  const errors = [];
  globalThis.keptErrors = errors;
  // The event for a file that cannot be loaded has no message.
  const keep = (event, source) => errors.push(event.message ? `${event.message} (${source})` : `cannot load ${source}`);
  addEventListener("error", (event) => keep(event, event.filename ?? event.target.src ?? event.target.href), true);
  addEventListener("unhandledrejection", ({ reason }) => errors.push(`unhandled rejection: ${reason}`));
  const { error } = console;
  console.error = (...values) => {
    errors.push(values.join(" "));
    error(...values);
  };
  const Plain = Worker;
  globalThis.Worker = class extends Plain {
    constructor(address, ...rest) {
      super(address, ...rest);
      this.addEventListener("error", (event) => keep(event, address));
    }
  };
}
