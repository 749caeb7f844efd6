import { Fragment, type JSX } from "preact";
import { anchorOf } from "../core/citations.ts";

export interface CitationsProps {
  /** Short names of publications. */
  readonly of: readonly string[];
  /** The address of References; "" on that place itself. */
  readonly references?: string;
}

/** Publications by their short names, each a link to its entry in References. */
export function Citations({ of, references = "../references/" }: CitationsProps): JSX.Element {
  return (
    <>
      {of.map((short, at) => (
        <Fragment key={short}>
          {at > 0 && "; "}
          <a href={`${references}#${anchorOf(short)}`}>{short}</a>
        </Fragment>
      ))}
    </>
  );
}
