import { notReady } from "../../ui/buttons.tsx";
import type { KeyEntry } from "../keys/entry.ts";
import { fittingKeys, type Keys, type WorkbenchState } from "../state.ts";
import type { KeyPiece, Kind, Piece } from "./question.ts";

/** Whether the key of a kind is the private one. */
export const takesPrivate: Readonly<Record<Kind, boolean>> = {
  signature: false,
  ciphertext: true,
  pair: true,
  token: false,
};

/** What a field takes: until the user chooses, the first key that it can, or a pasted one. Undefined if the key is gone. */
export function keyOf(state: Keys, { choice }: KeyPiece, isPrivate: boolean): KeyEntry | "other" | undefined {
  const keys = fittingKeys(state, isPrivate);
  if (choice === undefined) return keys[0] ?? "other";
  return choice === "other" ? choice : keys.find(({ fingerprint }) => fingerprint === choice);
}

export function isEmpty({ file, text }: Piece): boolean {
  return file === undefined && text === "";
}

/** Why nothing can be examined, if nothing can. */
export function blockedBy(state: Pick<WorkbenchState, "keys" | "doctor" | "library">): string | undefined {
  const { keys, doctor, library } = state;
  const lacks = (key: KeyPiece, isPrivate: boolean) => {
    const chosen = keyOf({ keys }, key, isPrivate);
    return chosen === undefined || (chosen === "other" && isEmpty(key));
  };
  const { kind } = doctor;
  if (library.state !== "ready") return notReady[library.state];
  if (lacks(doctor.key, takesPrivate[kind])) return "Add a key first.";
  if (kind === "pair") return lacks(doctor.partner, false) ? "Add the public key first." : undefined;
  return isEmpty(doctor.data) ? `Add the ${kind} first.` : undefined;
}
