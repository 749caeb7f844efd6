// For pages: the title is the report.
import { run } from "./entries.js";

run().then((report) => {
  document.title = JSON.stringify(report);
});
