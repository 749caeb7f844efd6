import { writeSelection } from "@rsa-variants/measure/plan/url";
import { openRunFile, writeRunFile } from "@rsa-variants/measure/run/file";
import type { Run } from "@rsa-variants/measure/run/run";
import { capitalized } from "@rsa-variants/measure/text/format";
import { shortSources } from "@rsa-variants/measure/text/sources";
import type { RunningWorker } from "@rsa-variants/measure/worker-client";
import { useEffect, useRef, useState } from "preact/hooks";
import { type Correction, corrections, sources } from "rsa-variants/theory";
import { download } from "../core/download.ts";
import { FilePicker, QuietButton } from "../ui/buttons.tsx";
import { anchorOf } from "../ui/citations.tsx";
import { useDrops } from "../ui/drops.ts";
import { Spoken } from "../ui/form.tsx";
import { MathText } from "../ui/math.tsx";
import { Bars } from "./bars.tsx";
import { keptRun, type Measuring, startPaper } from "./measure.ts";
import { type Paper, selectionOf } from "./paper.ts";
import { PrintedTable } from "./table.tsx";
import { kindOf, requestOf, tablesOf, withKeysOf } from "./times.ts";

/** A paper: its tables as printed, beside theory and what is measured here, and its errors. */
export function PaperView({ paper }: { readonly paper: Paper }) {
  const { id, question, parameters, figures = [] } = paper;
  const { machine } = sources[id];
  const [measuring, setMeasuring] = useState<Measuring>(() => keptRun(paper));
  const [others, setOthers] = useState<readonly Run[]>([]);
  const [refused, setRefused] = useState("");
  const worker = useRef<RunningWorker | undefined>(undefined);
  useEffect(() => () => worker.current?.stop(), []);
  const isRunning = measuring.phase === "running";
  const press = () => {
    if (isRunning) {
      worker.current?.stop();
      setMeasuring({ ...measuring, phase: "stopped", text: "Stopped. What was measured so far is below." });
    } else {
      worker.current = startPaper(paper, setMeasuring);
    }
  };
  const load = async (files: readonly File[]) => {
    const read = await Promise.allSettled(files.map(openRunFile));
    setOthers([...others, ...read.flatMap((each) => (each.status === "fulfilled" ? [each.value] : []))]);
    const problems = read.map((each, index) =>
      each.status === "rejected" ? `${files[index]?.name}: ${(each.reason as Error).message}.` : undefined,
    );
    setRefused(problems.filter((problem) => problem !== undefined).join(" "));
  };
  useDrops(({ files }) => void load(files));
  const { tables, numbered } = numberCorrections(paper);
  const numberOf = (place: string) => numbered.findIndex((each) => each.place === place) + 1;
  const noteList = (list: readonly Correction[]) => (
    <ol class="notes" start={numberOf(list[0]?.place ?? "")}>
      {list.map((each) => (
        <Note
          key={each.place}
          correction={each}
          id={`${id}-note-${numberOf(each.place)}`}
          value={numberOf(each.place)}
        />
      ))}
    </ol>
  );
  const rest = numbered.filter((each) => !tables.some(({ notes }) => notes.includes(each)));
  return (
    <article class="paper" id={id} aria-labelledby={`${id}-title`}>
      <h2 id={`${id}-title`}>{question}</h2>
      <p class="muted lead-in">
        <a href={`#${anchorOf(shortSources[id])}`}>{shortSources[id]}</a>. {parameters}. Measured on: {machine}.
      </p>
      <div class="cluster actions">
        <button type="button" class="run" onClick={press}>
          {isRunning ? "Stop" : "Measure here"}
        </button>
        <p class="progress-text">{measuring.text || durations[kindOf(paper)]}</p>
        {kindOf(paper) === "run" && <OpenInCompare paper={paper} />}
        {!isRunning && measuring.run && <QuietButton onClick={() => save(paper, measuring)}>Save the run</QuietButton>}
        {kindOf(paper) === "run" && (
          <FilePicker
            id="other-runs"
            label="Add runs of others …"
            title="Files that “Save the run” made, here or in Compare: you can also drop them on this page"
            accept=".json"
            multiple
            onFiles={(files) => void load(files)}
          />
        )}
        {others.length > 0 && <QuietButton onClick={() => setOthers([])}>Remove them</QuietButton>}
      </div>
      {refused !== "" && (
        <p class="problem" role="alert">
          {refused}
        </p>
      )}
      <Spoken text={isRunning ? "Measuring." : measuring.text} phase={measuring.phase} isRunning={isRunning} />
      {tables.map(({ table, notes }) => (
        <div key={table.id} class="cluster with-notes">
          <PrintedTable
            {...{ paper, table, numbered }}
            here={measuring}
            others={others.map((run) => withKeysOf(paper, run))}
          />
          {notes.length > 0 && noteList(notes)}
        </div>
      ))}
      {figures.map((figure) => (
        <Bars key={figure.id} figure={figure} of={id} />
      ))}
      {rest.length > 0 && (
        <section aria-labelledby={`${id}-errors`}>
          <h3 id={`${id}-errors`}>Other errors, and advice that no longer holds</h3>
          {noteList(rest)}
        </section>
      )}
    </article>
  );
}

const durations = {
  run: "All tables in one run, with exactly these keys. Some of them are broken today.",
  experiment: "All tables in one run. Takes about a minute.",
  products: "Takes about two seconds.",
} as const;

/** The tables with the corrections that they are the first to need, and all corrections in the order of their numbers. */
export function numberCorrections(paper: Paper) {
  const own = corrections.filter(({ papers }) => papers.includes(paper.id));
  const numbered: Correction[] = [];
  const tables = tablesOf(paper).map((table) => {
    const places = [table.head, ...table.rows]
      .flat()
      .flatMap((cell) => (typeof cell === "object" && cell.note ? [cell.note] : []));
    const notes = own.filter((each) => places.includes(each.place) && !numbered.includes(each));
    notes.sort((a, b) => places.indexOf(a.place) - places.indexOf(b.place));
    numbered.push(...notes);
    return { table, notes };
  });
  numbered.push(...own.filter((each) => !numbered.includes(each)));
  return { tables, numbered };
}

interface NoteProps {
  readonly correction: Correction;
  readonly id: string;
  readonly value: number;
}

function Note({ correction: { place, printed, right, check }, id, value }: NoteProps) {
  return (
    <li id={id} value={value}>
      <strong>{capitalized(place)}:</strong> “<MathText text={printed} />” Right: <MathText text={right} />{" "}
      <span class="muted">
        Checked: <MathText text={check} />
      </span>
    </li>
  );
}

/** Compare with the paper's keys at each of its lengths. */
function OpenInCompare({ paper }: { readonly paper: Paper }) {
  const lengths = requestOf(paper).lengths.map(({ modulusLength }) => modulusLength);
  return (
    <p class="cluster in-compare">
      In Compare:{" "}
      {lengths.map((length) => (
        <a key={length} href={`../?${writeSelection(selectionOf(paper, length))}`}>
          {length}
        </a>
      ))}
    </p>
  );
}

function save({ id }: Paper, { run }: Measuring): void {
  if (run) download(`rsa-variants-${id}.json`, "application/json", writeRunFile(run));
}
