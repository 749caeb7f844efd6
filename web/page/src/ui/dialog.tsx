import type { ComponentChildren, JSX } from "preact";
import { useLayoutEffect, useRef } from "preact/hooks";

interface DialogProps {
  /** Begins the identifiers. */
  readonly id: string;
  readonly title: ComponentChildren;
  readonly isOpen: boolean;
  /** Next to Cancel. */
  readonly buttons: ComponentChildren;
  readonly onSubmit: () => void;
  /** Called when the user closes it in any way. */
  readonly onClose: () => void;
  /** Gets the focus if what had it before the dialog is gone. */
  readonly returnTo?: string | undefined;
  readonly children: ComponentChildren;
}

/** A modal dialog with a form: Escape and Cancel close it, Enter submits. */
export function Dialog({
  id,
  title,
  isOpen,
  buttons,
  onSubmit,
  onClose,
  returnTo,
  children,
}: DialogProps): JSX.Element {
  const dialog = useRef<HTMLDialogElement>(null);
  useLayoutEffect(() => {
    if (isOpen && dialog.current?.open === false) dialog.current.showModal();
    if (!isOpen) dialog.current?.close();
  }, [isOpen]);
  return (
    <dialog
      ref={dialog}
      id={id}
      class="dialog"
      aria-labelledby={`${id}-title`}
      onClose={({ currentTarget }) => {
        // The event comes late: the dialog may be open again for another question.
        if (currentTarget.open) return;
        onClose();
        const { activeElement, body } = document;
        const isLost = activeElement === body || currentTarget.contains(activeElement);
        if (returnTo !== undefined && isLost) document.querySelector<HTMLElement>(returnTo)?.focus();
      }}
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
        <div class="dialog-buttons">
          <button type="button" class="secondary" onClick={() => dialog.current?.close()}>
            Cancel
          </button>
          {buttons}
        </div>
      </form>
    </dialog>
  );
}
