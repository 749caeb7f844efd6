import { h, setText } from "./dom.ts";

/** Milliseconds for which a button says that it did its work. */
const thanksTime = 2000;

/** A button beside the results, for what is done with them. */
export function quietButton(label: string, title: string, click: () => void): HTMLButtonElement {
  return h("button", { type: "button", class: "quiet", title, click }, label);
}

/** A button that copies, a table unless it says otherwise, and tells whether the browser let it. */
export function copyButton(
  copy: () => Promise<void>,
  label = "Copy as Markdown",
  title = "The table for a README or an issue",
): HTMLButtonElement {
  const button = quietButton(label, title, async () => {
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

/** What a button that opens files says and takes. */
export interface FilePicker {
  readonly id: string;
  readonly label: string;
  readonly title: string;
  /** As the attribute of `<input type="file">`; without it any file can be chosen. */
  readonly accept?: string;
  readonly multiple?: boolean;
  readonly take: (files: readonly File[]) => void;
}

/** A button that lets the user choose files, and the input behind it, to be put beside it. */
export function filePicker({ id, label, title, accept, multiple, take }: FilePicker): [HTMLButtonElement, HTMLElement] {
  const input = h("input", {
    type: "file",
    id,
    accept,
    multiple,
    hidden: true,
    change: () => {
      const files = [...(input.files ?? [])];
      // The same file can be chosen again.
      input.value = "";
      if (files.length > 0) take(files);
    },
  });
  return [quietButton(label, title, () => input.click()), input];
}
