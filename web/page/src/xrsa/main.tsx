import "../ui/styles/index.ts";
import "./xrsa.css";
import { Store } from "../core/store.ts";
import { mount } from "../ui/mount.tsx";
import { Actions } from "./actions.ts";
import { readSelection } from "./params/selection.ts";
import { initialState } from "./state.ts";
import { Place } from "./views/place.tsx";

const store = new Store(initialState(readSelection(location.search)));
const actions = new Actions(store);
mount(store, ({ state }) => <Place state={state} actions={actions} />);
actions.loadLibrary();
