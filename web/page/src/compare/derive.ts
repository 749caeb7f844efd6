import type { Selection } from "@rsa-variants/measure/plan/selection";
import { readSelection } from "@rsa-variants/measure/plan/url";
import { buildRows } from "@rsa-variants/measure/run/rows";
import { enginesOf, measuredLengths, ofBuild, type Run } from "@rsa-variants/measure/run/run";
import type { CompareState } from "./state.ts";

/** The fields of the state that follow from the others. */
export type Derived = "figures" | "shown" | "loaded" | "rows";

type Given = Pick<CompareState, "selection" | "library" | "security" | "run" | "running" | "recorded" | "opened">;

/** What follows from the rest of the state. */
export function derive(state: Given): Pick<CompareState, Derived> {
  const { selection, library, security, run, running, recorded, opened } = state;
  const ready = library.state === "ready" ? library : undefined;
  const isMeasured = running !== undefined || (run !== undefined && run.measurements.length + run.failures.length > 0);
  const visible = opened.filter(({ isHidden }) => !isHidden);
  const other = isMeasured ? undefined : visible[0]?.run;
  const figures = other ?? ownRun(state);
  const shown = isMeasured ? figures : (other ?? recorded);
  const loaded = visible.filter((each) => each.run !== other);
  // The other machine may not have had the engine that is the fastest here.
  const there = isMeasured || shown === undefined ? [] : enginesOf(shown);
  const here = ready?.engines;
  const rows = buildRows({
    selection,
    available: there.length > 0 && selection.engines.length === 0 ? there : here && [...there, ...here],
    check: ready?.check,
    assess: security.state === "ready" ? security.assess : undefined,
    run: shown,
    loaded: loaded.map((each) => each.run),
  });
  return { figures, shown, loaded, rows };
}

/** The run of this tab. While a build is loading, it is not known whether the run belongs to it. */
export function ownRun({ run, library }: Pick<CompareState, "run" | "library">): Run | undefined {
  if (run === undefined || library.state === "loading") return undefined;
  return ofBuild(run, library.state === "ready" ? library.build : undefined);
}

/** The settings of a run. A run of a series, or of a link, may lack the length that was chosen first. */
export function settingsOf(run: Run): Selection {
  const { selection } = readSelection(run.selection);
  const lengths = measuredLengths(run);
  const [modulusLength = selection.modulusLength] = lengths.includes(selection.modulusLength) ? [] : lengths;
  return { ...selection, modulusLength };
}
