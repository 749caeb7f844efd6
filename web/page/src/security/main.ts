import "../ui/styles/index.ts";
import "./styles/controls.css";
import "./styles/judgement.css";
import "./styles/strength.css";
import "./styles/map.css";
import "./styles/attacks.css";
import "./styles/key.css";
import "./styles/media.css";
import { controlsForm, suggestions } from "../common/controls.ts";
import { h } from "../common/dom.ts";
import { failureView, noticesView } from "../common/notices.ts";
import { presetsView } from "../common/presets.ts";
import { App } from "./app.ts";
import { attacksView } from "./attack/view.ts";
import { keyView } from "./key/view.ts";
import { mapView } from "./map/view.ts";
import { matchingPresets, type Preset, presets } from "./params/presets.ts";
import { numberFields } from "./params/selection.ts";
import type { State } from "./state.ts";
import { sliderField, variantField } from "./view/fields.ts";
import { conformanceView, primeLimitsView } from "./view/standards.ts";
import { strengthView } from "./view/strength.ts";
import { verdictView } from "./view/verdict.ts";

const app = new App(location.search);

const notices = noticesView(app);
const failure = failureView(app);
const presetButtons = presetsView<Preset, State>(
  presets,
  ({ selection }) => matchingPresets(selection),
  ({ params }) => app.apply(params),
);
const fields = [variantField(app), ...numberFields.map((name) => sliderField(name, app))];
const form = controlsForm({
  label: "Parameters",
  presets: presetButtons.element,
  fields: [
    ...fields.map(({ element }) => element),
    suggestions("modulus-lengths", [512, 768, 1024, 1536, 2048, 3072, 4096, 8192]),
  ],
});
const verdict = verdictView(app);
const conformance = conformanceView();
const primeLimits = primeLimitsView();
const strength = strengthView();
const map = mapView(app);
const key = keyView();
const attacks = attacksView(app);

document
  .querySelector("main")
  ?.append(
    notices.element,
    failure.element,
    form,
    h("div", { class: "answer" }, verdict.element, h("div", {}, conformance.element, primeLimits.element)),
    strength.element,
    key.element,
    map.element,
    attacks.element,
  );

app.show([notices, failure, presetButtons, ...fields, verdict, conformance, primeLimits, strength, key, map, attacks]);
app.loadLibrary();
