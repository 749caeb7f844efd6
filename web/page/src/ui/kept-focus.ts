import type { RefObject } from "preact";
import { useLayoutEffect } from "preact/hooks";

/** Moves the focus when the element that had it is removed from a box, for people who use the keyboard. */
export function useKeptFocus(box: RefObject<HTMLElement | null>, next: () => HTMLElement | null | undefined): void {
  const hadFocus = box.current?.contains(document.activeElement) === true;
  useLayoutEffect(() => {
    if (hadFocus && document.activeElement === document.body) next()?.focus();
  });
}
