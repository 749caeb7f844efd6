// Runs when the page is built, never in a browser.

import { defaultSelection } from "@rsa-variants/measure/plan/selection";
import { writeSelection } from "@rsa-variants/measure/plan/url";
import { createAssessor } from "@rsa-variants/measure/run/assessor";
import { readRunFile } from "@rsa-variants/measure/run/file";
import { renderToString } from "preact-render-to-string";
import { load } from "rsa-variants/security";
import { Compare } from "./actions.ts";
import { derive } from "./derive.ts";
import recorded from "./recorded.json?raw";
import { Outcome } from "./views/answer.tsx";
import { RunPanel } from "./views/run-panel.tsx";

/** The address that shows it, when it names its settings. */
export const query = writeSelection(defaultSelection);

/** The HTML of what the place shows first: the settings and the recorded run, as its components render them later. */
export async function firstPaint(): Promise<string> {
  const actions = new Compare("", () => Promise.reject(new Error("nothing is loaded while the page is built")));
  const assess = createAssessor(await load());
  const known = {
    ...actions.store.state,
    recorded: readRunFile(recorded),
    security: { state: "ready", assess },
  } as const;
  const state = { ...known, ...derive(known) };
  return renderToString(
    <>
      <RunPanel {...{ state, actions }} />
      <div class="results-part">
        <Outcome {...{ state, actions }} />
      </div>
    </>,
  );
}
