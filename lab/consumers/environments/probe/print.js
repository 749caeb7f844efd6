// For programs of a terminal.
import { run } from "./entries.js";

run().then((report) => console.log(`REPORT ${JSON.stringify(report)}`));
