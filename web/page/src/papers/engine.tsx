import { startArithmetic } from "@rsa-variants/measure/arithmetic/client";
import {
  type ArithmeticEvent,
  factorsOnThePage,
  type Job,
  type JobFigures,
} from "@rsa-variants/measure/arithmetic/protocol";
import { formatDuration, formatFactor } from "@rsa-variants/measure/text/format";
import type { RunningWorker, WorkerError } from "@rsa-variants/measure/worker-client";
import type { JSX } from "preact";
import { useEffect, useRef, useState } from "preact/hooks";
import { Row, Table } from "../ui/figures.tsx";
import { Spoken } from "../ui/form.tsx";

/** A row: one job, the contestant that stands for the engine, and BigInt's if it can do the job in reasonable time. */
interface JobRow {
  readonly job: Job["name"];
  readonly text: string;
  readonly own: string;
  readonly usedBy: string;
}

const rows: readonly JobRow[] = [
  {
    job: "power",
    own: "pow",
    text: "A power modulo 3072 bits, secret exponent of 256 bits",
    usedBy: "Diffie–Hellman",
  },
  { job: "power", own: "fixed-base", text: "The same, with a table of the base (1 MiB)", usedBy: "ElGamal, Schnorr" },
  { job: "ballot", own: "modular-powers", text: "An encrypted ballot of 50 choices, 3072 bits", usedBy: "elections" },
  {
    job: "paillier",
    own: "modular-powers",
    text: "A Paillier encryption, 2048 bits",
    usedBy: "adding secret numbers",
  },
  {
    job: "product",
    own: "product",
    text: `A product of ${factorsOnThePage} powers, 3072 bits`,
    usedBy: "proofs in batches",
  },
  { job: "squarings", own: "modular-powers", text: "100,000 squarings, 2048 bits", usedBy: "time-lock puzzles" },
  { job: "safe-prime", own: "modular-powers", text: "A safe prime of 1024 bits (mean)", usedBy: "threshold wallets" },
];

interface RunState {
  readonly phase: "none" | "running" | "done" | "stopped" | "failed";
  readonly job?: Job;
  readonly figures: readonly JobFigures[];
  readonly problem?: string;
}

const texts: Readonly<Record<Exclude<RunState["phase"], "running">, string>> = {
  none: "Takes about half a minute.",
  done: "Done. Every result was checked with BigInt.",
  stopped: "Stopped.",
  failed: "The measurement failed.",
};

/** Other jobs of the engine, measured here beside JavaScript's BigInt. */
export function EngineJobs(): JSX.Element {
  const [state, setState] = useState<RunState>({ phase: "none", figures: [] });
  const running = useRef<RunningWorker>();
  useEffect(() => () => running.current?.stop(), []);
  const isRunning = state.phase === "running";
  const onEvent = (event: ArithmeticEvent | WorkerError) => setState((former) => after(former, event));
  const run = () => {
    if (isRunning) {
      running.current?.stop();
      return setState((former) => ({ ...former, phase: "stopped" }));
    }
    setState({ phase: "running", figures: [] });
    running.current = startArithmetic(onEvent);
  };
  const text = isRunning ? `${labelOf(state.job)} …` : texts[state.phase as keyof typeof texts];
  return (
    <>
      <p class="muted lead-in">
        The arithmetic below RSA is a package of its own, <code>modular-powers</code>: powers, tables, products, safe
        primes. The table compares it with JavaScript’s BigInt in this browser. Its powers with secret exponents are
        written to run in constant time; BigInt’s are not.
      </p>
      <div class="cluster actions">
        <button type="button" class="run" onClick={run}>
          {isRunning ? "Stop" : "Measure here"}
        </button>
        <p class="progress-text">{text}</p>
      </div>
      <Spoken text={isRunning ? "Measuring." : text} phase={state.phase} isRunning={isRunning} />
      <p class="problem" role="alert">
        {state.problem}
      </p>
      <Table label="Other jobs of the engine" head={["job", "this engine", "BigInt", "times as fast"]}>
        {rows.map(({ job, own, text, usedBy }) => {
          const times = state.figures.find(({ name }) => name === job)?.times ?? {};
          const { [own]: mine, bigint: other } = times;
          return (
            <Row
              key={text}
              name={
                <>
                  {text} <span class="muted">({usedBy})</span>
                </>
              }
              cells={[
                timeOf(mine),
                timeOf(other),
                mine === undefined || other === undefined ? "–" : formatFactor(other / mine, 2),
              ]}
            />
          );
        })}
      </Table>
      <p class="fine table-legend">
        Medians of at least three samples. For ballots, BigInt uses tables of the same size. It has no figure for safe
        primes, because one would take it minutes.
      </p>
    </>
  );
}

/** A time that is not broken across lines. */
function timeOf(milliseconds: number | undefined): string {
  return milliseconds === undefined ? "–" : formatDuration(milliseconds).replace(" ", "\u00a0");
}

function labelOf(job: Job | undefined): string {
  return rows.find((row) => row.job === job?.name)?.text ?? "Starting";
}

function after(former: RunState, event: ArithmeticEvent | WorkerError): RunState {
  if (event.type === "job") return { ...former, job: event.job };
  if (event.type === "figures") return { ...former, figures: [...former.figures, event.figures] };
  if (event.type === "done") return { phase: "done", figures: former.figures };
  return { phase: "failed", figures: former.figures, problem: event.message };
}
