import "../ui/styles/index.ts";
import "./styles/keys.css";
import "./styles/work.css";
import "./styles/experiment.css";
import { type Dropped, refuseOtherDrops } from "../common/drop.ts";
import { failureView } from "../common/notices.ts";
import { Store } from "../common/store.ts";
import { tabsView } from "../common/tabs.ts";
import { followTabs, initialState, loadLibrary } from "./app.ts";
import { Expectation } from "./expectation/client.ts";
import { Experiment } from "./experiment/client.ts";
import { workTabs } from "./jobs/job.ts";
import { TemporaryFiles } from "./jobs/temporary-files.ts";
import { Work } from "./jobs/work.ts";
import { canBeCompatible, newKeyAssessment, newKeyParams } from "./keys/choice.ts";
import { Keyring } from "./keys/keyring.ts";
import { KeyLoader } from "./keys/loader.ts";
import { KeyMaker } from "./keys/maker.ts";
import { losesSomething } from "./leaving.ts";
import type { State, View } from "./state.ts";
import { Keeper } from "./storage/keeper.ts";
import { type TabId, tabIds, tabNames } from "./tabs.ts";
import { decryptViews } from "./view/decrypt.ts";
import { encryptViews } from "./view/encrypt.ts";
import { experimentViews } from "./view/experiment.ts";
import { type KeyActions, keysView } from "./view/keys.ts";
import { makeKeyView } from "./view/make-key.ts";
import { passwordView } from "./view/password.ts";
import { saveKeyDialog } from "./view/save-key.ts";
import { signViews, verifyViews } from "./view/signatures.ts";
import { storageView } from "./view/storage.ts";

const store = new Store<State>(initialState(location.hash));
const keyring = new Keyring(store);
const loader = new KeyLoader(store, keyring);
const maker = new KeyMaker(store, keyring);
const expectation = new Expectation(store);

const ask = () => expectation.ask(newKeyParams(store.state.newKey));
const makeKey = makeKeyView({
  choose(change) {
    store.change({ newKey: { ...store.state.newKey, ...change }, makingNote: undefined });
    if (Object.keys(change).some((name) => name !== "name")) ask();
  },
  mark: (field, problem) => store.change({ newKeyProblems: { ...store.state.newKeyProblems, [field]: problem } }),
  async make() {
    const { newKey } = store.state;
    // The dialog shows the same verdict, and its button names what it makes.
    const isBroken = newKeyAssessment(store.state)?.verdict === "broken";
    const withCompatible = newKey.withCompatible && canBeCompatible(newKey.variant);
    expectation.stop();
    if (!(await maker.make(newKeyParams(newKey), newKey.name.trim(), withCompatible, isBroken))) return;
    store.change({ newKey: { ...store.state.newKey, name: "" } });
    makeKey.close();
  },
  stopMaking: () => maker.stop(),
  closedMaker() {
    maker.stop();
    expectation.stop();
  },
});
const saveKey = saveKeyDialog(({ id }) => keyring.noteFile(id));
const failure = failureView({ dismiss: () => store.change({ failure: undefined }) });
const keeper = new Keeper(store, keyring);
const storage = storageView({
  create: (passphrase) => keeper.create(passphrase),
  unlock: (passphrase) => keeper.unlock(passphrase),
  lock: () => keeper.lock(),
  clear: () => keeper.clear(),
});
const keyActions: KeyActions = {
  openMaker() {
    store.change({ makingNote: undefined });
    makeKey.open();
    ask();
  },
  openSaver: (entry) => saveKey.open(entry),
  load: (dropped) => void loader.load(dropped),
  forget(id) {
    keyring.forget(id);
    updateUnseen();
  },
};
const keys = keysView(keyActions, storage);
const password = passwordView();
const temporaryFiles = new TemporaryFiles();
const work = new Work(store, temporaryFiles);
const experiment = new Experiment(store);
const views: Readonly<Record<TabId, readonly View[]>> = {
  keys: [keys],
  encrypt: encryptViews(work.encryptActions),
  decrypt: decryptViews(work.decryptActions),
  sign: signViews(work.signActions),
  verify: verifyViews(work.verifyActions),
  experiment: experimentViews(() => experiment.startOrStop()),
};
const drops: Readonly<Record<TabId, ((dropped: Dropped) => void) | undefined>> = {
  keys: keyActions.load,
  encrypt: (dropped) => work.drop("encrypt", dropped),
  decrypt: (dropped) => work.drop("decrypt", dropped),
  sign: (dropped) => work.drop("sign", dropped),
  verify: (dropped) => work.drop("verify", dropped),
  experiment: undefined,
};
keeper.onLock = (fingerprints) => {
  work.release(fingerprints);
  updateUnseen();
};
/** What tabs that are not seen show stays in the document until they are seen again, unless they are told. */
function updateUnseen(): void {
  for (const tab of workTabs) for (const view of views[tab]) view.update(store.state);
}
const tabs = tabsView<TabId, State>(
  "Work",
  tabIds.map((id) => ({ id, name: tabNames[id], views: views[id], drop: drops[id] })),
  followTabs(store),
);

document
  .querySelector("main")
  ?.append(failure.element, tabs.element, makeKey.element, saveKey.element, password.element, ...storage.dialogs);
store.show([failure, tabs, makeKey, password, temporaryFiles, work]);
loadLibrary(store);
keeper.start();
temporaryFiles.start();
refuseOtherDrops();
window.addEventListener("beforeunload", (event) => {
  // The browser asks.
  if (losesSomething(store.state, (fingerprint) => keeper.keepsPrivate(fingerprint))) event.preventDefault();
});
