import { capitalised, h, setContent, setText } from "./dom.ts";
import type { Failure, View } from "./view.ts";

/** What can be taken away with a click. */
interface Dismissal {
  dismiss(what: "notices" | "failure"): void;
}

/** The state without what a click took away. */
export function dismissed<State extends { readonly notices: readonly string[]; readonly failure?: Failure }>(
  state: State,
  what: "notices" | "failure",
): State {
  if (what === "notices") return { ...state, notices: [] };
  const { failure: _failure, ...rest } = state;
  return rest as State;
}

/** Messages about the address, which a click takes away. */
export function noticesView(actions: Dismissal): View<{ readonly notices: readonly string[] }> {
  const list = h("ul");
  const element = h(
    "div",
    { class: "notice", role: "status", hidden: true },
    list,
    h("button", { type: "button", class: "quiet", click: () => actions.dismiss("notices") }, "Close"),
  );
  return {
    element,
    update(state) {
      element.hidden = state.notices.length === 0;
      setContent(list, state.notices.join("\n"), () => state.notices.map((text) => h("li", {}, text)));
    },
  };
}

/** What went wrong, and what to do about it. */
export function failureView(actions: Dismissal): View<{ readonly failure?: Failure | undefined }> {
  const title = h("strong");
  const message = h("p");
  const remedy = h("p");
  const element = h(
    "div",
    { class: "notice failure", role: "alert", hidden: true },
    h("div", {}, title, message, remedy),
    h("button", { type: "button", class: "quiet", click: () => actions.dismiss("failure") }, "Close"),
  );
  return {
    element,
    update({ failure }) {
      element.hidden = failure === undefined;
      if (failure === undefined) return;
      setText(title, failure.title);
      setText(message, capitalised(failure.message));
      setText(remedy, failure.remedy ?? "");
    },
  };
}
