import type { JSX } from "preact";
import { QuietButton, WhyDisabled } from "../../ui/buttons.tsx";
import { type NextStep, nextSteps } from "../jobs/next.ts";
import { tabNames, type WorkTab } from "../state.ts";
import type { PartProps } from "./part.ts";

interface NextStepsProps extends PartProps {
  readonly tab: WorkTab;
}

/** Buttons that carry the outcome of a tab to another one. */
export function NextSteps({ tab, state, actions }: NextStepsProps): JSX.Element | null {
  const steps = nextSteps(tab, state);
  if (steps.length === 0) return null;
  const isBusy = (step: NextStep) => step.tab !== "doctor" && state.jobs[step.tab].running !== undefined;
  const busy = steps.find(isBusy);
  return (
    <div class="actions next-steps">
      <span class="muted">Next:</span>
      {steps.map((step) => (
        <QuietButton
          key={step.text}
          disabled={isBusy(step)}
          aria-describedby={`${tab}-next-why`}
          onClick={() => actions.take(step)}
        >
          {step.text}
        </QuietButton>
      ))}
      <WhyDisabled id={`${tab}-next-why`} reason={busy && `The tab ${tabNames[busy.tab]} is busy.`} />
    </div>
  );
}
