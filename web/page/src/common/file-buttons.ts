import { h, setText } from "./dom.ts";

/** Milliseconds for which a button says that it did its work. */
const thanksTime = 2000;

/** A button beside the results, for what is done with them. */
export function quietButton(label: string, title: string, click: () => void): HTMLButtonElement {
  return h("button", { type: "button", class: "quiet", title, click }, label);
}

/** A button that copies a table, and says whether the browser let it. */
export function copyButton(copy: () => Promise<void>): HTMLButtonElement {
  const label = "Copy as Markdown";
  const button = quietButton(label, "The table for a README or an issue", async () => {
    try {
      await copy();
      setText(button, "Copied");
    } catch {
      setText(button, "The browser refused");
    }
    setTimeout(() => setText(button, label), thanksTime);
  });
  return button;
}
