import "../ui/styles/index.ts";
import "./references.css";
import { Store } from "../core/store.ts";
import { mount } from "../ui/mount.tsx";
import { Place } from "./place.tsx";

mount(new Store({}), Place);
// The browser looked for the entry before it was there.
if (location.hash.length > 1) location.replace(location.hash);
