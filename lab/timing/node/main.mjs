// Times the package in Node. Without arguments it lists the tests; with the name of a test and a number of seconds it prints the
// times; with `versions` it prints the versions of Node and the build.
import { parseArgs } from "node:util";
import { load } from "rsa-variants";
import { catalogue } from "./catalogue.mjs";
import { measure } from "./measure.mjs";

const { positionals } = parseArgs({ allowPositionals: true });
const tests = await catalogue();
if (positionals.length === 0) {
  for (const { name, part, operation, classes } of tests) {
    console.log(JSON.stringify({ name, part, operation, classes }));
  }
} else if (positionals[0] === "versions") {
  const { build } = await load();
  console.log(JSON.stringify({ node: process.versions.node, build }));
} else {
  const [name, seconds] = positionals;
  const test = tests.find((each) => each.name === name);
  if (test === undefined || !(Number(seconds) > 0)) {
    console.error(`unknown test ${name}, or invalid number of seconds ${seconds}`);
    process.exitCode = 1;
  } else {
    console.log(JSON.stringify({ samples: measure(test.subject(), Number(seconds)) }));
  }
}
