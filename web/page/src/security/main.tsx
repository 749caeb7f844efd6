import "../ui/styles/index.ts";
import "./security.css";
import "./attacks.css";
import { mount } from "../ui/mount.tsx";
import { SecurityActions } from "./actions.ts";
import { Place } from "./views/place.tsx";

const actions = new SecurityActions(location.search);
mount(actions.store, ({ state }) => <Place state={state} actions={actions} />);
actions.start();
