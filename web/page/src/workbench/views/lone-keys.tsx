import { formatList } from "@rsa-variants/measure/text/format";
import type { JSX } from "preact";
import { useRef } from "preact/hooks";
import { QuietButton } from "../../ui/buttons.tsx";
import { useKeptFocus } from "../../ui/kept-focus.ts";
import { loneKeys } from "../state.ts";
import type { PartProps } from "./part.ts";

/** Says which keys exist only in this page, and offers to save them. */
export function LoneKeys({ state, actions }: PartProps): JSX.Element {
  const box = useRef<HTMLDivElement>(null);
  useKeptFocus(box, () => document.querySelector<HTMLElement>(keyButton));
  const keys = loneKeys(state.keys);
  const isOne = keys.length === 1;
  return (
    <div ref={box} class="lone-keys" role="status">
      {keys.length > 0 && (
        <>
          <p>
            <strong>
              {formatList(keys.map(({ name }) => name))} {isOne ? "is" : "are"} only in this page,
            </strong>{" "}
            and lost when you close it.
          </p>
          <div class="files">
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
