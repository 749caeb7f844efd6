import type { Release } from "./releases.mjs";

export function install(
  release: Release,
  options: { folder: string; compile: (reason: string) => Promise<void>; patience?: number },
): Promise<string>;
