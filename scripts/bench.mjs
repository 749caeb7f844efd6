// npm run bench -- n=2048 r=3 w=160 engines=scalar seconds=60
// Measures in a headless Chromium with the page's own measuring code and prints the table as Markdown. The words are those
// of the page's address; what is left out takes the page's default.
import { join } from "node:path";
import { chromiumFlags, ensureChromium } from "./lib/chromium.mjs";
import { page as pageFolder } from "./lib/paths.mjs";
import { main, Problem } from "./lib/problem.mjs";
import { setUp } from "./lib/set-up.mjs";

/** An empty document beside the page's sources, so that nothing else runs while it measures; isolated as the page is. */
const blankPage = {
  name: "blank-page",
  configureServer(server) {
    server.middlewares.use("/blank", (_request, response) => {
      const headers = { ...server.config.server.headers, "content-type": "text/html" };
      for (const [name, value] of Object.entries(headers)) response.setHeader(name, value);
      response.end("<!doctype html><title>measuring</title>");
    });
  },
};

await main(async () => {
  const query = process.argv.slice(2).join("&");
  await setUp();
  const executablePath = await ensureChromium();
  const { createServer } = await import("vite");
  const { chromium } = await import("playwright");
  const server = await createServer({
    root: pageFolder,
    configFile: join(pageFolder, "vite.config.ts"),
    logLevel: "warn",
    plugins: [blankPage],
    server: { port: 0, hmr: false, watch: null },
  });
  await server.listen();
  const browser = await chromium.launch({ executablePath, args: chromiumFlags });
  try {
    const tab = await browser.newPage();
    await tab.exposeFunction("reportProgress", showProgress);
    await tab.goto(new URL("blank", server.resolvedUrls.local[0]).href);
    const { problems, failures, table } = await tab.evaluate(measureInPage, query);
    showProgress("");
    if (problems.length > 0) throw new Problem(problems.join("\n  "));
    for (const failure of failures) console.error(failure);
    console.log(table);
    if (failures.length > 0) process.exitCode = 1;
  } finally {
    await browser.close();
    await server.close();
  }
});

function showProgress(text) {
  if (process.stderr.isTTY) process.stderr.write(`\r${text.padEnd(70).slice(0, 70)}${text === "" ? "\r" : ""}`);
}

/** Runs in the browser. */
async function measureInPage(query) {
  const [{ readSelection, writeSelection }, { buildRequest }, { startMeasurement }, { load }] = await Promise.all([
    import("/src/params/url.ts"),
    import("/src/request.ts"),
    import("/src/measure/client.ts"),
    import("/@id/rsa-variants"),
  ]);
  const [{ addEvent, emptyRun }, { buildRows }, { toMarkdown }] = await Promise.all([
    import("/src/results/run.ts"),
    import("/src/results/rows.ts"),
    import("/src/results/export.ts"),
  ]);
  const { selection, problems } = readSelection(query);
  if (problems.length > 0) return { problems, failures: [], table: "" };
  const rsa = await load({ build: selection.build });
  const check = (params) => rsa.checkParams(params);
  const run = emptyRun(writeSelection(selection));
  const place = { userAgent: navigator.userAgent, processors: navigator.hardwareConcurrency };
  await new Promise((resolve, reject) => {
    startMeasurement(buildRequest(selection, "table", check), (event) => {
      addEvent(run, event, place);
      if (event.type === "progress") window.reportProgress(`${event.report.phase} ${event.report.detail ?? ""}`);
      if (event.type === "error") reject(new Error(event.message));
      if (event.type === "done") resolve();
    });
  });
  run.state = "done";
  const rows = buildRows({ selection, available: rsa.engines, check, run });
  const failures = run.failures.map(({ subject, message }) => `${subject.variant ?? subject.reference}: ${message}`);
  return { problems, failures, table: toMarkdown(rows, run, selection.modulusLength) };
}
