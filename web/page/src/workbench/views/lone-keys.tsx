import { formatList } from "@rsa-variants/measure/text/format";
import type { JSX } from "preact";
import { useRef } from "preact/hooks";
import { QuietButton } from "../../ui/buttons.tsx";
import { useKeptFocus } from "../../ui/kept-focus.ts";
import { loneKeys, type StorageState } from "../state.ts";
import type { PartProps } from "./part.ts";

/**
 * Says which keys exist only in this page, although the user may think that they are stored, and offers to save them. While no keys are
 * stored, the sentence below the list says it of all.
 */
export function LoneKeys({ state, actions }: PartProps): JSX.Element {
  const { storage } = state;
  const box = useRef<HTMLDivElement>(null);
  useKeptFocus(box, () => document.querySelector<HTMLElement>(keyButton));
  const keys = loneKeys(state);
  const [isOne, names] = [keys.length === 1, formatList(keys.map(({ name }) => name))];
  const [is, it] = isOne ? ["is", "it"] : ["are", "them"];
  const words = keys.length === 0 ? undefined : wordsOf(storage, it);
  return (
    <div ref={box} class="lone-keys" role="status">
      {words && (
        <>
          <p>
            <strong>
              {names} {is} not stored.
            </strong>{" "}
            {words.reason} {isOne ? "It is" : "They are"} lost when you close this page.
          </p>
          <div class="files">
            {words.act && (
              <QuietButton
                onClick={() =>
                  storage.state === "locked" ? actions.open({ kind: "unlock-vault" }) : void actions.keeper.retry()
                }
              >
                {words.act}
              </QuietButton>
            )}
            {keys.map(({ id, name }) => (
              <QuietButton key={id} onClick={() => actions.open({ kind: "save", id })}>
                {isOne ? "Save it as a file …" : `Save ${name} as a file …`}
              </QuietButton>
            ))}
          </div>
        </>
      )}
    </div>
  );
}

/** Gets the focus after a notice is gone. */
export const keyButton = ".keys .key-buttons button";

/** Why keys are not stored, and the button that may store them. */
function wordsOf(storage: StorageState, it: string): { reason: string; act?: string } | undefined {
  switch (storage.state) {
    case "locked":
      return { reason: "Your stored keys are locked in this tab.", act: `Unlock them to store ${it}, too …` };
    case "unavailable":
      return { reason: "This browser stores no keys here, as in some private windows." };
    case "open":
      return storage.problem === undefined
        ? undefined
        : { reason: `The browser refused: ${storage.problem}`, act: "Try again" };
    default:
      return undefined;
  }
}
