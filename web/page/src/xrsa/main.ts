import "../ui/styles/index.ts";
import "./styles/controls.css";
import "./styles/picture.css";
import "./styles/figures.css";
import "./styles/stepper.css";
import "./styles/modes.css";
import "./styles/memory.css";
import "./styles/notes.css";
import "./styles/media.css";
import { controlsForm, suggestions } from "../common/controls.ts";
import { failureView, noticesView } from "../common/notices.ts";
import { presetsView } from "../common/presets.ts";
import { App } from "./app.ts";
import { matchingPresets, type Preset, presets } from "./params/presets.ts";
import { pictureView } from "./picture/view.ts";
import type { State } from "./state.ts";
import { stepperView } from "./stepper/view.ts";
import { keySourceField, modeField, numberField } from "./view/fields.ts";
import { keyView } from "./view/key.ts";
import { memoryView } from "./view/memory.ts";
import { modesView } from "./view/modes.ts";
import { notesView } from "./view/notes.ts";
import { resultView } from "./view/result.ts";
import { progressView, runButton } from "./view/run-panel.ts";
import { tableOneView } from "./view/table-one.ts";

const app = new App(location.search);

const lengths = [128, 1024, 2048, 3072, 4096, 6144, 7680, 8192];
const multipliers = [64, 512, 1024, 2048, 4096];
const notices = noticesView(app);
const failure = failureView(app);
const presetButtons = presetsView<Preset, State>(
  presets,
  ({ selection }) => matchingPresets(selection),
  ({ values }) => app.select(values, true),
);
const fields = [
  numberField("modulusLength", app, "modulus-lengths"),
  numberField("primes", app),
  numberField("multiplierLength", app, "multiplier-lengths"),
  modeField(app),
  numberField("windowWidth", app),
  numberField("unitRam", app),
  numberField("controllerRam", app),
  keySourceField(app),
];
const run = runButton();
const progress = progressView();
const form = controlsForm({
  label: "What to compute",
  presets: presetButtons.element,
  fields: [
    ...fields.map(({ element }) => element),
    suggestions("modulus-lengths", lengths),
    suggestions("multiplier-lengths", multipliers),
  ],
  run: run.element,
  below: [progress.element],
  submit: () => app.startOrStop(),
});
const picture = pictureView(app);
const stepper = stepperView(app);
const result = resultView();
const key = keyView();
const modes = modesView(app);
const memory = memoryView();
const tableOne = tableOneView(app);
const notes = notesView();

document
  .querySelector("main")
  ?.append(
    notices.element,
    failure.element,
    form,
    picture.element,
    stepper.element,
    result.element,
    key.element,
    modes.element,
    memory.element,
    tableOne.element,
    notes.element,
  );

app.show([
  notices,
  failure,
  presetButtons,
  ...fields,
  run,
  progress,
  picture,
  stepper,
  result,
  key,
  modes,
  memory,
  tableOne,
  notes,
]);
app.loadLibrary();
