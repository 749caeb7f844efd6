// Before all tests of the package: packs and installs it once. npm takes seconds of processor time for each.
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { TestProject } from "vitest/node";
import { packInto } from "../../lab/consumers/home.mjs";
import { installInto, type Packed } from "./package.ts";

declare module "vitest" {
  interface ProvidedContext {
    /** The packed library, and a folder in whose node_modules it is installed. */
    library: Packed & { readonly home: string };
  }
}

export default async function packOnce({ provide }: TestProject): Promise<() => Promise<void>> {
  const home = await mkdtemp(join(tmpdir(), "rsa-variants-"));
  const packed = await packInto(home);
  await installInto(home, packed);
  provide("library", { ...packed, home });
  return () => rm(home, { recursive: true, force: true });
}
