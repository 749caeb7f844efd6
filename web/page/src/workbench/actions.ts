import { connect } from "rsa-variants";
import { load as loadSecurity } from "rsa-variants/security";
import type { Dropped } from "../core/drop.ts";
import { workerFailure } from "../core/failures.ts";
import { createAssessor } from "../core/security/assessor.ts";
import { workerError } from "../core/worker-client.ts";
import { Experiment } from "./experiment/client.ts";
import { TemporaryFiles } from "./jobs/temporary-files.ts";
import { Work } from "./jobs/work.ts";
import { canBeCompatible, type NewKey, newKeyAssessment, newKeyParams } from "./keys/choice.ts";
import { createKeyAssessor } from "./keys/entry.ts";
import { Expectation } from "./keys/expectation.ts";
import { Keyring } from "./keys/keyring.ts";
import { KeyLoader } from "./keys/loader.ts";
import { KeyMaker } from "./keys/maker.ts";
import {
  losesSomething,
  type NewKeyProblems,
  type OpenDialog,
  type TabId,
  tabOf,
  type WorkbenchStore,
} from "./state.ts";
import { Keeper } from "./storage/keeper.ts";

export type Actions = ReturnType<typeof createActions>;

/** What the user can do. */
export function createActions(store: WorkbenchStore) {
  const keyring = new Keyring(store);
  const loader = new KeyLoader(store, keyring);
  const maker = new KeyMaker(store, keyring);
  const expectation = new Expectation(store);
  const keeper = new Keeper(store, keyring);
  const temporaryFiles = new TemporaryFiles();
  const work = new Work(store, temporaryFiles);
  const experiment = new Experiment(store);
  keeper.onLock = (fingerprints) => work.release(fingerprints);
  const ask = () => expectation.ask(newKeyParams(store.state.newKey));

  return {
    work,
    keeper,

    /** Starts what goes on by itself. */
    start(): void {
      store.subscribe((state) => {
        temporaryFiles.follow(state);
        work.follow(state);
      });
      void loadLibrary(store);
      void keeper.start();
      void temporaryFiles.start();
      followAddress(store);
      addEventListener("beforeunload", (event) => {
        // The browser asks.
        if (losesSomething(store.state, (fingerprint) => keeper.keepsPrivate(fingerprint))) event.preventDefault();
      });
    },

    showTab(tab: TabId): void {
      if (tab === store.state.tab) return;
      history.pushState(null, "", `${location.pathname}${location.search}#${tab}`);
      store.change({ tab });
    },

    dismissFailure: () => store.change({ failure: undefined }),

    open(dialog: OpenDialog): void {
      store.change({ dialog, makingNote: undefined });
      if (dialog.kind === "make") ask();
    },

    /** Closes a dialog, unless another is open already. */
    close(kind: OpenDialog["kind"]): void {
      if (kind === "make") {
        maker.stop();
        expectation.stop();
      }
      if (store.state.dialog?.kind === kind) store.change({ dialog: undefined });
    },

    chooseKey(change: Partial<NewKey>): void {
      store.change({ newKey: { ...store.state.newKey, ...change }, makingNote: undefined });
      if (Object.keys(change).some((name) => name !== "name")) ask();
    },

    markKey: (field: keyof NewKeyProblems, problem: string | undefined) =>
      store.change({ newKeyProblems: { ...store.state.newKeyProblems, [field]: problem } }),

    /** Makes the chosen key, or stops making it. */
    async makeOrStop(): Promise<void> {
      const { newKey, making, assessParams } = store.state;
      if (making !== undefined) {
        maker.stop();
        return;
      }
      // The dialog shows the same verdict, and its button names what it makes.
      const isBroken = newKeyAssessment(assessParams, newKey)?.verdict === "broken";
      const withCompatible = newKey.withCompatible && canBeCompatible(newKey.variant);
      expectation.stop();
      if (!(await maker.make(newKeyParams(newKey), newKey.name.trim(), withCompatible, isBroken))) return;
      store.change({ newKey: { ...store.state.newKey, name: "" }, dialog: undefined });
    },

    load: (dropped: Dropped) => void loader.load(dropped),
    noteFile: (id: number) => keyring.noteFile(id),
    forget: (id: number) => keyring.forget(id),
    runExperiment: () => experiment.startOrStop(),
  };
}

/** Starts the library's workers, and loads what verdicts come from, which can be done without. */
async function loadLibrary(store: WorkbenchStore): Promise<void> {
  loadSecurity().then(
    (security) => store.change({ assess: createKeyAssessor(security), assessParams: createAssessor(security) }),
    () => {}, // keys are shown without verdicts
  );
  try {
    store.change({ library: { state: "ready", rsa: await connect() } });
  } catch (error) {
    const failure = workerFailure(workerError(error), "computes", "Keys need WebAssembly", {
      title: "The library did not start",
    });
    store.change({ library: { state: "failed" }, failure });
  }
}

/** Shows the tab that the address names after Back, Forward and links. */
function followAddress(store: WorkbenchStore): void {
  const show = () => {
    const tab = tabOf(location.hash);
    if (tab !== undefined) store.change({ tab });
  };
  addEventListener("popstate", show);
  addEventListener("hashchange", show);
}
