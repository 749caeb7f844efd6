import { type Reference, type Subject, subjectId } from "@rsa-variants/measure/tasks/protocol";
import type { ComponentChildren } from "preact";
import { Row, Table } from "../../ui/figures.tsx";
import type { Mark, Shape } from "../../variants.ts";
import { variantPages } from "../../variants.ts";

const referenceMarks: Readonly<Record<Reference, Mark>> = {
  webcrypto: { shape: "star", hollow: true, color: "light-dark(#5f666e, #a0a6ae)" },
  bigint: { shape: "cross", hollow: true, color: "light-dark(#7b828a, #868d96)" },
};

/** The mark of a subject; all engines of a variant share it. */
export function markOf(subject: Subject): Mark {
  return subject.kind === "variant" ? variantPages[subject.variant].mark : referenceMarks[subject.reference];
}

const paths: Readonly<Record<Shape, string>> = {
  circle: "M7 2.2a4.8 4.8 0 1 0 0 9.6a4.8 4.8 0 1 0 0-9.6z",
  rect: "M2.7 2.7h8.6v8.6h-8.6z",
  triangle: "M7 1.8l5.4 9.6H1.6z",
  rectRot: "M7 1.2L12.8 7L7 12.8L1.2 7z",
  crossRot: "M2.8 2.8l8.4 8.4M11.2 2.8l-8.4 8.4",
  star: "M7 1.5v11M2.2 4.2l9.6 5.6M11.8 4.2l-9.6 5.6",
  cross: "M7 1.5v11M1.5 7h11",
};

/** The mark as a small drawing. The name is next to it, so screen readers skip it. */
export function MarkIcon({ subject }: { readonly subject: Subject }) {
  const { shape, hollow, turned, color } = markOf(subject);
  return (
    <svg viewBox="0 0 14 14" class="mark" aria-hidden="true" style={{ color }}>
      <path
        d={paths[shape]}
        transform={turned ? "rotate(180 7 7)" : undefined}
        fill={hollow ? "none" : "currentColor"}
        stroke="currentColor"
        stroke-width={hollow ? 2 : 1}
      />
    </svg>
  );
}

export function Figure({ value, range }: { readonly value: string; readonly range: string | false | undefined }) {
  return (
    <>
      <span class="value">{value}</span>
      {range && <span class="small">{range}</span>}
    </>
  );
}

interface SubjectTableProps {
  /** What the table shows, for screen readers. */
  readonly label: string;
  readonly head: readonly string[];
  readonly rows: readonly { readonly subject: Subject; readonly name: string; readonly cells: ComponentChildren[] }[];
}

/** A table of numbers with a row for each subject. */
export function SubjectTable({ label, head, rows }: SubjectTableProps) {
  return (
    <Table {...{ label, head }}>
      {rows.map(({ subject, name, cells }) => (
        <Row
          key={subjectId(subject)}
          name={
            <>
              <MarkIcon subject={subject} />
              {name}
            </>
          }
          cells={cells}
        />
      ))}
    </Table>
  );
}
