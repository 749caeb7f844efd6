import "../ui/styles/index.ts";
import "./styles/choices.css";
import "./styles/table.css";
import "./styles/table-sizes.css";
import "./styles/charts.css";
import "./styles/guards.css";
import "./styles/variants.css";
import "./styles/media.css";
import { controlsForm, suggestions } from "../common/controls.ts";
import { h } from "../common/dom.ts";
import { failureView, noticesView } from "../common/notices.ts";
import { presetsView } from "../common/presets.ts";
import { App } from "./app.ts";
import { speedUpChart } from "./charts/speedup.ts";
import { timesChart } from "./charts/times.ts";
import { tradeOffChart } from "./charts/trade-off.ts";
import { matchingPresets, type Preset, presets } from "./params/presets.ts";
import type { State } from "./state.ts";
import { choicesView } from "./view/choices.ts";
import { environmentView } from "./view/environment.ts";
import { exponentField, numberField } from "./view/fields.ts";
import { guardsView } from "./view/guards.ts";
import { progressView, runView } from "./view/run-panel.ts";
import { sourcesView } from "./view/sources.ts";
import { sweepView } from "./view/sweep.ts";
import { tableLegend, tableView } from "./view/table.ts";
import { filesView, tableBarView } from "./view/toolbar.ts";
import { variantsView } from "./view/variants.ts";
import { verdictView } from "./view/verdict.ts";

const app = new App(location.search);

const lengths = [128, 256, 512, 768, 1024, 1536, 2048, 3072, 4096, 6144, 8192];
const notices = noticesView(app);
const failure = failureView(app);
const presetButtons = presetsView<Preset, State>(
  presets,
  ({ selection }) => matchingPresets(selection),
  ({ values }) => app.select(values),
);
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
const form = controlsForm({
  label: "What to measure",
  presets: presetButtons.element,
  fields: [...fields.map(({ element }) => element), suggestions("modulus-lengths", lengths)],
  run: run.element,
  below: [choices.element, progress.element],
  submit: () => (app.state.running === undefined ? app.start("table") : app.stop()),
});
const bar = tableBarView(app);
const table = tableView(app);
const verdict = verdictView();
const files = filesView(app);
const sources = sourcesView();
const speedUp = speedUpChart();
const times = timesChart();
const tradeOff = tradeOffChart();
const guards = guardsView(app);
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
    h("div", { class: "charts" }, speedUp.element, times.element, tradeOff.element, guards.element, sweep.element),
    variants.element,
    environment.element,
  );

app.show([
  notices,
  failure,
  presetButtons,
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
  tradeOff,
  guards,
  sweep,
  variants,
  environment,
]);
app.loadLibrary();
app.loadSecurity();
