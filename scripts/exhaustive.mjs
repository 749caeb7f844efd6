// npm run test:exhaustive: the Rust tests that `cargo test` ignores because they take minutes, in release mode.
// `npm run test:exhaustive -- NAME` runs those whose path contains NAME.
import { main } from "./lib/problem.mjs";
import { mustRun } from "./lib/run.mjs";

await main(() =>
  mustRun("cargo", ["test", "--release", "--workspace", "--tests", "--", "--ignored", ...process.argv.slice(2)], {
    show: true,
  }),
);
