import type { ComponentChildren, HTMLAttributes } from "preact";
import { useRef } from "preact/hooks";
import { type Dropped, hasFiles, useDrops } from "./drops.ts";

interface DropAreaProps extends Omit<HTMLAttributes<HTMLDivElement>, "children" | "onDrop"> {
  /** Receives what is dropped; without it nothing can be dropped. */
  readonly onDropped: ((dropped: Dropped) => void) | undefined;
  readonly children: ComponentChildren;
}

/** A box onto which files can be dropped; it has the class `dropping` while they are above it. */
export function DropArea({ onDropped, children, ...box }: DropAreaProps) {
  const element = useRef<HTMLDivElement>(null);
  useDrops(onDropped, element);
  return (
    <div ref={element} {...box}>
      {children}
    </div>
  );
}

/** Keeps the browser from leaving the page for a file that is dropped next to the elements that accept files. */
export function refuseOtherDrops(): void {
  const refuse = (event: DragEvent) => {
    if (event.defaultPrevented || event.dataTransfer === null || !hasFiles(event)) return;
    event.preventDefault();
    event.dataTransfer.dropEffect = "none";
  };
  window.addEventListener("dragover", refuse);
  window.addEventListener("drop", refuse);
}
