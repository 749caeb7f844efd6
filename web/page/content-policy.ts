import { createHash } from "node:crypto";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import type { Plugin } from "vite";

/** The page loads nothing but its own files, and starts no script but those. `inline` are its inline scripts. */
function policy(inline: readonly string[]): string {
  const hashes = inline.map((script) => `'sha256-${createHash("sha256").update(script).digest("base64")}'`);
  return [
    "default-src 'self'",
    ["script-src 'self' 'wasm-unsafe-eval'", ...hashes].join(" "),
    "style-src 'self'",
    "style-src-attr 'unsafe-inline'", // bars of what is painted first
    "img-src 'self' blob: data:",
    "connect-src 'self' blob:",
    "object-src 'none'",
    "base-uri 'none'",
    "form-action 'none'",
    "require-trusted-types-for 'script'",
    "trusted-types default rsa-variants",
  ].join("; ");
}

/** The part that a `<meta>` cannot have. */
const headerOnly = "frame-ancestors 'none'";

/** The built page's Content-Security-Policy: in the HTML, for hosts without headers, and in the headers of the preview server. */
export function contentPolicyPlugin(): Plugin {
  let folder = "";
  return {
    name: "content-policy",
    apply: (_config, { command, isPreview }) => command === "build" || isPreview === true,
    configResolved({ root, build }) {
      folder = join(root, build.outDir);
    },
    transformIndexHtml: {
      order: "post",
      handler(html) {
        const inline = [...html.matchAll(/<script>(.*?)<\/script>/gs)].map(([, script = ""]) => script);
        const attrs = { "http-equiv": "Content-Security-Policy", content: policy(inline) };
        return [{ tag: "meta", attrs, injectTo: "head-prepend" }];
      },
    },
    async configurePreviewServer({ middlewares }) {
      const html = await readFile(join(folder, "index.html"), "utf8");
      const [, written = policy([])] = /http-equiv="Content-Security-Policy" content="([^"]*)"/.exec(html) ?? [];
      middlewares.use((_request, response, next) => {
        response.setHeader("Content-Security-Policy", `${written.replaceAll("&#39;", "'")}; ${headerOnly}`);
        next();
      });
    },
  };
}
