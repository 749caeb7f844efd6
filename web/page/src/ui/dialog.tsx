import type { ComponentChildren } from "preact";
import { useLayoutEffect, useRef } from "preact/hooks";

interface DialogProps {
  /** Begins the identifiers. */
  readonly id: string;
  readonly title: ComponentChildren;
  /** Next to Cancel. */
  readonly buttons: ComponentChildren;
  readonly onSubmit: () => void;
  /** Called when the user closes it in any way. */
  readonly onClose: () => void;
  /** Gets the focus if what had it before the dialog is gone. */
  readonly returnTo?: string | undefined;
  readonly children: ComponentChildren;
}

/** A modal dialog with a form, which is open while it is rendered: Escape and Cancel close it, Enter submits. */
export function Dialog({ id, title, buttons, onSubmit, onClose, returnTo, children }: DialogProps) {
  const dialog = useRef<HTMLDialogElement>(null);
  useLayoutEffect(() => {
    const { current } = dialog;
    current?.showModal();
    return () => {
      current?.close();
      const { activeElement, body } = document;
      const isLost = activeElement === body || current?.contains(activeElement);
      if (returnTo !== undefined && isLost) document.querySelector<HTMLElement>(returnTo)?.focus();
    };
  }, []);
  return (
    <dialog
      ref={dialog}
      id={id}
      class="dialog"
      aria-labelledby={`${id}-title`}
      // Escape does not close it here, but has its owner remove it: otherwise it could be opened again between the two.
      onCancel={(event) => {
        if (event.target !== event.currentTarget) return; // a file was not chosen
        event.preventDefault();
        onClose();
      }}
      // Browsers may close it without asking. The event comes late: the dialog may be gone already.
      onClose={({ currentTarget }) => currentTarget.isConnected && onClose()}
    >
      <form
        novalidate
        onSubmit={(event) => {
          event.preventDefault();
          onSubmit();
        }}
      >
        <h2 id={`${id}-title`}>{title}</h2>
        {children}
        <div class="cluster dialog-buttons">
          <button type="button" class="secondary" onClick={onClose}>
            Cancel
          </button>
          {buttons}
        </div>
      </form>
    </dialog>
  );
}
