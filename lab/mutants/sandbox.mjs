// @ts-check
// Stryker runs this in its copy of the project, after it has put its mutants into the library's TypeScript. It compiles the
// library and links `rsa-variants` to this copy.
import { mkdir, symlink } from "node:fs/promises";
import { join } from "node:path";
import { library, root } from "../../scripts/lib/paths.mjs";
import { mustRun } from "../../scripts/lib/run.mjs";

// Not checked: Stryker's additions have no types.
await mustRun("tsc", ["-p", library, "--noCheck", "--declaration", "false", "--stripInternal", "false"]);
await mkdir(join(root, "node_modules"), { recursive: true });
await symlink(library, join(root, "node_modules", "rsa-variants"), "junction");
