import { keysPerLength, type Step } from "@rsa-variants/measure/experiment/plan";
import { progressText } from "@rsa-variants/measure/experiment/progress";
import { type Row, rowsOf } from "@rsa-variants/measure/experiment/rows";
import { h, setContent, setText } from "../../common/dom.ts";
import { formatNumber } from "../../common/format.ts";
import type { State, View } from "../state.ts";
import { experimentChart } from "./experiment-chart.ts";

/** The tab that repeats the experiment of the paper, from above. */
export function experimentViews(startOrStop: () => void): View[] {
  return [
    leadView(),
    runView(startOrStop),
    tableView("pieces"),
    experimentChart("pieces"),
    tableView("lengths"),
    experimentChart("lengths"),
  ];
}

function leadView(): View {
  return {
    element: h(
      "div",
      { class: "lead-in" },
      h(
        "p",
        {},
        "In 2003 Biswas, Bandyopadhyay and Banerjee encrypted a file of exactly 10,000 characters, c characters at once, on a " +
          "Pentium of 733 MHz with GMP, and found that the time falls as c grows, until the number of 3c digits would exceed N. " +
          "That is because there are fewer exponentiations, 10,000 divided by c; none of them is faster.",
      ),
      h(
        "p",
        {},
        "The same here: original RSA, the text in the memory of a worker. Decryption is bare, as theirs was: without the " +
          "blinding and the fault check that the library has by default.",
      ),
      h(
        "p",
        {},
        "It protects nothing: without padding, equal pieces have equal ciphertexts. And their program seeded rand() with the " +
          "clock for its keys, so that whoever knew the second had the key, ",
        h("a", { href: "../security/#attack-clock-seed" }, "as an attack shows"),
        ". Keys here come from the browser's generator.",
      ),
    ),
    update: () => {},
  };
}

function runView(startOrStop: () => void): View {
  const button = h("button", { type: "button", class: "run", click: startOrStop }, "Run");
  const bar = h("span", { class: "bar", "aria-hidden": "true" });
  const text = h("p", { class: "progress-text" });
  const spoken = h("p", { class: "visually-hidden", role: "status" });
  const problem = h("p", { class: "problem", role: "alert" });
  return {
    element: h(
      "div",
      {},
      h("div", { class: "actions experiment-run" }, button, h("div", { class: "progress job-progress" }, bar, text)),
      spoken,
      problem,
    ),
    update({ library, experiment }) {
      const { state, progress, problem: found } = experiment;
      const isRunning = state === "running";
      button.disabled = library.state !== "ready";
      setText(button, isRunning ? "Stop" : "Run");
      bar.hidden = !isRunning;
      if (progress !== undefined) bar.style.setProperty("--fraction", String(progress.done / progress.steps));
      setText(text, isRunning ? ((progress && progressText(progress)) ?? "Starting") : endTexts[state]);
      setText(spoken, isRunning ? `${progress?.done ?? 0} measurements are done.` : endTexts[state]);
      setText(problem, found ?? "");
    },
  };
}

const endTexts = {
  none: "Ten seconds to a minute, on a phone longer; c\u00a0=\u00a01 takes longest, and comes last.",
  running: "",
  done: "Done: every text came back as it was.",
  stopped: "Stopped. What was measured is kept.",
  failed: "Ended by an error. What was measured is kept.",
} as const;

const captions: Readonly<Record<Step["table"], string>> = {
  pieces: "n 1024: times for the text against c",
  lengths: "n from 512 to 2048, c in proportion",
};

function tableView(table: Step["table"]): View {
  const body = h("tbody", {});
  const keys = table === "lengths";
  const times = [...(keys ? ["key"] : []), "encrypt", "decrypt"];
  const heading = `experiment-${table}-heading`;
  const element = h(
    "section",
    { class: "experiment-table" },
    h("h2", { id: heading }, captions[table]),
    h(
      "div",
      { class: "table-box", tabindex: 0, role: "region", "aria-labelledby": heading },
      h(
        "table",
        { class: "times", "aria-labelledby": heading },
        h(
          "thead",
          {},
          h(
            "tr",
            {},
            ...[...(keys ? ["n"] : []), "c"].map((name) => h("th", { scope: "col", rowspan: 2 }, name)),
            ...times.map((name) => h("th", { scope: "colgroup", colspan: 2, class: "pair" }, name)),
            h("th", { scope: "col", rowspan: 2 }, "runs"),
          ),
          h("tr", {}, ...times.flatMap(() => ["here", "2003"].map((name) => h("th", { scope: "col" }, name)))),
        ),
        body,
      ),
    ),
    h(
      "p",
      { class: "table-legend" },
      `Milliseconds; ${keys ? `a key is the median of ${keysPerLength}; ` : ""}a text is the median of three runs, or one run where it took more than a ` +
        "second. Rough: nothing is repeated until it is certain, other programs slow it down, and times of a few steps of the browser's clock are coarse. 2003: the paper's figures.",
    ),
  );
  return {
    element,
    update({ experiment }: State) {
      const rows = rowsOf(table, experiment.points);
      setContent(body, JSON.stringify(rows), () => rows.map((row) => rowElement(row, keys)));
    },
  };
}

function rowElement({ step, here, paper }: Row, keys: boolean): HTMLElement {
  const time = (value: number | undefined) => h("td", {}, value === undefined ? "–" : formatNumber(value));
  const first = keys ? step.modulusLength : step.charactersAtOnce;
  return h(
    "tr",
    {},
    h("th", { scope: "row" }, String(first)),
    ...(keys
      ? [h("td", {}, String(step.charactersAtOnce)), time(here?.keyGeneration), time(paper["key-generation"])]
      : []),
    time(here?.encrypt),
    time(paper.encrypt),
    time(here?.decrypt),
    time(paper.decrypt),
    h("td", {}, here === undefined ? "–" : String(here.runs)),
  );
}
