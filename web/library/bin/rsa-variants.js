#!/usr/bin/env node
// npm links this file as `rsa-variants` during installation. The program that it starts exists only after a build.
import { existsSync } from "node:fs";

const program = new URL("../dist/node/cli.js", import.meta.url);
if (existsSync(program)) await import(program.href);
else {
  console.error('rsa-variants is not built yet: run "npm run build" in the root folder of the repository');
  process.exitCode = 1;
}
