import type { TracedOperation } from "rsa-variants/xrsa";

/** How many operations the list shows, with the present one in the middle where it can be. */
const shown = 9;

/** The stretch of a trace that the list shows: from one index up to another, which is left out. */
export function listRange(count: number, operation: number): readonly [from: number, to: number] {
  const from = Math.max(0, Math.min(operation - Math.floor(shown / 2), count - shown));
  return [from, Math.min(count, from + shown)];
}

/** The first operation of the next section, or the last of all. */
export function nextSection(trace: readonly TracedOperation[], operation: number): number {
  const section = trace[operation]?.section;
  const next = trace.findIndex((each, index) => index > operation && each.section !== section);
  return next < 0 ? trace.length - 1 : next;
}

/** The first operation of the present section, or of the one before where it is there already. */
export function previousSection(trace: readonly TracedOperation[], operation: number): number {
  const first = (index: number) => trace.findIndex(({ section }) => section === trace[index]?.section);
  const start = first(operation);
  return start < operation || start === 0 ? start : first(start - 1);
}
