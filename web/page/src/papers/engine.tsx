import { startArithmetic } from "@rsa-variants/measure/arithmetic/client";
import {
  type ArithmeticEvent,
  factorsOnThePage,
  type Job,
  type JobFigures,
} from "@rsa-variants/measure/arithmetic/protocol";
import { formatDuration, formatFactor } from "@rsa-variants/measure/text/format";
import type { RunningWorker, WorkerError } from "@rsa-variants/measure/worker-client";
import { useEffect, useRef, useState } from "preact/hooks";
import { Row, Table } from "../ui/figures.tsx";
import { Spoken } from "../ui/form.tsx";
import type { Measuring } from "./measure.ts";

/** For each job the contestant that stands for the engine; BigInt has a figure if it can do the job in reasonable time. */
const rows: readonly (Readonly<Record<"text" | "own" | "usedBy", string>> & { readonly job: Job["name"] })[] = [
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

interface RunState extends Pick<Measuring, "phase" | "text"> {
  readonly figures: readonly JobFigures[];
  readonly problem?: string;
}

/** Other jobs of the engine, measured here beside JavaScript's BigInt. */
export function EngineJobs() {
  const [state, setState] = useState<RunState>({ phase: "none", text: "Takes about half a minute.", figures: [] });
  const running = useRef<RunningWorker | undefined>(undefined);
  useEffect(() => () => running.current?.stop(), []);
  const isRunning = state.phase === "running";
  const onEvent = (event: ArithmeticEvent | WorkerError) => setState((former) => after(former, event));
  const run = () => {
    if (isRunning) {
      running.current?.stop();
      return setState((former) => ({ ...former, phase: "stopped", text: "Stopped." }));
    }
    setState({ phase: "running", text: "Starting …", figures: [] });
    running.current = startArithmetic(onEvent);
  };
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
        <p class="progress-text">{state.text}</p>
      </div>
      <Spoken text={isRunning ? "Measuring." : state.text} phase={state.phase} isRunning={isRunning} />
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

function after(former: RunState, event: ArithmeticEvent | WorkerError): RunState {
  if (event.type === "job")
    return { ...former, text: `${rows.find(({ job }) => job === event.job.name)?.text ?? "Starting"} …` };
  if (event.type === "figures") return { ...former, figures: [...former.figures, event.figures] };
  if (event.type === "done") return { ...former, phase: "done", text: "Done. Every result was checked with BigInt." };
  return { ...former, phase: "failed", text: "The measurement failed.", problem: event.message };
}
