import type { JSX } from "preact";
import { QuietButton } from "../../ui/buttons.tsx";
import { nextSteps } from "../jobs/next.ts";
import type { WorkTab } from "../state.ts";
import type { PartProps } from "./part.ts";

interface NextStepsProps extends PartProps {
  readonly tab: WorkTab;
}

/** Buttons that carry the outcome of a tab to another one. */
export function NextSteps({ tab, state, actions }: NextStepsProps): JSX.Element | null {
  const steps = nextSteps(tab, state);
  if (steps.length === 0) return null;
  return (
    <div class="actions next-steps">
      <span class="muted">Next:</span>
      {steps.map((step) => (
        <QuietButton
          key={step.text}
          disabled={step.tab !== "doctor" && state.jobs[step.tab].running !== undefined}
          onClick={() => actions.take(step)}
        >
          {step.text}
        </QuietButton>
      ))}
    </div>
  );
}
