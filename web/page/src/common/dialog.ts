import { h } from "./dom.ts";

/** A dialog with a form. */
export interface Dialog {
  readonly element: HTMLDialogElement;
  open(): void;
  close(): void;
}

/** What a dialog consists of. */
export interface DialogParts {
  /** Begins the identifiers. */
  readonly id: string;
  readonly title: HTMLElement | string;
  readonly content: readonly HTMLElement[];
  readonly buttons: readonly HTMLElement[];
  readonly submit: () => void;
  /** Called when it was closed, by whatever means. */
  readonly closed?: () => void;
}

/** A modal dialog: Escape and its Cancel button close it, Enter submits. */
export function dialog({ id, title, content, buttons, submit, closed }: DialogParts): Dialog {
  const element = h(
    "dialog",
    { id, class: "dialog", "aria-labelledby": `${id}-title`, close: () => closed?.() },
    h(
      "form",
      {
        novalidate: true,
        submit: (event) => {
          event.preventDefault();
          submit();
        },
      },
      h("h2", { id: `${id}-title` }, title),
      ...content,
      h(
        "div",
        { class: "dialog-buttons" },
        h("button", { type: "button", class: "secondary", click: () => element.close() }, "Cancel"),
        ...buttons,
      ),
    ),
  );
  return {
    element,
    open: () => {
      if (!element.open) element.showModal();
    },
    close: () => element.close(),
  };
}
