import type { JSX } from "preact";
import type { ViewProps } from "../actions.ts";
import { AnswerCard } from "./answer.tsx";
import { Table } from "./table.tsx";

/** The answer, and the table that it is based on. */
export function Outcome(props: ViewProps): JSX.Element {
  return (
    <>
      <AnswerCard {...props} />
      <Table {...props} />
    </>
  );
}
