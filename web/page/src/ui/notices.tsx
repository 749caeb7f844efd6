import { sentence } from "@rsa-variants/measure/text/format";
import type { JSX } from "preact";
import type { Failure } from "../core/failures.ts";

export interface NoticesProps {
  /** Which words of the address cannot be used. */
  readonly notices?: readonly string[];
  readonly failure: Failure | undefined;
  readonly onDismiss: (what: "notices" | "failure") => void;
}

/** Messages above a place, each with a button that closes it. */
export function Notices({ notices = [], failure, onDismiss }: NoticesProps): JSX.Element {
  return (
    <>
      <div class="notice" role="status" hidden={notices.length === 0}>
        <ul>
          {notices.map((text) => (
            <li key={text}>{text}</li>
          ))}
        </ul>
        <button type="button" class="quiet" onClick={() => onDismiss("notices")}>
          Close
        </button>
      </div>
      <div class="notice failure" role="alert" hidden={failure === undefined}>
        <div>
          <strong>{failure?.title}</strong>
          <p>{failure && sentence(failure.message)}</p>
          <p>{failure?.remedy}</p>
        </div>
        <button type="button" class="quiet" onClick={() => onDismiss("failure")}>
          Close
        </button>
      </div>
    </>
  );
}
