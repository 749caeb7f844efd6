// Times the package in Node: without words it lists the tests, with a test's name and seconds it prints what that measured;
// `versions` prints what runs it.
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
    console.error(`there is no test ${name} of ${seconds} seconds`);
    process.exitCode = 1;
  } else {
    console.log(JSON.stringify({ samples: measure(test.subject(), Number(seconds)) }));
  }
}
