import { parseLengths } from "@rsa-variants/measure/plan/url";
import { formatNumber } from "@rsa-variants/measure/text/format";
import type { JSX } from "preact";
import { useState } from "preact/hooks";
import { Segments } from "../../ui/buttons.tsx";
import { ChartPanel } from "../../ui/chart.tsx";
import { TextField } from "../../ui/fields.tsx";
import { MathText } from "../../ui/math.tsx";
import type { ViewProps } from "../actions.ts";
import { type Curve, curveNames, sweepCurves, sweepDrawing } from "../charts/sweep.ts";
import { operationTexts } from "../texts.ts";
import { SubjectTable } from "./marks.tsx";
import { blockedReason } from "./run-panel.tsx";

type Direction = "encrypt" | "decrypt";

/** How times grow with the modulus length: the lengths, a separate run, the chart and the fitted exponents. */
export function Sweep({ state, actions }: ViewProps): JSX.Element {
  const [direction, setDirection] = useState<Direction>("decrypt");
  const curves = sweepCurves(state.figures, state.selection, direction);
  return (
    <ChartPanel
      id="sweep"
      title="Time against modulus length"
      subtitle="Both axes are logarithmic. The dotted lines show growth as n², for an exponent of constant length, and n³, for one that grows with n."
      empty="Measure a series of lengths to see how the times grow."
      drawing={sweepDrawing(curves, direction)}
      isRunning={state.running !== undefined}
      after={<Slopes {...{ curves, direction }} />}
    >
      <SweepForm {...{ state, actions, direction, setDirection }} />
    </ChartPanel>
  );
}

interface FormProps extends ViewProps {
  readonly direction: Direction;
  readonly setDirection: (direction: Direction) => void;
}

function SweepForm({ state, actions, direction, setDirection }: FormProps): JSX.Element {
  const { running, selection, fieldProblems } = state;
  const problem = fieldProblems.sweepLengths;
  const isBlocked = running === undefined && (blockedReason(state) ?? problem) !== undefined;
  return (
    <form
      class="sweep-form"
      novalidate
      onSubmit={(event) => {
        event.preventDefault();
        event.submitter?.focus();
        if (running === undefined) actions.measure("sweep");
        else actions.stop();
      }}
    >
      <TextField
        name="sweep-lengths"
        letter="n"
        label="series, bits"
        value={problem === undefined ? selection.sweepLengths.join(", ") : undefined}
        typed={state.typedLengths}
        isSame={(typed, chosen) => parseLengths(typed).lengths.join(", ") === chosen}
        problems={problem === undefined ? [] : [problem]}
        disabled={running !== undefined}
        onText={(text) => actions.typeLengths(text)}
      />
      <button type="submit" class="secondary" disabled={running === "table" || isBlocked}>
        {running === "sweep" ? "Stop" : "Measure series"}
      </button>
      <Segments
        label="Operation of the series"
        values={(["decrypt", "encrypt"] as const).map((value) => ({ value, text: operationTexts[value].name }))}
        chosen={direction}
        onChoose={setDirection}
      />
      {running === "sweep" && state.progress !== undefined && (
        <p class="hint">Measuring {state.progress.modulusLength} bits …</p>
      )}
    </form>
  );
}

/** The same numbers as a table, with the exponent of the power law that fits each row. */
function Slopes({ curves, direction }: { readonly curves: readonly Curve[]; readonly direction: Direction }) {
  const lengths = [...new Set(curves.flatMap(({ points }) => points.map(({ modulusLength }) => modulusLength)))];
  lengths.sort((a, b) => a - b);
  if (lengths.length < 2) return null;
  const names = curveNames(curves);
  const rows = curves.map(({ subject, points, slope }, at) => {
    const times = lengths.map((length) => {
      const point = points.find(({ modulusLength }) => modulusLength === length);
      return point === undefined ? "–" : formatNumber(point.milliseconds);
    });
    const growth = slope === undefined ? "–" : <MathText text={`n^(${formatNumber(slope, 2)})`} />;
    return { subject, name: names[at] ?? "", cells: [...times, growth] };
  });
  return (
    <SubjectTable
      label="Series"
      caption="Times for each modulus length, with fitted exponents"
      head={[`${operationTexts[direction].name}, ms`, ...lengths.map(String), "grows as"]}
      rows={rows}
    />
  );
}
