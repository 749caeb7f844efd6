import type { ExperimentProgress } from "./protocol.ts";

/** Describes the progress of the experiment. */
export function progressText({ step, phase, share, done, steps }: ExperimentProgress): string {
  const does = { key: "making keys", encrypt: "encrypting", decrypt: "decrypting" }[phase];
  const percent = share > 0 ? ` ${Math.floor(share * 100)} %` : "";
  return `${done + 1} of ${steps}: n ${step.modulusLength}, c ${step.charactersAtOnce}, ${does}${percent}`;
}
