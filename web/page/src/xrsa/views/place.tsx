import type { JSX } from "preact";
import { useMemo } from "preact/hooks";
import { Notices } from "../../ui/notices.tsx";
import { Section } from "../../ui/section.tsx";
import type { ViewProps } from "../actions.ts";
import { isStale, shownReport, shownRun } from "../state.ts";
import { Memory, Modes } from "./costs.tsx";
import { Form } from "./form.tsx";
import { Notes, TableOne } from "./paper.tsx";
import { Picture } from "./picture.tsx";
import { DeviceKey, Result } from "./result.tsx";
import { Stepper } from "./stepper.tsx";

/** The place: what to compute, the picture that follows it, and what it costs. */
export function Place({ state, actions }: ViewProps): JSX.Element {
  const { notices, failure, library, shown, tableOne } = state;
  const [run, report] = [shownRun(state), shownReport(state)];
  const stale = isStale(state);
  // The picture moves with every frame; the rest does not.
  const costs = useMemo(
    () => (
      <>
        {shown.plans?.all.every((plan) => plan.report === undefined) !== true && <Modes {...{ shown, actions }} />}
        {shown.plans?.refusal === undefined && <Memory report={report} selection={shown.selection} />}
      </>
    ),
    [shown, report],
  );
  return (
    <>
      <Notices notices={notices} failure={failure} onDismiss={(what) => actions.dismiss(what)} />
      <Form {...{ state, actions }} />
      {/* What is shown belongs to the last choice that can be computed. */}
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
