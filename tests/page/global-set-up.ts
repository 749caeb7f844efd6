// Before all tests in a browser: the page as it is published, served on a port of its own.
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { preview } from "vite";
import type { TestProject } from "vitest/node";

declare module "vitest" {
  interface ProvidedContext {
    /** Where the built page is served, and the folder that has it. */
    site: { readonly address: string; readonly folder: string };
  }
}

const root = fileURLToPath(new URL("../../web/page", import.meta.url));

export default async function serveSite({ provide }: TestProject): Promise<() => Promise<void>> {
  const server = await preview({
    root,
    configFile: join(root, "vite.config.ts"),
    logLevel: "error",
    preview: { port: 0, host: "127.0.0.1" },
  });
  const address = server.resolvedUrls?.local[0];
  if (address === undefined) throw new Error("the preview server has no address");
  provide("site", { address, folder: join(root, "dist") });
  return () => server.close();
}
