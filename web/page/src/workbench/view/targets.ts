import { h } from "../../common/dom.ts";
import type { Target } from "../jobs/encrypt.ts";
import type { WorkTab } from "../jobs/job.ts";
import { chosenKey } from "../jobs/keys-for.ts";
import { canSaveStreams } from "../jobs/sink.ts";
import type { State, View } from "../state.ts";

/**
 * The buttons that start: into the page, or, where the browser can, straight into a file.
 *
 * @param problemOf why it cannot be started, or nothing
 */
export function targetButtons(
  tab: WorkTab,
  verb: string,
  start: (target: Target) => void,
  problemOf: (state: State) => string | undefined = () => undefined,
): View {
  const button = (target: Target, name: string) =>
    h("button", { type: "button", class: target === "page" ? "run" : "secondary", click: () => start(target) }, name);
  const buttons = [button("page", verb), ...(canSaveStreams() ? [button("file", `${verb} into a file …`)] : [])];
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
