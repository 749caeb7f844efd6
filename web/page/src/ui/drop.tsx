import type { ComponentChildren, JSX } from "preact";
import { useEffect, useRef } from "preact/hooks";
import { acceptDrops, type Dropped } from "../core/drop.ts";

export interface DropAreaProps extends Omit<JSX.HTMLAttributes<HTMLDivElement>, "children" | "onDrop"> {
  /** Receives what is dropped; without it nothing can be dropped. */
  readonly onDropped: ((dropped: Dropped) => void) | undefined;
  readonly children: ComponentChildren;
}

/** A box onto which files can be dropped; it has the class `dropping` while they are above it. */
export function DropArea({ onDropped, children, ...box }: DropAreaProps): JSX.Element {
  const element = useRef<HTMLDivElement>(null);
  const take = useRef(onDropped);
  take.current = onDropped;
  const accepts = onDropped !== undefined;
  useEffect(() => {
    if (!accepts || element.current === null) return;
    return acceptDrops(element.current, (dropped) => take.current?.(dropped));
  }, [accepts]);
  return (
    <div ref={element} {...box}>
      {children}
    </div>
  );
}
