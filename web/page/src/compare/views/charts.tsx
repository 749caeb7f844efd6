import { parseLengths } from "@rsa-variants/measure/plan/url";
import { formatNumber } from "@rsa-variants/measure/text/format";
import { useState } from "preact/hooks";
import { Segments, WhyDisabled } from "../../ui/buttons.tsx";
import { ChartPanel } from "../../ui/chart.tsx";
import { TextField } from "../../ui/fields.tsx";
import { Controls } from "../../ui/form.tsx";
import { MathText } from "../../ui/math.tsx";
import type { ViewProps } from "../actions.ts";
import { type Curve, curveNames, sweepCurves } from "../charts/curves.ts";
import type { Direction } from "../charts/papers.ts";
import { operationTexts } from "../texts.ts";
import { SubjectTable } from "./marks.tsx";
import { blockedReason, statedReason } from "./run-panel.tsx";

const loadDrawings = () => import("../charts/drawings.ts");

/** The charts below the table. What draws them is loaded when one is about to be seen. */
export function Charts(props: ViewProps) {
  return (
    <div class="charts">
      <SpeedUp {...props} />
      <TradeOff {...props} />
    </div>
  );
}

/** How speed-ups grow with the modulus length: the lengths, a separate run, the chart and the times. */
function SpeedUp({ state, actions }: ViewProps) {
  const [direction, setDirection] = useState<Direction>("decrypt");
  return (
    <ChartPanel
      id="speed-up"
      title={`Speed-up of ${direction === "decrypt" ? "decryption" : "encryption"} by modulus length`}
      subtitle="How many times as fast as plain RSA on the same machine. Large marks: measured in a browser. Dots: theory. Letters on dashed lines: papers, with private exponents of 160 bits where they have short ones. Both axes are logarithmic."
      height={540}
      draw={async () => (await loadDrawings()).speedUpDrawing(state, direction)}
      isRunning={state.running !== undefined}
      after={<Times curves={sweepCurves(state.shown, state.selection, direction)} direction={direction} />}
    >
      <SweepForm {...{ state, actions, direction, setDirection }} />
    </ChartPanel>
  );
}

const noVerdicts = { loading: "The verdicts are loading.", failed: "The verdicts could not be loaded." } as const;

function TradeOff({ state }: ViewProps) {
  const { security, running } = state;
  return (
    <ChartPanel
      id="trade-off"
      title="What you gain from a longer public exponent"
      subtitle="For keys with two primes. Both costs are multiples of those of CRT with e = 65537. Marks: theory. A line leads from each mark to a dot at the measured costs. Colors: verdicts."
      height={450}
      empty={security.state === "ready" ? undefined : noVerdicts[security.state]}
      draw={async () => (await loadDrawings()).tradeOffDrawing(state)}
      isRunning={running !== undefined}
    />
  );
}

interface FormProps extends ViewProps {
  readonly direction: Direction;
  readonly setDirection: (direction: Direction) => void;
}

function SweepForm({ state, actions, direction, setDirection }: FormProps) {
  const { running, selection, fieldProblems } = state;
  const problem = fieldProblems.sweepLengths;
  const isBlocked = running === undefined && (blockedReason(state) ?? problem) !== undefined;
  return (
    <Controls
      label="Series"
      class="cluster sweep-form"
      onSubmit={() => (running === undefined ? actions.measure("sweep") : actions.stop())}
    >
      <TextField
        name="sweep-lengths"
        letter="n"
        label="series, bits"
        value={selection.sweepLengths.join(", ")}
        problem={problem}
        typed={state.typedLengths}
        isSame={(typed, chosen) => parseLengths(typed).lengths.join(", ") === chosen}
        disabled={running !== undefined}
        onText={(text) => actions.typeLengths(text)}
      />
      <button
        type="submit"
        class="secondary"
        disabled={running === "table" || isBlocked}
        aria-describedby="sweep-lengths-note sweep-why"
      >
        {running === "sweep" ? "Stop" : "Measure series"}
      </button>
      <WhyDisabled id="sweep-why" reason={running === undefined ? statedReason(state) : undefined} />
      <Segments
        label="Operation of the series"
        values={(["decrypt", "encrypt"] as const).map((value) => ({ value, text: operationTexts[value].name }))}
        chosen={direction}
        onChoose={setDirection}
      />
      {running === "sweep" && state.progress !== undefined && (
        <p class="fine hint">Measuring {state.progress.modulusLength} bits …</p>
      )}
    </Controls>
  );
}

/** The times behind the measured marks, with the exponent of the power law that fits each row. */
function Times({ curves, direction }: { readonly curves: readonly Curve[]; readonly direction: Direction }) {
  const lengths = [...new Set(curves.flatMap(({ points }) => points.map(({ modulusLength }) => modulusLength)))];
  lengths.sort((a, b) => a - b);
  if (lengths.length < 2) return null;
  const names = curveNames(curves);
  const rows = curves.map(({ subject, points, slope }, at) => {
    const times = lengths.map((length) => {
      const point = points.find(({ modulusLength }) => modulusLength === length);
      return point === undefined ? "–" : formatNumber(point.value);
    });
    const growth = slope === undefined ? "–" : <MathText text={`n^(${formatNumber(slope, 2)})`} />;
    return { subject, name: names[at] ?? "", cells: [...times, growth] };
  });
  return (
    <SubjectTable
      label="Times for each modulus length, with fitted exponents"
      head={[`${operationTexts[direction].name}, ms`, ...lengths.map(String), "grows as"]}
      rows={rows}
    />
  );
}
