import { type DoctorState, nothing, type Piece } from "../doctor/question.ts";
import { chosenKey, type WorkbenchState, type WorkForm, type WorkTab } from "../state.ts";

/** What a result can be used for next: the fields of another tab. */
export type NextStep =
  | {
      readonly text: string;
      readonly tab: WorkTab;
      readonly form: Partial<WorkForm>;
      readonly signature?: Piece;
    }
  | { readonly text: string; readonly tab: "doctor"; readonly question: Partial<DoctorState> };

export function nextSteps(tab: WorkTab, state: WorkbenchState): readonly NextStep[] {
  const { outcome, problem, wasCanceled, subject } = state.jobs[tab];
  const key = chosenKey(state, tab);
  const { file, text } = state.forms[tab];
  const doctor = { key: { ...nothing, choice: key?.fingerprint } };
  if (outcome?.kind === "verdict") {
    if (outcome.isValid) return [];
    const question = { ...doctor, kind: "signature", data: state.signature, message: { file, text } } as const;
    return [{ text: "Ask the doctor", tab: "doctor", question }];
  }
  if (tab === "decrypt" && problem !== undefined && !wasCanceled) {
    return [
      { text: "Ask the doctor", tab: "doctor", question: { ...doctor, kind: "ciphertext", data: { file, text } } },
    ];
  }
  if (outcome?.kind !== "result" || key === undefined || subject?.isExtended) return [];
  const { result } = outcome;
  const { fingerprint } = key;
  if (tab === "sign") {
    const signature = { file: undefined, text: result.text ?? "" };
    return [{ text: "Verify it to check", tab: "verify", form: { fingerprint, file, text }, signature }];
  }
  // A text stays a text, and a file keeps its name.
  const isText = subject?.fileName === undefined && result.text !== undefined;
  const form = isText
    ? { file: undefined, text: result.text }
    : { file: new File([result.blob], result.name), temporaryFile: result.temporaryFile, text: "" };
  if (tab === "decrypt") return [{ text: "Encrypt it for someone else", tab: "encrypt", form }];
  if (key.privateKey === undefined) return [];
  return [{ text: "Decrypt it to check", tab: "decrypt", form: { ...form, fingerprint, alsoFor: [] } }];
}
