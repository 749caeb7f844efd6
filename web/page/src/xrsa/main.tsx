import { formatCount } from "@rsa-variants/measure/text/format";
import { useMemo } from "preact/hooks";
import { published } from "rsa-variants/xrsa";
import { Store } from "../core/store.ts";
import { lazily } from "../ui/lazy.tsx";
import { mount, Notices, Section } from "../ui/place.tsx";
import { Actions, loadLater, type ViewProps } from "./actions.ts";
import { readSelection } from "./selection.ts";
import { initialState, isStale, shownReport, shownRun } from "./state.ts";
import { Computation } from "./views/computation.tsx";
import { Modes } from "./views/costs.tsx";
import { Form } from "./views/form.tsx";
import { Result } from "./views/result.tsx";
import "./computation.css";
import "./xrsa.css";

const DeviceKey = lazily(() => loadLater().then((later) => later.DeviceKey), "the key’s counts");
const Memory = lazily(() => loadLater().then((later) => later.Memory), "the counts");
const Notes = lazily(() => loadLater().then((later) => later.Notes), "the notes");

/** The picture of a computation, what to compute, and what it costs. */
function Place({ state, actions }: ViewProps) {
  const { notices, failure, library, fewest, shown } = state;
  const [run, report] = [shownRun(state), shownReport(state)];
  const stale = isStale(state);
  const shownBox = { class: stale ? "shown is-stale" : "shown", inert: stale };
  // The picture moves with every frame; the rest does not.
  const costs = useMemo(
    () => shown.plans?.all.every((plan) => plan.report === undefined) !== true && <Modes {...{ shown, actions }} />,
    [shown],
  );
  return (
    <>
      <Notices notices={notices} failure={failure} onDismiss={(change) => store.change(change)} />
      <p class="summary">
        RSA-4096 takes {formatCount(published.multiplications)} multiplications of the chip in the paper’s count, and{" "}
        {fewest === undefined ? "…" : formatCount(fewest)} with a window for the exponent.
      </p>
      <div {...shownBox}>
        <Computation {...{ state, actions }} />
      </div>
      <Form {...{ state, actions }} />
      <div {...shownBox}>
        {run?.device && <Result run={run} device={run.device} />}
        {run?.key && <DeviceKey made={run.key} />}
        {library !== "failed" && costs}
        {library !== "failed" && shown.plans?.refusal === undefined && (
          <Section id="memory" title="Memory and operations">
            <Memory report={report} selection={shown.selection} />
          </Section>
        )}
      </div>
      <Section id="notes" title="Notes on the paper">
        <Notes />
      </Section>
    </>
  );
}

const store = new Store(initialState(readSelection(location.search)));
const actions = new Actions(store);
mount(store, ({ state }) => <Place state={state} actions={actions} />);
actions.loadLibrary();
