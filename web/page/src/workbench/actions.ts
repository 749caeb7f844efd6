import { createAssessor } from "@rsa-variants/measure/run/assessor";
import { workerError } from "@rsa-variants/measure/worker-client";
import { connect } from "rsa-variants";
import { load as loadSecurity } from "rsa-variants/security";
import { workerFailure } from "../core/failures.ts";
import type { Dropped } from "../ui/drops.ts";
import { Doctor } from "./doctor/doctor.ts";
import { noQuestion } from "./doctor/question.ts";
import { TemporaryFiles } from "./jobs/deliver.ts";
import type { NextStep } from "./jobs/next.ts";
import { Work } from "./jobs/work.ts";
import { canBeCompatible, createKeyAssessor, type NewKey, newKeyAnswer, newKeyParams } from "./keys/entry.ts";
import { Keyring } from "./keys/keyring.ts";
import {
  losesSomething,
  type NewKeyProblems,
  type OpenDialog,
  type TabId,
  tabOf,
  type WorkbenchStore,
} from "./state.ts";

export type Actions = ReturnType<typeof createActions>;

/** Everything that users can do. */
export function createActions(store: WorkbenchStore) {
  const keyring = new Keyring(store);
  const temporaryFiles = new TemporaryFiles();
  const work = new Work(store, temporaryFiles);
  const doctor = new Doctor(store, keyring);

  const showTab = (tab: TabId): void => {
    if (tab === store.state.tab) return;
    history.pushState(null, "", `${location.pathname}${location.search}#${tab}`);
    store.change({ tab });
  };

  return {
    work,
    doctor,

    start(): void {
      store.subscribe((state) => {
        temporaryFiles.follow(state);
        work.follow(state);
        doctor.follow(state);
      });
      void loadLibrary(store);
      void temporaryFiles.start();
      followAddress(store, () => this.open({ kind: "make" }));
      addEventListener("beforeunload", (event) => {
        if (losesSomething(store.state)) event.preventDefault();
      });
    },

    showTab,

    /** Carries a result to another tab, and goes there. */
    take(step: NextStep): void {
      if (step.tab === "doctor")
        doctor.change({ ...noQuestion, language: store.state.doctor.language, ...step.question });
      else {
        if (step.signature !== undefined) work.chooseSignature(step.signature);
        work.change(step.tab, step.form);
      }
      showTab(step.tab);
      // The button that was clicked is hidden now.
      const tab = document.getElementById(`tab-${step.tab}`);
      (document.querySelector<HTMLElement>(`#panel-${step.tab} .run:enabled`) ?? tab)?.focus();
    },

    open(dialog: OpenDialog): void {
      store.change({ dialog, makingNote: undefined });
    },

    /** Closes a dialog, unless another is open already. */
    close(kind: OpenDialog["kind"]): void {
      if (kind === "make") keyring.stopMaking();
      if (store.state.dialog?.kind === kind) store.change({ dialog: undefined });
    },

    choose: (newKey: NewKey) => store.change({ newKey, makingNote: undefined }),

    markKey: (field: keyof NewKeyProblems, problem: string | undefined) =>
      store.change({ newKeyProblems: { ...store.state.newKeyProblems, [field]: problem } }),

    /** Makes the chosen key, or stops making it. */
    async makeOrStop(): Promise<void> {
      const { newKey, making, assessParams } = store.state;
      if (making !== undefined) {
        keyring.stopMaking();
        return;
      }
      // The dialog shows the same verdict, and its button names what it makes.
      const isBroken = newKeyAnswer(assessParams, newKey)?.assessment?.verdict === "broken";
      const withCompatible = newKey.withCompatible && canBeCompatible(newKey.variant);
      if (!(await keyring.make(newKeyParams(newKey), newKey.name.trim(), withCompatible, isBroken))) return;
      store.change({ newKey: { ...store.state.newKey, name: "" }, dialog: undefined });
    },

    load: (dropped: Dropped) => void keyring.load(dropped),
    noteFile: (id: number) => keyring.noteFile(id),
    forget: (id: number) => keyring.forget(id),
  };
}

/** Starts the library's workers, and loads the verdicts, which keys can do without. */
async function loadLibrary(store: WorkbenchStore): Promise<void> {
  loadSecurity().then(
    (security) => store.change({ assess: createKeyAssessor(security), assessParams: createAssessor(security) }),
    () => {},
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

/** Shows the tab that the address names after Back, Forward and links. Another place links to the dialog that makes keys. */
function followAddress(store: WorkbenchStore, makeKey: () => void): void {
  const show = () => {
    const tab = tabOf(location.hash);
    if (tab !== undefined) store.change({ tab });
    if (location.hash !== "#make") return;
    history.replaceState(null, "", `${location.pathname}${location.search}#keys`); // a reload opens no dialog
    store.change({ tab: "keys" });
    makeKey();
  };
  addEventListener("popstate", show);
  addEventListener("hashchange", show);
  show();
}
