import { defaultSelection } from "@rsa-variants/measure/plan/selection";
import { readRunFile } from "@rsa-variants/measure/run/file";
import { emptyRun } from "@rsa-variants/measure/run/run";
import { derive } from "@rsa-variants/page/compare/derive.ts";
import recordedText from "@rsa-variants/page/compare/recorded.json?raw";
import type { LibraryState } from "@rsa-variants/page/compare/state.ts";
import { expect, it } from "vitest";

const recorded = readRunFile(recordedText);
const scalar: LibraryState = { state: "ready", engines: ["scalar"], build: "baseline", check: () => undefined };

it.each<LibraryState>([scalar, { state: "loading" }, { state: "failed", message: "" }])(
  "the recorded run is shown where its engine does not run: $state",
  (library) => {
    const state = {
      selection: defaultSelection,
      library,
      security: { state: "loading" },
      recorded,
      opened: [],
    } as const;
    const { rows } = derive(state);
    const measured = rows.filter(({ subject, summaries }) => subject.kind === "variant" && summaries.decrypt);
    expect(measured.length).toBeGreaterThanOrEqual(10);
    expect(rows.filter(({ messageKind }) => messageKind === "unavailable")).toEqual([]);
    // Without the recorded run there are rows all the same.
    expect(derive({ ...state, recorded: emptyRun("") }).rows).toHaveLength(rows.length);
    // An engine that the user chose is not taken for another.
    const chosen = derive({ ...state, selection: { ...defaultSelection, engines: ["scalar"] } });
    expect(chosen.rows.filter(({ messageKind }) => messageKind === "unavailable")).toEqual([]);
    expect(chosen.rows.some(({ subject, summaries }) => subject.kind === "variant" && summaries.decrypt)).toBe(false);
  },
);
