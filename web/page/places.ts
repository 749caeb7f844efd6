import { spawnSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import type { Connect, Plugin } from "vite";

/** A place of the page: an HTML file with an address of its own. */
interface Place {
  readonly name: string;
  /** Its folder below the page's address; empty for the first place. */
  readonly path: string;
  /** The identifier of its `main` element, which the link to itself and the skip link lead to. */
  readonly id: string;
  /** Files that its code names and never loads. They are not kept for use offline. */
  readonly unused?: RegExp;
  /** Files that its code asks for as soon as it runs. Its HTML names them, so that they arrive together with the code. */
  readonly early?: RegExp;
}

/** All places, in the order of the navigation. */
export const places: readonly Place[] = [
  {
    name: "Compare",
    path: "",
    id: "compare",
    unused: /-(attacks|containers|formats)-/,
    early: /(recorded|verdicts)-|-security-.*\.wasm/,
  },
  { name: "Security", path: "security/", id: "security", early: /-security-.*\.wasm/ },
  { name: "xRSA", path: "xrsa/", id: "xrsa", unused: /-(containers|formats)-/, early: /-xrsa-.*\.wasm/ },
  { name: "Workbench", path: "workbench/", id: "workbench", unused: /-attacks-/ },
  { name: "Papers", path: "papers/", id: "papers", unused: /-(attacks|containers|formats)-/ },
];

/** The HTML file of each place, as the build's inputs. */
export const placeFiles: Readonly<Record<string, string>> = Object.fromEntries(
  places.map(({ id, path }) => [id, fileURLToPath(new URL(`${path}index.html`, import.meta.url))]),
);

/** What the heads of all places share. */
const head = [
  '<meta name="viewport" content="width=device-width, initial-scale=1" />',
  '<meta name="color-scheme" content="light dark" />',
  '<link rel="icon" type="image/svg+xml" href="/icon.svg" />',
].join("\n    ");

/** The script that has the place kept for use offline. */
const offline = '<script type="module" src="/src/core/offline.ts"></script>';

/** Writes what all places share into each: the head, the navigation, and the version, when it is served and when it is built. */
export function placesPlugin(): Plugin {
  return {
    name: "places",
    transformIndexHtml: {
      order: "pre",
      handler(html, { path }) {
        const current = places.find((place) => path === `/${place.path}index.html`);
        if (current === undefined) throw new Error(`${path} is no place of places.ts`);
        return html
          .replace("<title>", `${head}\n    <title>`)
          .replace("<main ", `${header(current)}\n    <main `)
          .replace("</head>", `  <meta name="version" content="${versionText}" />\n  ${offline}\n  </head>`)
          .replace("</body>", `  <footer>rsa-variants ${versionText}</footer>\n  </body>`);
      },
    },
    configureServer: ({ middlewares }) => addSlashes(middlewares),
    configurePreviewServer: ({ middlewares }) => addSlashes(middlewares),
  };
}

const { version } = JSON.parse(readFileSync(new URL("../library/package.json", import.meta.url), "utf8"));
// The commit is missing outside of a clone, as in an archive.
const { stdout: commit } = spawnSync("git", ["describe", "--always", "--dirty", "--abbrev=8", "--exclude=*"], {
  cwd: fileURLToPath(new URL(".", import.meta.url)),
  encoding: "utf8",
});

/** The version and the commit of the build, for those who cite a figure, and for runs and files: "0.1.0, commit 1a2b3c4d". */
export const versionText: string = [version, ...(commit ? [`commit ${commit.trim()}`] : [])].join(", ");

/** Has the HTML of each built place ask for what the place needs early. */
export function earlyPlugin(): Plugin {
  return {
    name: "early",
    transformIndexHtml: {
      order: "post",
      handler(html, { path, bundle = {} }) {
        const place = places.find((each) => path === `/${each.path}index.html`);
        const up = "../".repeat((place?.path.split("/").length ?? 1) - 1) || "./";
        const early = Object.values(bundle).filter(({ fileName }) => place?.early?.test(fileName));
        const names = early.flatMap((file) => [file.fileName, ...(file.type === "chunk" ? file.imports : [])]);
        return [...new Set(names)]
          .filter((name) => !html.includes(name))
          .map((name) => {
            const how = name.endsWith(".js") ? { rel: "modulepreload" } : { rel: "preload", as: "fetch" };
            return { tag: "link", attrs: { ...how, crossorigin: true, href: up + name }, injectTo: "head" };
          });
      },
    },
  };
}

function header(current: Place): string {
  const up = "../".repeat(current.path.split("/").length - 1) || "./";
  const links = places.map((place) =>
    place === current
      ? `<li><a href="#${place.id}" aria-current="page">${place.name}</a></li>`
      : `<li><a href="${up}${place.path}">${place.name}</a></li>`,
  );
  return `<a class="skip" href="#${current.id}">Skip to the content</a>
    <header>
      <span class="brand">rsa-variants</span>
      <nav aria-label="Places"><ul>${links.join("")}</ul></nav>
    </header>`;
}

/** Sends `/xrsa` to `/xrsa/`, as static hosts do: relative addresses need the slash. */
function addSlashes(middlewares: Connect.Server): void {
  middlewares.use((request, response, next) => {
    const [path, query] = (request.url ?? "").split("?") as [string, string | undefined];
    if (!places.some((place) => place.path !== "" && path === `/${place.path.slice(0, -1)}`)) {
      next();
      return;
    }
    response.writeHead(301, { location: `${path}/${query === undefined ? "" : `?${query}`}` }).end();
  });
}
