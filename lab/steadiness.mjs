// @ts-check
// How much other work on the machine misleads the figures of the page (docs/benchmarks.md has the results).

import { loadavg } from "node:os";
import { main, whole } from "../scripts/lib/command.mjs";
import { page as root } from "../scripts/lib/paths.mjs";
import { setUp } from "../scripts/lib/set-up.mjs";
import { describeMachine, documentWith, printTables, showProgress, warnWhenBusy } from "./bench/measuring.mjs";
import { serveMeasuringPage } from "./bench/measuring-page.mjs";

/** The compared estimators: quantiles of an operation's times. The page uses the first. */
const estimators = { "the time that a fifth undercuts": 0.2, medians: 0.5 };

const steadiness = {
  usage: "node lab/steadiness.mjs [options]",
  about:
    "Runs the measurement of the built page in Chromium again and again, on the idle machine and beside compilers and a second\n" +
    "browser, and prints how often its figures mislead (about 20 minutes). The value of a speed-up is its median over the idle runs.",
  options: {
    runs: { type: "string", default: "20", help: "runs of each kind" },
    seconds: { type: "string", help: "for each run, instead of 10 and then 2" },
    write: { type: "boolean", help: "write the table to docs/benchmarks.md" },
  },
};

const document = documentWith("docs/benchmarks.md", "bench");

await main(steadiness, async ({ runs, seconds: given, write }) => {
  const count = whole("--runs", runs, 1, 1000);
  const lengths = given === undefined ? [10, 2] : [whole("--seconds", given)];
  if (write) await document.check(["steadiness", "steadiness-machine"]);
  warnWhenBusy("the idle runs would not be idle");
  const day = new Date().toISOString().slice(0, 10);
  await setUp();
  const { preview } = await import("vite"); // these are available only after the set-up
  const { makeBusy, runOnce } = await import("./steadiness/runs.mjs");
  const { rate, valuesOf } = await import("./steadiness/judge.mjs");
  const [site, measuring] = [
    await preview({ root, logLevel: "error", preview: { port: 0, host: "127.0.0.1" } }),
    await serveMeasuringPage(),
  ];
  try {
    const judge = await createJudge(measuring.load);
    /** @param {number} seconds */
    const address = (seconds) => `${site.resolvedUrls?.local[0]}?n=2048&r=3&w=320&seconds=${seconds}`;
    const rows = [];
    for (const seconds of lengths) {
      /** @type {Map<number, Map<string, number>>} */
      const values = new Map();
      for (const isIdle of [true, false]) {
        const end = isIdle ? undefined : await makeBusy(address(3600));
        const files = [];
        let load = 0;
        try {
          for (let run = 1; run <= count; run++) {
            showProgress(`${seconds} s, ${isIdle ? "idle" : "busy"}: run ${run} of ${count}`);
            files.push(await runOnce(address(seconds), seconds));
            load = Math.max(load, loadavg()[0] ?? 0);
          }
        } finally {
          await end?.();
          showProgress("");
        }
        for (const [name, quantile] of Object.entries(estimators)) {
          const said = files.map((file) => judge(file, quantile));
          if (isIdle) values.set(quantile, valuesOf(said));
          const { named, figures, close, held } = rate(said, values.get(quantile) ?? new Map());
          const where = isIdle
            ? "idle machine"
            : `beside compilers and a second browser, load up to ${load.toFixed(0)}`;
          rows.push([`${seconds} s, ${where}: ${name}`, named, `${close} of ${figures}`, `${held} of ${figures}`]);
        }
      }
    }
    const head = [
      `${count} runs each, n 2048, r 3, w 320`,
      "winner named",
      "figures within 15 %",
      "intervals that hold the value",
    ];
    const lines = [head, [":--", "--:", "--:", "--:"], ...rows].map((cells) => `| ${cells.join(" | ")} |`);
    const { processor, threads, system, commit } = describeMachine();
    const tables = [
      { name: "steadiness", markdown: lines.join("\n") },
      {
        name: "steadiness-machine",
        markdown: `${processor}, ${threads} threads, ${system}; ${day}, commit ${commit}.`,
      },
    ];
    printTables(tables);
    if (write) await document.write(tables);
  } finally {
    await measuring.close();
    await site.close();
  }
});

/**
 * What the page would say of a saved run if it used another quantile.
 * @param {(module: string) => Promise<Record<string, any>>} load
 * @returns {Promise<(file: string, quantile: number) => import("./steadiness/judge.mjs").Said>}
 */
async function createJudge(load) {
  const names = ["index", "plan/url", "run/answer", "run/assessor", "run/file", "run/rows", "run/run", "tasks/subject"];
  const modules = await Promise.all(names.map((name) => load(`/../measure/src/${name}.ts`)));
  const { summarize, readSelection, answerOf, createAssessor, readRunFile, ...rest } = Object.assign({}, ...modules);
  const { buildRows, baselineOf, isEligible, speedUpOver, enginesOf, isPlain } = rest;
  const security = await import("rsa-variants/security");
  const assess = createAssessor(await security.load());
  return (file, quantile) => {
    const run = readRunFile(file);
    const { selection } = readSelection(run.selection);
    /** @type {any[]} */
    const rows = buildRows({ selection, available: enginesOf(run), run, assess })
      .filter((/** @type {any} */ { samples }) => samples.decrypt !== undefined)
      .map((/** @type {any} */ row) => ({
        ...row,
        summaries: { decrypt: summarize(row.samples.decrypt, quantile) },
      }));
    const answer = answerOf(rows, "decrypt");
    const others = rows.filter(({ subject }) => !isPlain(subject));
    return {
      speedUps: new Map(
        others.map((row) => [row.id, speedUpOver(baselineOf(row.subject, rows, "decrypt"), row, "decrypt")]),
      ),
      eligible: others.filter((row) => isEligible(row, "decrypt")).map(({ id }) => id),
      winner: typeof answer === "string" ? undefined : answer.fastest.id,
    };
  };
}
