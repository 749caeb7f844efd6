import { h } from "../../common/dom.ts";
import { canSaveStreams } from "../jobs/chosen-file.ts";
import type { Destination } from "../jobs/deliver.ts";
import type { WorkTab } from "../jobs/job.ts";
import { chosenKey } from "../jobs/keys-for.ts";
import type { State, View } from "../state.ts";

/** How work can be started. */
interface StartOptions {
  /** Whether its result can go straight into a file. */
  readonly canStream?: boolean;
  /** Why it cannot be started, or nothing. */
  readonly problemOf?: (state: State) => string | undefined;
}

/** The buttons that start: into the page, or, where the browser can, straight into a file. */
export function targetButtons(
  tab: WorkTab,
  verb: string,
  start: (destination: Destination) => void,
  { canStream = true, problemOf = () => undefined }: StartOptions = {},
): View {
  const button = (destination: Destination, name: string) =>
    h(
      "button",
      { type: "button", class: destination === "page" ? "run" : "secondary", click: () => start(destination) },
      name,
    );
  const buttons = [
    button("page", verb),
    ...(canStream && canSaveStreams() ? [button("file", `${verb} into a file …`)] : []),
  ];
  return {
    element: h("div", { class: "actions" }, ...buttons),
    update(state) {
      const { file, text } = state.forms[tab];
      const isEmpty = file === undefined && text === "";
      const isReady = chosenKey(state, tab) !== undefined && state.jobs[tab].running === undefined;
      for (const each of buttons) each.disabled = isEmpty || !isReady || problemOf(state) !== undefined;
    },
  };
}
