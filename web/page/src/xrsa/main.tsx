import type { JSX } from "preact";
import { useMemo } from "preact/hooks";
import { Store } from "../core/store.ts";
import { mount, Notices, Section } from "../ui/place.tsx";
import { Actions, type ViewProps } from "./actions.ts";
import { readSelection } from "./selection.ts";
import { initialState, isStale, shownReport, shownRun } from "./state.ts";
import { DeviceKey, Memory, Modes, Result } from "./views/costs.tsx";
import { Form } from "./views/form.tsx";
import { Notes, TableOne } from "./views/paper.tsx";
import { Picture } from "./views/picture.tsx";
import { Stepper } from "./views/stepper.tsx";
import "./xrsa.css";

/** What to compute, the picture that follows it, and what it costs. */
function Place({ state, actions }: ViewProps): JSX.Element {
  const { notices, failure, library, shown, tableOne } = state;
  const [run, report] = [shownRun(state), shownReport(state)];
  const stale = isStale(state);
  // The picture moves with every frame; the rest does not.
  const costs = useMemo(
    () => (
      <>
        {shown.plans?.all.every((plan) => plan.report === undefined) !== true && <Modes {...{ shown, actions }} />}
        {shown.plans?.refusal === undefined && (
          <Section id="memory" title="Memory and operations">
            <Memory report={report} selection={shown.selection} />
          </Section>
        )}
      </>
    ),
    [shown, report],
  );
  return (
    <>
      <Notices notices={notices} failure={failure} onDismiss={(what) => actions.dismiss(what)} />
      <Form {...{ state, actions }} />
      <div class={stale ? "shown is-stale" : "shown"} inert={stale}>
        <Picture {...{ state, actions, report }} />
        <Stepper {...{ state, actions, run }} />
        {run?.device && <Result run={run} device={run.device} />}
        {run?.key && <DeviceKey made={run.key} />}
        {library !== "failed" && costs}
      </div>
      <Section id="table-one" title="One modular multiplication: Table I of the paper" isOpen={tableOne.isRunning}>
        <TableOne {...{ state, actions }} />
      </Section>
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
