import "./styles/tokens.css";
import "./styles/page.css";
import "./styles/controls.css";
import "./styles/progress.css";
import "./styles/table.css";
import "./styles/table-sizes.css";
import "./styles/charts.css";
import "./styles/media.css";
import { App } from "./app.ts";
import { speedUpChart } from "./charts/speedup.ts";
import { timesChart } from "./charts/times.ts";
import { choicesView } from "./view/choices.ts";
import { h } from "./view/dom.ts";
import { environmentView } from "./view/environment.ts";
import { exponentField, numberField } from "./view/fields.ts";
import { failureView, noticesView } from "./view/notices.ts";
import { presetsView } from "./view/presets.ts";
import { progressView, runView } from "./view/run-panel.ts";
import { sourcesView } from "./view/sources.ts";
import { sweepView } from "./view/sweep.ts";
import { tableLegend, tableView } from "./view/table.ts";
import { filesView, tableBarView } from "./view/toolbar.ts";
import { variantsView } from "./view/variants.ts";
import { verdictView } from "./view/verdict.ts";

const app = new App(location.search);

const lengths = [512, 768, 1024, 1536, 2048, 3072, 4096, 6144, 8192];
const notices = noticesView(app);
const failure = failureView(app);
const presets = presetsView(app);
const fields = [
  numberField("modulusLength", app),
  numberField("primes", app),
  numberField("crtExponentLength", app),
  numberField("batchSize", app),
  exponentField(app),
];
const run = runView(app);
const choices = choicesView(app);
const progress = progressView();
const form = h(
  "form",
  {
    class: "controls",
    "aria-label": "What to measure",
    novalidate: true,
    submit: (event) => {
      event.preventDefault();
      // Enter in a field starts the run, which disables the field: the focus must not get lost.
      if (event instanceof SubmitEvent) event.submitter?.focus();
      if (app.state.running === undefined) app.start("table");
      else app.stop();
    },
  },
  presets.element,
  h(
    "div",
    { class: "what" },
    h(
      "div",
      { class: "fields" },
      ...fields.map(({ element }) => element),
      h("datalist", { id: "modulus-lengths" }, ...lengths.map((value) => h("option", { value }))),
    ),
    run.element,
  ),
  choices.element,
  progress.element,
);
const bar = tableBarView(app);
const table = tableView(app);
const verdict = verdictView();
const files = filesView(app);
const sources = sourcesView();
const speedUp = speedUpChart();
const times = timesChart();
const sweep = sweepView(app);
const variants = variantsView();
const environment = environmentView();

document
  .querySelector("main")
  ?.append(
    notices.element,
    failure.element,
    form,
    h(
      "section",
      { class: "outcome", "aria-label": "Results" },
      bar.element,
      table.element,
      tableLegend(),
      verdict.element,
      files.element,
      sources.element,
    ),
    h("div", { class: "charts" }, speedUp.element, times.element, sweep.element),
    variants.element,
    environment.element,
  );

app.show([
  notices,
  failure,
  presets,
  ...fields,
  run,
  choices,
  progress,
  bar,
  table,
  verdict,
  files,
  sources,
  speedUp,
  times,
  sweep,
  variants,
  environment,
]);
app.loadLibrary();
