#!/usr/bin/env node
// npm links this file as `rsa-variants` when it installs; what it starts is there only when it is built.
import { existsSync } from "node:fs";

const program = new URL("../dist/cli/main.js", import.meta.url);
if (existsSync(program)) await import(program.href);
else {
  console.error("rsa-variants: it is not built yet: npm run build, in the root folder of the repository, builds it");
  process.exitCode = 1;
}
