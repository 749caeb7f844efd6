import type { Dropped } from "../../core/drop.ts";
import { formatList } from "../../core/format.ts";
import type { WorkTab } from "../state.ts";
import { signatureEnding } from "./operations.ts";

/** What of a drop is taken. */
export interface TakenDrop {
  readonly file?: File;
  readonly signature?: File;
  /** What was taken, or why nothing was, as a sentence; nothing where the page shows it anyway. */
  readonly note?: string;
}

/**
 * What becomes of files that are dropped onto a tab: one at a time is worked on, and beside it Verify takes the signature,
 * which it knows by its ending. Of more nothing is taken, since a choice among them would be a guess.
 */
export function takeDrop(tab: WorkTab, dropped: Dropped): TakenDrop {
  const { files, folders } = dropped;
  const [first, second] = files;
  if (folders.length > 0 || first === undefined || files.length > 2) return refused(dropped, rules[tab]);
  if (tab !== "verify") return second === undefined ? { file: first } : refused(dropped, rules[tab]);
  if (second === undefined) {
    return isSignature(first) ? { signature: first, note: `${first.name} is the signature.` } : { file: first };
  }
  const signature = signatureOf(first, second);
  if (signature === undefined) {
    const which = isSignature(first) ? "both names end" : "neither name ends";
    return refused(dropped, `${which} in ${signatureEnding}, so it is unclear which is the signature`);
  }
  const file = signature === first ? second : first;
  return { file, signature, note: `${file.name} is the file, ${signature.name} its signature.` };
}

const rules: Readonly<Record<WorkTab, string>> = {
  encrypt: "you can encrypt one file at a time",
  decrypt: "you can decrypt one file at a time",
  sign: "you can sign one file at a time",
  verify: "you can verify one file at a time, with its signature",
};

function refused({ files, folders }: Dropped, why: string): TakenDrop {
  const counts = [...counted(files.length, "file"), ...counted(folders.length, "folder")];
  if (counts.length === 0) return { note: "The dropped item is not a file." };
  return { note: `Nothing was taken: you dropped ${formatList(counts)}, but ${why}.` };
}

function counted(count: number, noun: string): string[] {
  return count === 0 ? [] : [`${count} ${noun}${count === 1 ? "" : "s"}`];
}

function isSignature({ name }: File): boolean {
  return name.toLowerCase().endsWith(signatureEnding);
}

/** Which of two files is the signature: the one with the ending, or, when both have it, the one that is named after the other. */
function signatureOf(first: File, second: File): File | undefined {
  if (isSignature(first) !== isSignature(second)) return isSignature(first) ? first : second;
  const isNamedAfter = (one: File, other: File) =>
    one.name.toLowerCase() === other.name.toLowerCase() + signatureEnding;
  if (isNamedAfter(first, second)) return first;
  return isNamedAfter(second, first) ? second : undefined;
}
