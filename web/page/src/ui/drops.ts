// Apart from drop.tsx, which only the Workbench needs.

import type { RefObject } from "preact";
import { useEffect, useRef } from "preact/hooks";

/** What was dropped at once. */
export interface Dropped {
  readonly files: readonly File[];
  /** The names of folders, which are not read. */
  readonly folders: readonly string[];
}

/**
 * Accepts files dropped onto an element, or anywhere on the page. The element has the class `dropping` while they are above it. A
 * nested element that also accepts files has priority.
 *
 * @param onDropped gets what was dropped; without it nothing can be dropped
 */
export function useDrops(
  onDropped: ((dropped: Dropped) => void) | undefined,
  element?: RefObject<HTMLElement | null>,
): void {
  const take = useRef(onDropped);
  take.current = onDropped;
  const accepts = onDropped !== undefined;
  useEffect(() => {
    const target = element === undefined ? document.documentElement : element.current;
    if (!accepts || target === null) return undefined;
    const controller = new AbortController();
    const { signal } = controller;
    const setDropping = (isOver: boolean) => target.classList.toggle("dropping", isOver);
    const over = (event: DragEvent) => {
      if (!hasFiles(event)) return;
      // If it is prevented already, a nested element accepts the files.
      setDropping(!event.defaultPrevented);
      event.preventDefault(); // otherwise the browser leaves the page and opens the file
      if (event.dataTransfer !== null) event.dataTransfer.dropEffect = "copy";
    };
    const leave = ({ relatedTarget }: DragEvent) => {
      if (!(relatedTarget instanceof Node && target.contains(relatedTarget))) setDropping(false);
    };
    const drop = (event: DragEvent) => {
      if (!hasFiles(event)) return;
      setDropping(false);
      if (event.defaultPrevented) return;
      event.preventDefault();
      if (event.dataTransfer !== null) take.current?.(droppedIn(event.dataTransfer));
    };
    target.addEventListener("dragenter", over, { signal });
    target.addEventListener("dragover", over, { signal });
    target.addEventListener("dragleave", leave, { signal });
    target.addEventListener("drop", drop, { signal });
    return () => {
      controller.abort();
      setDropping(false);
    };
  }, [accepts]);
}

/** Whether what is dragged are files. */
export function hasFiles({ dataTransfer }: DragEvent): boolean {
  return dataTransfer?.types.includes("Files") === true;
}

/** A folder looks like a file that cannot be read; only its entry shows what it is. */
function droppedIn({ items }: DataTransfer): Dropped {
  const files: File[] = [];
  const folders: string[] = [];
  for (const item of items) {
    const entry = item.webkitGetAsEntry();
    const file = item.getAsFile();
    if (entry?.isDirectory === true) folders.push(entry.name);
    else if (file !== null) files.push(file);
  }
  return { files, folders };
}
