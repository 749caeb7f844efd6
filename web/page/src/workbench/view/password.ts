import { dialog } from "../../common/dialog.ts";
import { h, setText } from "../../common/dom.ts";
import type { PasswordQuestion, View } from "../state.ts";

/** The dialog that asks for the password of an encrypted key. */
export function passwordView(): View {
  let question: PasswordQuestion | undefined;
  const title = h("span");
  const problem = h("p", { class: "problem", role: "alert" });
  const input = h("input", { id: "password", type: "password", autocomplete: "current-password" });
  const box = dialog({
    id: "ask-password",
    title,
    content: [h("div", { class: "field" }, h("label", { for: "password" }, "password"), input), problem],
    buttons: [h("button", { type: "submit", class: "run" }, "Open")],
    submit: () => finish(input.value),
    // Escape and Cancel; after an answer there is no question any more.
    closed: () => finish(undefined),
  });

  function finish(password: string | undefined): void {
    const asked = question;
    question = undefined;
    input.value = "";
    box.close();
    asked?.answer(password);
  }

  return {
    element: box.element,
    update(state) {
      if (state.question === undefined || state.question === question) return;
      question = state.question;
      setText(title, `${question.of} is encrypted`);
      setText(problem, question.problem ?? "");
      box.open();
    },
  };
}
