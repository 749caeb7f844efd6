import { defaultSelection } from "@rsa-variants/measure/plan/selection";
import { writeSelection } from "@rsa-variants/measure/plan/url";
import { lazily } from "../ui/lazy.tsx";
import { mount, Notices, Section } from "../ui/place.tsx";
import { Compare, type ViewProps } from "./actions.ts";
import { scopeOf } from "./charts/scope.ts";
import { type CompareState, hasProblems } from "./state.ts";
import { Outcome } from "./views/answer.tsx";
import { Charts } from "./views/charts.tsx";
import { Files } from "./views/files.tsx";
import { Guards } from "./views/guards.tsx";
import { RunPanel } from "./views/run-panel.tsx";
import "./compare.css";

/** The place: what to measure, the answer, and below it everything that the answer is based on. */
function Place({ state, actions }: ViewProps) {
  const { notices, failure } = state;
  const stale = hasProblems(state);
  return (
    <>
      <Notices notices={notices} failure={failure} onDismiss={(change) => actions.store.change(change)} />
      <RunPanel {...{ state, actions }} />
      {!isReady(state) && <Waiting state={state} />}
      {/* The results belong to the last valid settings. */}
      <div class={stale ? "results-part is-stale" : "results-part"} inert={stale} hidden={!isReady(state)}>
        <Outcome {...{ state, actions }} />
        <p class="fine on-paper hint">
          {scopeOf(state)} All operations took turns. A time is the one that a fifth of its samples undercuts, with the
          95 % interval of that quantile; theory counts squarings and multiplications. Settings:{" "}
          {writeSelection(state.selection)}
        </p>
        <Files {...{ state, actions }} />
        <Section id="scenarios" title="What this means for a job">
          <Scenarios state={state} />
        </Section>
        <Section id="charts" title="Charts" isOpen>
          <Charts {...{ state, actions }} />
        </Section>
        <Section id="guards-section" title="What the guards cost" isOpen={state.selection.measureGuards}>
          <Guards {...{ state, actions }} />
        </Section>
      </div>
      <Section id="example" title="A worked example" isOpen={state.followed !== undefined}>
        <Example followed={state.followed} />
      </Section>
      <Section id="methods" title="How this is measured">
        <Methods state={state} />
      </Section>
    </>
  );
}

/** What the HTML of the page has shown so far, until it can be drawn again: without it, a line of text. */
const firstPaint = document.getElementById("first-paint")?.querySelector(".results-part");
const painted = firstPaint ? [...firstPaint.childNodes] : undefined;

function Waiting({ state }: Pick<ViewProps, "state">) {
  const isUnchanged = writeSelection(state.selection) === writeSelection(defaultSelection);
  if (painted === undefined || !isUnchanged) return <p class="loading">Loading the safety verdicts …</p>;
  return <div class="results-part" inert ref={(element) => element?.replaceChildren(...painted)} />;
}

/** Whether there are results to show. The recorded run waits for the verdicts; a run of this machine does not. */
function isReady({ running, run, recorded, security }: CompareState): boolean {
  const isMeasured = running !== undefined || run?.state === "done" || run?.state === "stopped";
  return isMeasured || (recorded !== undefined && security.state !== "loading");
}

const loadLater = () => import("./later.ts");
const Scenarios = lazily(async () => (await loadLater()).Scenarios, "the jobs");
const Example = lazily(async () => (await loadLater()).WorkedExampleView, "the example");
const Methods = lazily(async () => (await loadLater()).Methods, "the methods");

const actions = new Compare(location.search, loadLater);
actions.start();
// WebAssembly is asked for before the first drawing, which keeps a slow processor busy.
setTimeout(() => {
  document.getElementById("first-paint")?.remove();
  mount(actions.store, ({ state }) => <Place state={state} actions={actions} />);
});
