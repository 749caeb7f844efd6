// The folders of the project, and the environment in which its tools run.
import { delimiter, join } from "node:path";
import { fileURLToPath } from "node:url";

export const root = fileURLToPath(new URL("../..", import.meta.url));
export const library = join(root, "web", "library");
/** The package modular-powers. */
export const powers = join(root, "web", "powers");
export const page = join(root, "web", "page");
export const bench = join(root, "web", "bench");
/** The reference that `npm run docs` writes and the page includes; git-ignored. */
export const reference = join(root, "web", "api");
/** The places of the page, by their folders in tests/page and lab/smoke/places. */
export const places = ["compare", "security", "xrsa", "workbench", "papers"];
/** Tools that the set-up installs; git-ignored. */
export const tools = join(root, ".tools");
/** Stamps of finished steps; git-ignored. */
export const cache = join(root, ".cache");

/** The process's environment with the project's own tools first on the path. */
export const environment = {
  ...process.env,
  PATH: [join(tools, "bin"), join(root, "node_modules", ".bin"), process.env.PATH ?? ""].join(delimiter),
  // Browsers are found or installed by lib/programs.mjs, not by a package's install script.
  PLAYWRIGHT_SKIP_BROWSER_DOWNLOAD: "1",
};
