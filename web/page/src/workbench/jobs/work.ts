import type { Dropped } from "../../common/drop.ts";
import type { KeyEntry } from "../keys/entry.ts";
import type { State, WorkbenchStore } from "../state.ts";
import type { DecryptActions } from "../view/decrypt.ts";
import type { EncryptActions } from "../view/encrypt.ts";
import type { SignActions, VerifyActions } from "../view/signatures.ts";
import { decrypt } from "./decrypt.ts";
import { takeDrop } from "./drops.ts";
import { encrypt } from "./encrypt.ts";
import { emptyForm, type Outcome, type WorkForm, type WorkOptions, type WorkTab, workTabs } from "./job.ts";
import { Jobs } from "./jobs.ts";
import { chosenKey } from "./keys-for.ts";
import { signSource, verifySource } from "./signatures.ts";
import { type Source, sourceOf } from "./source.ts";
import type { TemporaryFiles } from "./temporary-files.ts";

/** What is said of files that are dropped while the tab works. */
const busyNote = "This tab is at work: nothing was taken. Cancel it first, or wait.";

/** What the tabs that work on files ask for. */
export class Work {
  readonly #store: WorkbenchStore;
  readonly #jobs: Jobs;
  readonly #files: TemporaryFiles;

  /** @param files hold results that are long */
  constructor(store: WorkbenchStore, files: TemporaryFiles) {
    this.#store = store;
    this.#files = files;
    this.#jobs = new Jobs(store, (outcome) => {
      const name = outcome?.kind === "result" ? outcome.result.temporaryFile : undefined;
      if (name !== undefined) void files.remove(name);
    });
  }

  get encryptActions(): EncryptActions {
    return {
      ...this.#common("encrypt"),
      choose: (choice) => {
        this.#store.change({ encryption: { ...this.#store.state.encryption, ...choice } });
        this.#jobs.clear("encrypt");
      },
      start: (destination) =>
        this.#start("encrypt", (key, source, options) =>
          encrypt(key, source, this.#store.state.encryption, { destination, files: this.#files }, options),
        ),
    };
  }

  get decryptActions(): DecryptActions {
    return {
      ...this.#common("decrypt"),
      start: (destination) =>
        this.#start("decrypt", (key, source, options) =>
          decrypt(key, source, { destination, files: this.#files }, options),
        ),
    };
  }

  get signActions(): SignActions {
    return { ...this.#common("sign"), start: () => this.#start("sign", signSource) };
  }

  get verifyActions(): VerifyActions {
    return {
      ...this.#common("verify"),
      drop: (dropped) => this.drop("verify", dropped),
      chooseSignature: (signature) => {
        this.#store.change({ signature });
        this.#change("verify", {});
      },
      start: () =>
        this.#start("verify", async (key, source, options) => {
          const { signature } = this.#store.state;
          return signature && verifySource(key, source, signature, options);
        }),
    };
  }

  /** Takes what is dropped onto a tab, and says what it took where that is not seen. */
  drop(tab: WorkTab, dropped: Dropped): void {
    const { file, signature, note } = this.#isRunning(tab) ? { note: busyNote } : takeDrop(tab, dropped);
    if (file === undefined && signature === undefined) {
      this.#note(tab, note);
      return;
    }
    if (signature !== undefined) this.#store.change({ signature });
    this.#change(tab, { ...(file === undefined ? {} : { file }), dropNote: note });
  }

  /** Takes away what was worked on with keys that leave the page, or have left it, and what came out. */
  release(fingerprints: ReadonlySet<string>): void {
    for (const tab of workTabs) {
      const { fingerprint } = this.#store.state.forms[tab];
      const stays = this.#store.state.keys.some((key) => key.fingerprint === fingerprint);
      if (fingerprint === undefined || (stays && !fingerprints.has(fingerprint))) continue;
      this.#jobs.cancel(tab);
      this.#jobs.clear(tab);
      this.#store.change({ forms: { ...this.#store.state.forms, [tab]: { ...emptyForm, fingerprint } } });
      if (tab === "verify") this.#store.change({ signature: undefined });
    }
  }

  /** Ends what runs with a key that is gone. */
  update(state: Pick<State, "keys" | "forms" | "jobs">): void {
    for (const tab of workTabs) {
      if (state.jobs[tab].running !== undefined && chosenKey(state, tab) === undefined) this.#jobs.cancel(tab);
    }
  }

  #common(tab: WorkTab): { change(form: Partial<WorkForm>): void; cancel(): void } {
    return {
      change: (form) => this.#change(tab, form),
      cancel: () => this.#jobs.cancel(tab),
    };
  }

  #change(tab: WorkTab, form: Partial<WorkForm>): void {
    const { forms } = this.#store.state;
    this.#store.change({ forms: { ...forms, [tab]: { ...forms[tab], dropNote: undefined, ...form } } });
    this.#jobs.clear(tab);
  }

  #note(tab: WorkTab, dropNote: string | undefined): void {
    const { forms } = this.#store.state;
    this.#store.change({ forms: { ...forms, [tab]: { ...forms[tab], dropNote } } });
  }

  #isRunning(tab: WorkTab): boolean {
    return this.#store.state.jobs[tab].running !== undefined;
  }

  #start(
    tab: WorkTab,
    work: (key: KeyEntry, source: Source, options: WorkOptions) => Promise<Outcome | undefined>,
  ): void {
    const { state } = this.#store;
    const key = chosenKey(state, tab);
    if (key === undefined) return;
    this.#note(tab, undefined);
    const source = sourceOf(state.forms[tab]);
    const subject = { keyName: key.name, fingerprint: key.fingerprint, fileName: source.fileName };
    void this.#jobs.run(tab, source.blob.size, subject, (options) => work(key, source, options));
  }
}
