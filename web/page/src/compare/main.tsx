import "../ui/styles/index.ts";
import "./compare.css";
import { mount } from "../ui/mount.tsx";
import { Compare } from "./actions.ts";
import { Place } from "./views/place.tsx";

const actions = new Compare(location.search);
actions.start();
// WebAssembly is asked for before the first drawing, which keeps a slow processor busy.
setTimeout(() => mount(actions.store, ({ state }) => <Place state={state} actions={actions} />));
