import { formatCount } from "@rsa-variants/measure/text/format";
import type { JSX } from "preact";
import { useLayoutEffect, useMemo, useRef } from "preact/hooks";
import type { TracedNumber, TracedOperation } from "rsa-variants/xrsa";
import { Row, Table } from "../../ui/figures.tsx";
import { MathText } from "../../ui/math.tsx";
import type { ViewProps } from "../actions.ts";
import { FigureView } from "../picture/figure-view.tsx";
import { figureDown } from "../picture/layout.ts";
import { litNumbers, partOptions } from "../picture/part.ts";
import { type DeviceOutcome, longestTraced, type Run } from "../run/protocol.ts";
import { type Selection, smallExample } from "../selection.ts";
import { listRange, nextSection, previousSection, sectionViews, tracePosition } from "../state.ts";
import { explain, sectionName, signs } from "../text.ts";
import { useNarrow } from "./picture.tsx";

interface Props extends ViewProps {
  readonly run: Run | undefined;
}

/** Steps through a computation that is small enough to read. */
export function Stepper({ state, actions, run }: Props): JSX.Element {
  const { selection } = state.shown;
  const trace = run?.device?.trace;
  return (
    <section class="outcome" aria-labelledby="stepper-title">
      <h2 id="stepper-title">Step by step</h2>
      <p class="lead-in">
        {trace !== undefined ? (
          "Use the arrow keys to go from operation to operation, and the page keys to go from step to step."
        ) : run?.device === undefined && selection.modulusLength / selection.primes <= longestTraced ? (
          "Press Run to see every operation with its numbers."
        ) : (
          <>
            To see every operation with its numbers, choose the{" "}
            <button type="button" class="link" onClick={() => actions.select(smallExample.values, true)}>
              small example
            </button>
            .
          </>
        )}
      </p>
      {run?.device && trace && (
        <Steps {...{ actions, trace, selection }} device={run.device} operation={state.operation} />
      )}
    </section>
  );
}

interface StepsProps extends Pick<Props, "actions"> {
  readonly selection: Selection;
  readonly device: DeviceOutcome;
  readonly trace: readonly TracedOperation[];
  /** Absent until the user steps. */
  readonly operation: number | undefined;
}

function Steps({ actions, selection, device, trace, operation: chosen }: StepsProps): JSX.Element {
  const operation = chosen ?? 0;
  const isNarrow = useNarrow();
  const list = useRef<HTMLOListElement>(null);
  /** If the focus was in the list, it follows the present operation. */
  const wasInList = useRef(false);
  useLayoutEffect(() => {
    if (wasInList.current) list.current?.querySelector<HTMLElement>("[aria-current]")?.focus({ preventScroll: true });
    wasInList.current = false;
  }, [operation]);
  const go = (target: number) => {
    wasInList.current = list.current?.contains(document.activeElement) === true;
    actions.step(target);
  };

  const present = trace[operation] as TracedOperation;
  const section = device.report.sections[present.section];
  const name = section === undefined ? "" : sectionName(section);
  const last = trace.length - 1;
  const targets: readonly (readonly [key: string, sign: string, label: string, target: number])[] = [
    ["Home", "|‹", "First operation", 0],
    ["PageUp", "«", "Previous step", previousSection(trace, operation)],
    ["ArrowLeft", "‹", "Previous operation", operation - 1],
    ["ArrowRight", "›", "Next operation", operation + 1],
    ["PageDown", "»", "Next step", nextSection(trace, operation)],
    ["End", "›|", "Last operation", last],
  ];
  /** The slider and the box that scrolls have their own use for these keys. */
  const follow = (event: KeyboardEvent) => {
    const isOwn = event.target instanceof Element && event.target.closest("input, .table-box") !== null;
    const target = targets.find(([key]) => key === event.key)?.[3];
    if (target === undefined || isOwn || event.ctrlKey || event.metaKey || event.altKey) return;
    event.preventDefault();
    go(target);
  };
  const [from, to] = listRange(trace.length, operation);
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: keys of the controls inside it
    <div class="stepper" onKeyDown={follow}>
      <div class="step-controls">
        {/* biome-ignore lint/a11y/useSemanticElements: a fieldset cannot be laid out as a row everywhere */}
        <div class="segments" role="group" aria-label="Step through the operations">
          {targets.map(([key, sign, label, target]) => (
            <button
              key={key}
              type="button"
              aria-label={label}
              title={label}
              // Disabling the button in use would lose the focus.
              aria-disabled={(operation === 0 && target <= 0) || (operation === last && target >= last) || undefined}
              onClick={() => go(target)}
            >
              {sign}
            </button>
          ))}
        </div>
        <input
          type="range"
          min={0}
          max={last}
          step={1}
          aria-label="Operation"
          aria-valuetext={`${operation + 1} of ${trace.length}, ${name}`}
          value={operation}
          onInput={({ currentTarget }) => go(Number(currentTarget.value))}
        />
        <span class="step-where">
          {formatCount(operation + 1)} of {formatCount(trace.length)} · {name}
        </span>
      </div>
      <div class="step-body">
        <ol ref={list} class="step-list" start={from + 1} aria-label="Operations around this one">
          {trace.slice(from, to).map((each, index) => (
            <li key={from + index}>
              <button
                type="button"
                class="step-item"
                aria-current={from + index === operation ? "step" : undefined}
                onClick={() => go(from + index)}
              >
                <span class="step-number">{formatCount(from + index + 1)}</span>
                <span>
                  <Formula {...each} />
                </span>
              </button>
            </li>
          ))}
        </ol>
        <div class="step-detail">
          <p class="step-formula">
            <Formula {...present} />
          </p>
          <p class="step-sentence">{explain(present)}</p>
          {isNarrow && <Glance {...{ selection, device, trace, operation }} />}
          <Values {...present} />
        </div>
      </div>
      <p class="visually-hidden" role="status" aria-live="polite">
        {chosen !== undefined && `${name}: ${explain(present)}`}
      </p>
    </div>
  );
}

/** The present step of the picture, which is out of sight on a narrow screen. */
function Glance({ selection, device, trace, operation }: Omit<StepsProps, "actions"> & { readonly operation: number }) {
  const { report } = device;
  const present = trace[operation] as TracedOperation;
  const section = report.sections[present.section];
  const prime = section?.prime ?? 0;
  const figure = useMemo(() => figureDown(partOptions(report, selection, prime)), [report, selection, prime]);
  if (section === undefined) return null;
  const sections = sectionViews(report, tracePosition(trace, operation)).filter((each) => each.prime === prime);
  return (
    <div class="glance">
      <FigureView {...{ figure, sections }} begun lit={litNumbers(present, section.step)} only={section.step} />
    </div>
  );
}

function Formula({ operation, operands, modulus, result }: TracedOperation): JSX.Element {
  const [a = result, b = result] = operands;
  if (operation === "load") return <>load {nameOf(result)}</>;
  if (operation === "fetch") return <>fetch {nameOf(a)}</>;
  return (
    <>
      {nameOf(a)} {signs[operation]} {nameOf(b)} = {nameOf(result)}
      {modulus && <> mod {nameOf(modulus)}</>}
    </>
  );
}

/** The paper writes a bar over numbers in the Montgomery domain. */
function nameOf({ name, domain }: TracedNumber): JSX.Element {
  return (
    <var class={domain === "montgomery" ? "barred" : ""}>
      <MathText text={name} />
    </var>
  );
}

const domainNames = { integer: "integer", montgomery: "Montgomery", "r-squared": "constant R²" } as const;

function Values({ operands, modulus, result, operation }: TracedOperation): JSX.Element {
  const moved = operation === "load" || operation === "fetch";
  const numbers: readonly (readonly [number: TracedNumber, role: string])[] = [
    ...(moved ? [] : operands.map((number) => [number, ""] as const)),
    ...(modulus === undefined ? [] : [[modulus, "modulus"] as const]),
    [result, "result"],
  ];
  return (
    <Table label="Values of this operation" head={["number", "domain", "value, hexadecimal", "place"]}>
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
            number.slot ?? "controller",
          ]}
        />
      ))}
    </Table>
  );
}
