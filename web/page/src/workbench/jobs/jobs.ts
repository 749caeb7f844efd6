import { RsaError } from "rsa-variants";
import { capitalised, sentence } from "../../common/dom.ts";
import { refusedBy } from "../../common/refusal.ts";
import type { WorkbenchStore } from "../state.ts";
import { EmptyFileError } from "./chosen-file.ts";
import { idle, type JobState, type Outcome, type Subject, type WorkOptions, type WorkTab } from "./job.ts";

/** Runs one piece of work on each tab at a time. */
export class Jobs {
  readonly #store: WorkbenchStore;
  readonly #discard: (outcome: Outcome | undefined) => void;
  readonly #stops = new Map<WorkTab, AbortController>();

  /** @param discard hears of an outcome that is not shown, because the work was cancelled at its very end */
  constructor(store: WorkbenchStore, discard: (outcome: Outcome | undefined) => void) {
    this.#store = store;
    this.#discard = discard;
  }

  /**
   * @param total bytes that the work reads
   * @param subject what the outcome is of
   * @param work its result, or nothing where the user wanted none
   */
  async run(
    tab: WorkTab,
    total: number,
    subject: Subject,
    work: (options: WorkOptions) => Promise<Outcome | undefined>,
  ): Promise<void> {
    if (this.#stops.has(tab)) return;
    const stop = new AbortController();
    this.#stops.set(tab, stop);
    const start = performance.now();
    const inform = (done: number) => {
      const running = { done, total, milliseconds: performance.now() - start };
      this.#store.changeSoon({ jobs: { ...this.#store.state.jobs, [tab]: { ...idle, running } } });
    };
    inform(0);
    let ended: JobState = idle;
    try {
      const outcome = await work({
        signal: stop.signal,
        onProgress: ({ done }) => {
          if (!stop.signal.aborted) inform(done);
        },
      });
      // What was cancelled at its very end is not shown; a file that is written is.
      if (stop.signal.aborted && outcome?.kind !== "saved") {
        this.#discard(outcome);
        throw stop.signal.reason;
      }
      ended = { ...idle, outcome, subject };
    } catch (error) {
      ended = { ...idle, problem: problemText(error, stop.signal.aborted) };
    }
    this.#stops.delete(tab);
    this.#store.change({ jobs: { ...this.#store.state.jobs, [tab]: ended } });
  }

  cancel(tab: WorkTab): void {
    this.#stops.get(tab)?.abort();
  }

  /** Takes a result away that belongs to other input. */
  clear(tab: WorkTab): void {
    if (this.#stops.has(tab) || this.#store.state.jobs[tab] === idle) return;
    this.#store.change({ jobs: { ...this.#store.state.jobs, [tab]: idle } });
  }
}

/** Why there is no result, and what is left of the attempt, as sentences. */
function problemText(error: unknown, wasCancelled: boolean): string {
  if (error instanceof EmptyFileError)
    return `${problemText(error.cause, wasCancelled)} ${capitalised(error.message)}.`;
  return wasCancelled ? "Cancelled: nothing was kept." : failureText(error);
}

/** What went wrong, as sentences. */
function failureText(error: unknown): string {
  const message = sentence(refusedBy(error).message);
  if (error instanceof RsaError) {
    return error.code === "damaged-file" ? `${message} Nothing of it was kept.` : message;
  }
  if (error instanceof DOMException && error.name === "NotReadableError") {
    return `The file could not be read; it may have changed since it was chosen. ${message}`;
  }
  if (error instanceof DOMException && error.name === "QuotaExceededError") {
    return `There is no room for the result. ${message}`;
  }
  return message;
}
