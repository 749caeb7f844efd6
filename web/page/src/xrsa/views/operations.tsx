import { formatCount } from "@rsa-variants/measure/text/format";
import { useLayoutEffect, useRef } from "preact/hooks";
import type { TracedNumber, TracedOperation } from "rsa-variants/xrsa";
import { Row, Table } from "../../ui/figures.tsx";
import { MathText } from "../../ui/math.tsx";
import type { ViewProps } from "../actions.ts";
import { explain, explainMoves, named, signs } from "../text.ts";
import { listRange, type SectionView, type Stop } from "../track.ts";

interface OperationsProps extends Pick<ViewProps, "actions"> {
  readonly stops: readonly Stop[];
  readonly sections: readonly SectionView[];
  readonly index: number;
  /** Without the operations around: a phone has the slider and the buttons only. */
  readonly isNarrow: boolean;
}

/** The present operation of a trace: those around it, what it does, and its numbers. */
export function Operations({ actions, stops, sections, index, isNarrow }: OperationsProps) {
  const list = useRef<HTMLOListElement>(null);
  /** If the focus is in the list, it follows the present operation. */
  const isInList = list.current?.contains(document.activeElement) === true;
  useLayoutEffect(() => {
    if (isInList) list.current?.querySelector<HTMLElement>("[aria-current]")?.focus({ preventScroll: true });
  }, [index]);
  const [from, to] = listRange(stops.length, index);
  const nameIn = (operation: TracedOperation) => named(operation, sections[operation.section] as SectionView);
  const { operation, moves } = stops[index] as Stop;
  const shown = nameIn(operation);
  return (
    <div class="step-body">
      {isNarrow ? (
        <p class="step-formula">
          <Formula {...shown} />
        </p>
      ) : (
        <ol ref={list} class="step-list" start={from + 1} aria-label="Operations around this one">
          {stops.slice(from, to).map((stop, at) => (
            <li key={from + at}>
              <button
                type="button"
                class="step-item"
                aria-current={from + at === index ? "step" : undefined}
                onClick={() => actions.step(from + at)}
              >
                <span class="step-number">{formatCount(from + at + 1)}</span>
                <span>
                  <Formula {...nameIn(stop.operation)} />
                </span>
              </button>
            </li>
          ))}
        </ol>
      )}
      <p class="step-operation">
        <MathText text={explain(shown)} />
      </p>
      {moves.length > 0 && (
        <p class="muted step-moves">
          <MathText text={explainMoves(moves.map(nameIn))} />
        </p>
      )}
      <Values {...shown} />
    </div>
  );
}

export function Formula({ operation, operands, modulus, result }: TracedOperation) {
  const [a = result, b = result] = operands;
  return (
    <>
      {nameOf(a)} {signs[operation as keyof typeof signs]} {nameOf(b)} = {nameOf(result)}
      {modulus && !result.name.includes(" mod ") && <> mod {nameOf(modulus)}</>}
    </>
  );
}

/** The paper writes a bar over numbers in the Montgomery domain. */
function nameOf({ name, domain }: TracedNumber) {
  return (
    <var class={domain === "montgomery" ? "barred" : ""}>
      <MathText text={name} />
    </var>
  );
}

const domainNames = { integer: "integer", montgomery: "Montgomery", "r-squared": "constant R²" } as const;

function Values({ operands, modulus, result }: TracedOperation) {
  const numbers: readonly (readonly [number: TracedNumber, role: string])[] = [
    ...operands.map((number) => [number, ""] as const),
    ...(modulus === undefined ? [] : [[modulus, "modulus"] as const]),
    [result, "result"],
  ];
  return (
    <Table label="Values of this operation" head={["number", "domain", "value, hexadecimal", "slot"]}>
      {numbers.map(([number, role], index) => (
        <Row
          key={index}
          class={role}
          name={
            <>
              {nameOf(number)} {role !== "" && <span class="role">{role}</span>}
            </>
          }
          cells={[
            domainNames[number.domain],
            <code key="value">{number.value?.toString(16) ?? "–"}</code>,
            number.slot ?? "–",
          ]}
        />
      ))}
    </Table>
  );
}
