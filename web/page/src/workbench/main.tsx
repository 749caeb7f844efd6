import { Store } from "../core/store.ts";
import { refuseOtherDrops } from "../ui/drop.tsx";
import { lazily } from "../ui/lazy.tsx";
import { mount, Notices } from "../ui/place.tsx";
import { Tabs } from "../ui/tabs.tsx";
import { createActions } from "./actions.ts";
import { optionText } from "./keys/entry.ts";
import { initialState, type TabId, tabIds, tabNames, type WorkbenchState, workTabs } from "./state.ts";
import { KeyDialogs } from "./views/dialogs.tsx";
import { Keys } from "./views/keys.tsx";
import { WorkPanel } from "./views/work.tsx";
import "./workbench.css";

const store = new Store<WorkbenchState>(initialState(location.hash));
const actions = createActions(store);

const DoctorTab = lazily(() => import("./views/doctor.tsx").then(({ DoctorPanel }) => DoctorPanel), "the doctor");

function contentOf(tab: TabId, state: WorkbenchState) {
  if (tab === "keys") return <Keys state={state} actions={actions} />;
  if (tab === "doctor") return state.tab === tab && <DoctorTab state={state} actions={actions} nameOf={optionText} />;
  return <WorkPanel tab={tab} state={state} actions={actions} />;
}

mount(store, ({ state }) => (
  <>
    <Notices failure={state.failure} onDismiss={() => store.change({ failure: undefined })} />
    <Tabs
      label="Work"
      tabs={tabIds.map((id) => ({ id, name: tabNames[id], content: contentOf(id, state), onDropped: dropOn(id) }))}
      chosen={state.tab}
      onChoose={actions.showTab}
    />
    <KeyDialogs state={state} actions={actions} />
  </>
));
actions.start();
refuseOtherDrops();

function dropOn(id: TabId) {
  if (id === "keys") return actions.load;
  if (id === "doctor") return actions.doctor.drop;
  const tab = workTabs.find((each) => each === id);
  return tab && ((dropped: Parameters<typeof actions.load>[0]) => actions.work.drop(tab, dropped));
}
