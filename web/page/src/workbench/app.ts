import { connect } from "rsa-variants";
import { load as loadSecurity } from "rsa-variants/security";
import { workerFailure } from "../common/failures.ts";
import { createAssessor } from "../common/security/assessor.ts";
import type { Store } from "../common/store.ts";
import type { Failure } from "../common/view.ts";
import { workerError } from "../common/worker-client.ts";
import { noExperiment } from "./experiment/client.ts";
import { emptyForm, idle, type WorkTab, workTabs } from "./jobs/job.ts";
import { defaultNewKey } from "./keys/choice.ts";
import { createKeyAssessor } from "./keys/verdict.ts";
import type { State } from "./state.ts";
import { type TabId, tabOf } from "./tabs.ts";

/** The state of the place as it opens. */
export function initialState(hash: string): State {
  return {
    tab: tabOf(hash) ?? "keys",
    library: { state: "loading" },
    assess: undefined,
    assessParams: undefined,
    failure: undefined,
    keys: [],
    keyNotes: [],
    newKey: defaultNewKey,
    newKeyProblems: {},
    making: undefined,
    makingNote: undefined,
    expectation: { state: "none" },
    question: undefined,
    forms: forEachTab(emptyForm),
    jobs: forEachTab(idle),
    encryption: { mode: "hybrid", charactersAtOnce: 100 },
    signature: undefined,
    experiment: noExperiment,
    storage: { state: "unavailable" },
  };
}

function forEachTab<Value>(value: Value): Record<WorkTab, Value> {
  return Object.fromEntries(workTabs.map((tab) => [tab, value])) as Record<WorkTab, Value>;
}

/** Starts the library's workers, and loads what verdicts come from, which can be done without. */
export async function loadLibrary(store: Store<State>): Promise<void> {
  loadSecurity().then(
    (security) => store.change({ assess: createKeyAssessor(security), assessParams: createAssessor(security) }),
    () => {}, // keys are shown without verdicts
  );
  try {
    store.change({ library: { state: "ready", rsa: await connect() } });
  } catch (error) {
    store.change({ library: { state: "failed" }, failure: startFailure(error) });
  }
}

/** Why nothing can be computed: the WebAssembly, the workers, or what else the library says. */
function startFailure(error: unknown): Failure {
  return workerFailure(workerError(error), "computes", need, { title: "The library did not start" });
}

/** Shows a tab, and keeps the address in step. */
export function followTabs(store: Store<State>): (tab: TabId) => void {
  const show = () => {
    const tab = tabOf(location.hash);
    if (tab !== undefined) store.change({ tab });
  };
  window.addEventListener("popstate", show);
  window.addEventListener("hashchange", show);
  return (tab) => {
    if (tab === store.state.tab) return;
    history.pushState(null, "", `${location.pathname}${location.search}#${tab}`);
    store.change({ tab });
  };
}

/** What is said where the WebAssembly is missing. */
const need = "Keys need WebAssembly";
