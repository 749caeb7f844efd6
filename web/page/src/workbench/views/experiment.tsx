import type { ChartDataset } from "chart.js";
import type { ComponentChildren, JSX } from "preact";
import { useMemo } from "preact/hooks";
import { formatNumber } from "../../common/format.ts";
import { ChartPanel, type Drawing } from "../../ui/chart.tsx";
import { colourOf } from "../../ui/colours.ts";
import { Spoken } from "../../ui/form.tsx";
import { keysPerLength, progressText, type Row, rowsOf, type Step } from "../experiment/plan.ts";
import type { ExperimentState, State } from "../state.ts";
import { Progress } from "./work.tsx";

interface ExperimentProps {
  readonly state: Pick<State, "library" | "experiment">;
  /** Starts it, or stops it. */
  readonly onRun: () => void;
}

/** The tab that repeats the experiment of a paper, from above. */
export function ExperimentTab({ state: { library, experiment }, onRun }: ExperimentProps): JSX.Element {
  const isRunning = experiment.state === "running";
  const { progress } = experiment;
  const text = isRunning ? ((progress && progressText(progress)) ?? "Starting") : endTexts[experiment.state];
  return (
    <>
      <div class="lead-in">
        <p>
          In 2003 Biswas, Bandyopadhyay and Banerjee encrypted a text of 10,000 characters, c characters at once, on a
          733 MHz Pentium. A larger c was faster, because it needs fewer exponentiations. Repeat it here, with original
          RSA and without blinding, as they did.
        </p>
        <p>
          Do not use this to protect data: it has no padding, and their program{" "}
          <a href="../security/#attack-clock-seed">made guessable keys</a> from the clock.
        </p>
      </div>
      <div class="actions experiment-run">
        <button type="button" class="run" disabled={library.state !== "ready"} onClick={onRun}>
          {isRunning ? "Stop" : "Run"}
        </button>
        {isRunning ? <Progress fraction={fractionOf(experiment)} text={text} /> : <p class="progress-text">{text}</p>}
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
        Milliseconds. A key is the median of {keysPerLength}. A text is the median of three runs, or a single run if it
        took more than a second. These are rough figures: other programs slow them down. 2003: the paper’s figures.
      </p>
    </>
  );
}

function fractionOf({ progress }: ExperimentState): number {
  return progress === undefined ? 0 : progress.done / progress.steps;
}

const endTexts: Readonly<Record<ExperimentState["state"], string>> = {
  none: "Takes about a minute, longer on a phone.",
  running: "",
  done: "Done. Every text was decrypted correctly.",
  stopped: "Stopped. The results so far are below.",
  failed: "The experiment failed. The results so far are below.",
};

const texts: Readonly<Record<Step["table"], { caption: string; title: string; along: string }>> = {
  pieces: { caption: "1024 bits, different c", title: "Time against c", along: "c, characters at once (n 1024)" },
  lengths: {
    caption: "512 to 2048 bits, c in proportion",
    title: "Time against n",
    along: "n, bits (c in proportion)",
  },
};

interface SeriesProps {
  readonly table: Step["table"];
  readonly experiment: ExperimentState;
}

/** One of the paper's two series as a table and a chart. */
function Series({ table, experiment: { points, state } }: SeriesProps): JSX.Element {
  const rows = useMemo(() => rowsOf(table, points), [table, points]);
  const drawing = useMemo(() => drawingOf(rows, table), [rows, table]);
  const hasKeys = table === "lengths";
  const times = [...(hasKeys ? ["key"] : []), "encrypt", "decrypt"];
  const heading = `experiment-${table}-heading`;
  return (
    <section class="experiment-table">
      <h2 id={heading}>{texts[table].caption}</h2>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a box that scrolls is reached by keyboard */}
      <section class="table-box" tabIndex={0} aria-labelledby={heading}>
        <table class="figures times" aria-labelledby={heading}>
          <thead>
            <tr>
              {[...(hasKeys ? ["n"] : []), "c"].map((name) => (
                <th key={name} scope="col" rowSpan={2}>
                  {name}
                </th>
              ))}
              {times.map((name) => (
                <th key={name} scope="colgroup" colSpan={2} class="pair">
                  {name}
                </th>
              ))}
              <th scope="col" rowSpan={2}>
                runs
              </th>
            </tr>
            <tr>
              {times.flatMap((time) =>
                ["here", "2003"].map((name) => (
                  <th key={`${time} ${name}`} scope="col">
                    {name}
                  </th>
                )),
              )}
            </tr>
          </thead>
          <tbody>
            {rows.map((row) => (
              <TableRow key={`${row.step.modulusLength} ${row.step.charactersAtOnce}`} row={row} hasKeys={hasKeys} />
            ))}
          </tbody>
        </table>
      </section>
      <ChartPanel
        id={`experiment-${table}`}
        title={texts[table].title}
        subtitle="For 10,000 characters, both axes logarithmic. Dashed: the paper."
        empty=""
        drawing={drawing}
        isRunning={state === "running"}
      />
    </section>
  );
}

function TableRow({ row: { step, here, paper }, hasKeys }: { readonly row: Row; readonly hasKeys: boolean }) {
  const time = (value: number | undefined): ComponentChildren => (
    <td>{value === undefined ? "–" : formatNumber(value)}</td>
  );
  return (
    <tr>
      <th scope="row">{hasKeys ? step.modulusLength : step.charactersAtOnce}</th>
      {hasKeys && <td>{step.charactersAtOnce}</td>}
      {hasKeys && time(here?.keyGeneration)}
      {hasKeys && time(paper["key-generation"])}
      {time(here?.encrypt)}
      {time(paper.encrypt)}
      {time(here?.decrypt)}
      {time(paper.decrypt)}
      <td>{here?.runs ?? "–"}</td>
    </tr>
  );
}

interface Line {
  readonly label: string;
  readonly isDashed: boolean;
  readonly colour: string;
  readonly value: (row: Row) => number | undefined;
}

/** Encryption and decryption, here and in the paper: an operation has a colour, and the paper dashes. */
const lines: readonly Line[] = [
  { label: "decrypt, 2003", isDashed: true, colour: "mark-crt", value: ({ paper }) => paper.decrypt },
  { label: "encrypt, 2003", isDashed: true, colour: "mark-multi-power", value: ({ paper }) => paper.encrypt },
  { label: "decrypt, here", isDashed: false, colour: "mark-crt", value: ({ here }) => here?.decrypt },
  { label: "encrypt, here", isDashed: false, colour: "mark-multi-power", value: ({ here }) => here?.encrypt },
];

function drawingOf(rows: readonly Row[], table: Step["table"]): Drawing {
  const place = ({ step }: Row) => (table === "pieces" ? step.charactersAtOnce : step.modulusLength);
  const drawn = lines.map((line) => ({
    ...line,
    points: rows.flatMap((row) => {
      const y = line.value(row);
      return y === undefined || y <= 0 ? [] : [{ x: place(row), y }];
    }),
  }));
  const times = drawn.flatMap(({ points }) => points.map(({ y }) => y));
  return {
    key: JSON.stringify(drawn.map(({ points }) => points)),
    height: 360,
    label: drawn
      .filter(({ points }) => points.length > 0)
      .map(({ label, points }) => `${label}: ${points.map(({ x, y }) => `${x} ${formatNumber(y)} ms`).join(", ")}`)
      .join("; "),
    configuration: (ink, { timesOptions }) => ({
      type: "line",
      data: { datasets: drawn.map((line) => dataset(line, line.points, ink.ground)) },
      options: timesOptions(ink, {
        along: texts[table].along,
        places: rows.map(place),
        title: "milliseconds for the text",
        min: Math.min(...times) / 1.5,
        max: Math.max(...times) * 1.5,
      }),
    }),
  };
}

function dataset({ label, isDashed, colour: name }: Line, data: unknown[], ground: string) {
  const colour = colourOf(name);
  return {
    type: "line",
    label,
    data,
    borderColor: colour,
    borderWidth: 1.5,
    borderDash: isDashed ? [5, 4] : [],
    pointStyle: label.startsWith("decrypt") ? "circle" : "rect",
    pointRadius: 4,
    pointHoverRadius: 4,
    pointBorderColor: colour,
    backgroundColor: isDashed ? ground : colour,
  } satisfies ChartDataset<"line", unknown[]>;
}
