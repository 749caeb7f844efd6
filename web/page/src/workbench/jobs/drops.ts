import { capitalised } from "../../common/dom.ts";
import type { Dropped } from "../../common/drop.ts";
import { formatList } from "../../common/format.ts";
import type { WorkTab } from "./job.ts";
import { signatureEnding } from "./signatures.ts";

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
    return isSignature(first) ? { signature: first, note: `Taken as the signature: ${first.name}.` } : { file: first };
  }
  const signature = signatureOf(first, second);
  if (signature === undefined) {
    const which = isSignature(first) ? "both end" : "neither ends";
    return refused(dropped, `${which} in ${signatureEnding}, so that nothing tells the signature`);
  }
  const file = signature === first ? second : first;
  return { file, signature, note: `Taken: ${file.name}, and as its signature ${signature.name}.` };
}

const rules: Readonly<Record<WorkTab, string>> = {
  encrypt: "one file at a time is encrypted",
  decrypt: "one file at a time is decrypted",
  sign: "one file at a time is signed",
  verify: "one file at a time is verified, with its signature",
};

function refused({ files, folders }: Dropped, why: string): TakenDrop {
  const counts = [...counted(files.length, "file"), ...counted(folders.length, "folder")];
  const were = files.length + folders.length <= 1 ? "was" : "were";
  const what = counts.length === 0 ? "nothing that can be read" : formatList(counts);
  return { note: `${capitalised(what)} ${were} dropped; ${why}: nothing was taken.` };
}

const words = ["no", "a", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve"];

function counted(count: number, noun: string): string[] {
  if (count === 0) return [];
  return [`${words[count] ?? count} ${noun}${count === 1 ? "" : "s"}`];
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
