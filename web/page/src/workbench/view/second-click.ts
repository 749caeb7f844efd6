import { setText } from "../../common/dom.ts";
import { quietButton } from "../../common/file-buttons.ts";

/** Milliseconds for which a button waits for the second click. */
const patience = 4000;

/** A button that asks once more before it does what cannot be undone. */
export function secondClick(label: string, question: string, act: () => void): HTMLButtonElement {
  let asked = false;
  const button = quietButton(label, "", () => {
    if (asked) {
      act();
      return;
    }
    asked = true;
    setText(button, question);
    setTimeout(() => {
      asked = false;
      setText(button, label);
    }, patience);
  });
  return button;
}
