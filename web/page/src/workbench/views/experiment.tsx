import { keysPerLength, type Step } from "@rsa-variants/measure/experiment/plan";
import { progressText } from "@rsa-variants/measure/experiment/protocol";
import { type Row, rowsOf } from "@rsa-variants/measure/experiment/rows";
import { formatNumber } from "@rsa-variants/measure/text/format";
import type { JSX } from "preact";
import { useMemo } from "preact/hooks";
import { notReady, WhyDisabled } from "../../ui/buttons.tsx";
import { ChartPanel, type Drawing } from "../../ui/chart.tsx";
import { colorOf } from "../../ui/charts/colors.ts";
import { Table, Row as TableRow } from "../../ui/figures.tsx";
import { Spoken } from "../../ui/form.tsx";
import type { ExperimentState, State } from "../state.ts";
import { Progress } from "./work.tsx";

interface ExperimentProps {
  readonly state: Pick<State, "library" | "experiment">;
  /** Starts or stops it. */
  readonly onRun: () => void;
}

export function ExperimentTab({ state: { library, experiment }, onRun }: ExperimentProps): JSX.Element {
  const isRunning = experiment.state === "running";
  const { progress } = experiment;
  const text = isRunning ? ((progress && progressText(progress)) ?? "Starting") : endTexts[experiment.state];
  return (
    <>
      <div class="lead-in">
        <p>
          In 2003, Biswas, Bandyopadhyay and Banerjee encrypted 10,000 characters on a 733 MHz Pentium, c characters at
          a time. A larger c was faster. Repeat their experiment here with original RSA and without blinding, as they
          did.
        </p>
        <p>Do not protect data this way: there is no padding, and their program made guessable keys.</p>
      </div>
      <div class="actions">
        <button
          type="button"
          class="run"
          disabled={library.state !== "ready"}
          aria-describedby="experiment-why"
          onClick={onRun}
        >
          {isRunning ? "Stop" : "Run"}
        </button>
        <WhyDisabled id="experiment-why" reason={notReady[library.state]} />
        {isRunning ? (
          <Progress fraction={progress === undefined ? 0 : progress.done / progress.steps} text={text} />
        ) : (
          <p class="progress-text">{text}</p>
        )}
      </div>
      <Spoken
        text={isRunning ? `${progress?.done ?? 0} measurements are done.` : text}
        phase={experiment.state}
        isRunning={isRunning}
      />
      <p class="problem" role="alert">
        {experiment.problem}
      </p>
      <Series table="pieces" experiment={experiment} />
      <Series table="lengths" experiment={experiment} />
      <p class="table-legend">
        Times are in milliseconds. For keys they are the median of {keysPerLength} keys; for text, the median of three
        runs, or a single run if it takes more than a second. “2003” stands for the paper’s figures.
      </p>
    </>
  );
}

const endTexts: Readonly<Record<ExperimentState["state"], string>> = {
  none: "Takes about a minute.",
  running: "",
  done: "Done. Every text was decrypted correctly.",
  stopped: "Stopped. The results so far are below.",
  failed: "The experiment failed. The results so far are below.",
};

const texts: Readonly<Record<Step["table"], { heading: string; title: string; along: string }>> = {
  pieces: { heading: "1024 bits, different c", title: "Time against c", along: "c, characters at once (n 1024)" },
  lengths: {
    heading: "512 to 2048 bits, c in proportion",
    title: "Time against n",
    along: "n, bits (c in proportion)",
  },
};

/** A column of times, and a line if it has a color. */
interface Column {
  readonly of: "key" | "encrypt" | "decrypt";
  readonly where: "here" | "2003";
  readonly value: (row: Row) => number | undefined;
  readonly color?: string;
}

const keyColumns: readonly Column[] = [
  { of: "key", where: "here", value: ({ here }) => here?.keyGeneration },
  { of: "key", where: "2003", value: ({ paper }) => paper["key-generation"] },
];

const textColumns: readonly Column[] = (["encrypt", "decrypt"] as const).flatMap((of) => {
  // The names of their colors in tokens.css are those of the operations.
  return [
    { of, where: "here", value: ({ here }: Row) => here?.[of], color: of },
    { of, where: "2003", value: ({ paper }: Row) => paper[of], color: of },
  ];
});

interface SeriesProps {
  readonly table: Step["table"];
  readonly experiment: ExperimentState;
}

function Series({ table, experiment: { points, state } }: SeriesProps): JSX.Element {
  const rows = useMemo(() => rowsOf(table, points), [table, points]);
  const drawing = useMemo(() => drawingOf(rows, table), [rows, table]);
  const hasKeys = table === "lengths";
  const columns = hasKeys ? [...keyColumns, ...textColumns] : textColumns;
  return (
    <section class="experiment-table">
      <h2>{texts[table].heading}</h2>
      <Table label={texts[table].heading} head={[...(hasKeys ? ["n"] : []), "c", ...columns.map(headOf), "runs"]}>
        {rows.map((row) => (
          <TableRow
            key={placeOf(row, table)}
            name={placeOf(row, table)}
            cells={[
              ...(hasKeys ? [row.step.charactersAtOnce] : []),
              ...columns.map(({ value }) => formatNumber(value(row) ?? Number.NaN)),
              row.here?.runs ?? "–",
            ]}
          />
        ))}
      </Table>
      <ChartPanel
        id={`experiment-${table}`}
        title={texts[table].title}
        subtitle="For 10,000 characters, both axes logarithmic. Dashed: the paper."
        height={360}
        draw={() => drawing}
        isRunning={state === "running"}
      />
    </section>
  );
}

function headOf({ of, where }: Column): JSX.Element {
  return (
    <>
      {of}
      <br />
      {where}
    </>
  );
}

function placeOf({ step }: Row, table: Step["table"]): number {
  return table === "pieces" ? step.charactersAtOnce : step.modulusLength;
}

function drawingOf(rows: readonly Row[], table: Step["table"]): Drawing {
  const lines = [...textColumns].reverse().map(({ of, where, color, value }) => ({
    label: `${of}, ${where}`,
    color: color ?? "text",
    isHere: where === "here",
    isCircle: of === "decrypt",
    points: rows.flatMap((row) => {
      const y = value(row);
      return y === undefined || y <= 0 ? [] : [{ x: placeOf(row, table), y }];
    }),
  }));
  const times = lines.flatMap(({ points }) => points.map(({ y }) => y));
  return {
    scope: `${texts[table].heading}; here: ${navigator.userAgent}`,
    label: lines
      .filter(({ points }) => points.length > 0)
      .map(({ label, points }) => `${label}: ${points.map(({ x, y }) => `${x} ${formatNumber(y)} ms`).join(", ")}`)
      .join("; "),
    configuration: (ink, { logAxis, placedOptions }) => ({
      type: "line",
      data: {
        datasets: lines.map(({ label, points, color, isHere, isCircle }) => ({
          type: "line",
          label,
          data: points,
          borderColor: colorOf(color),
          borderWidth: 1.5,
          borderDash: isHere ? [] : [5, 4],
          pointStyle: isCircle ? "circle" : "rect",
          pointRadius: 4,
          pointHoverRadius: 4,
          pointBorderColor: colorOf(color),
          backgroundColor: isHere ? colorOf(color) : ink.ground,
        })),
      },
      options: placedOptions(ink, {
        along: texts[table].along,
        places: rows.map((row) => placeOf(row, table)),
        y: logAxis(ink, "milliseconds for the text", [Math.min(...times) / 1.5, Math.max(...times) * 1.5], (value) =>
          formatNumber(value, 1),
        ),
        format: (value) => `${formatNumber(value)} ms`,
      }),
    }),
  };
}
