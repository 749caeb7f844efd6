import { type Summary, spread } from "@rsa-variants/measure";
import { operations } from "@rsa-variants/measure/tasks/protocol";
import { Fragment, type JSX } from "preact";
import { formatFactor, formatNumber, formatRange } from "../../core/format.ts";
import { shortSources } from "../../core/paper-names.ts";
import { writeParams } from "../../core/security/address.ts";
import { strengthText } from "../../core/security/strength.ts";
import { advisedText } from "../../core/security/verdicts.ts";
import { CopyButton, QuietButton } from "../../ui/buttons.tsx";
import { Citations } from "../../ui/citations.tsx";
import { MathText } from "../../ui/math.tsx";
import { VerdictBadge } from "../../ui/verdict-badge.tsx";
import type { Compare } from "../actions.ts";
import { adviceChange } from "../params/advice.ts";
import { describeParams } from "../results/params-text.ts";
import type { Row } from "../results/rows.ts";
import { whyDifferent } from "../text/differences.ts";
import { javascriptFor, opensslFor } from "../text/snippets.ts";
import { variantTexts } from "../text/variants.ts";

const operationNames = { keygen: "Make a key", encrypt: "Encrypt", decrypt: "Decrypt" } as const;

interface Props {
  readonly row: Row;
  readonly actions: Compare;
}

/** Everything about a row that its cells have no room for. */
export function Details({ row, actions }: Props): JSX.Element {
  const { subject, resolved, note, comparisons } = row;
  const { ratio } = comparisons.decrypt;
  const variant = subject.kind === "variant" ? subject.variant : undefined;
  const reason = variant && ratio !== undefined ? whyDifferent(variant, "decrypt", ratio) : undefined;
  return (
    <div class="details-body">
      <div class="details-text">
        {variant && (
          <p>
            <MathText text={`${variantTexts[variant].how} ${variantTexts[variant].when}`} />
          </p>
        )}
        {note && <p>{note}</p>}
        <Safety row={row} actions={actions} />
        {resolved?.keySource === "sample" && (
          <p>Measured with a public sample key, because making one takes seconds to minutes.</p>
        )}
        {resolved?.adjustments.map(({ control, from, to, reason: why }) => (
          <p key={control}>
            Uses {to} instead of {from}: {why}.
          </p>
        ))}
        {reason && <p>{reason}</p>}
        <Snippets row={row} />
      </div>
      <dl>
        {describeParams(row) !== "" && (
          <>
            <dt>Parameters</dt>
            <dd>
              n {resolved?.params.modulusLength}, {describeParams(row)}
            </dd>
          </>
        )}
        {operations.map((operation) => {
          const summary = row.summaries[operation];
          if (summary === undefined) return null;
          return (
            <Fragment key={operation}>
              <dt>{operationNames[operation]}</dt>
              <dd>{describe(summary, row.repetitions[operation] ?? 1, operation)}</dd>
            </Fragment>
          );
        })}
        <Published row={row} />
      </dl>
    </div>
  );
}

/** Why the row has its verdict, and what to change. */
function Safety({ row: { assessment, advisedVerdict }, actions }: Props): JSX.Element | null {
  if (assessment === undefined) return null;
  const { params, verdict, decisive, runnerUp, cap, advice, advised } = assessment;
  return (
    <>
      <p>
        <VerdictBadge verdict={verdict} /> {decisive.name}, {strengthText(decisive)}.{" "}
        <MathText text={decisive.reason} />
        {runnerUp && ` Next: ${runnerUp.name}, ${strengthText(runnerUp)}.`}
      </p>
      {cap && <p>{cap}</p>}
      <p class="advice">
        {advice && `${advice}${advisedText(advisedVerdict)} `}
        {advised && (
          <QuietButton onClick={() => actions.select(adviceChange(advised), true)}>Use these settings</QuietButton>
        )}{" "}
        <a href={`security/?${writeParams(params)}`}>All attacks on these parameters</a>
      </p>
    </>
  );
}

/** How to make such a key in code. */
function Snippets({ row: { resolved, assessment } }: { readonly row: Row }): JSX.Element | null {
  if (resolved === undefined) return null;
  const [javascript, openssl] = [
    javascriptFor(resolved.params, assessment?.verdict === "broken"),
    opensslFor(resolved.params),
  ];
  return (
    <div class="snippets">
      <pre>
        <code>{javascript}</code>
      </pre>
      <CopyButton label="Copy JavaScript" copy={() => navigator.clipboard.writeText(javascript)} />
      {openssl === undefined ? (
        <p class="hint">OpenSSL cannot make such keys.</p>
      ) : (
        <>
          <pre>
            <code>{openssl}</code>
          </pre>
          <CopyButton label="Copy OpenSSL" copy={() => navigator.clipboard.writeText(openssl)} />
        </>
      )}
    </div>
  );
}

function describe(summary: Summary, repetitions: number, operation: string): string {
  const { count, outliers, median } = summary;
  if (operation === "keygen") {
    if (count === 1) return `one key, ${formatNumber(median)} ms`;
    const quartiles = formatRange(summary.lowerQuartile, summary.upperQuartile);
    return `${count} keys; median ${formatNumber(median)} ms, quartiles ${quartiles}, all ${formatRange(summary.least, summary.greatest)}`;
  }
  const { low, high } = spread(summary);
  const kind = summary.interval === undefined ? "all within" : "95 % interval";
  const marked = outliers === 0 ? "" : `; ${outliers} outlier${outliers === 1 ? "" : "s"}, kept`;
  return `${count} samples of ${repetitions}; median ${formatNumber(median)} ms, ${kind} ${formatRange(low, high)}; ${formatNumber(1000 / median)}/s${marked}`;
}

function Published({ row }: { readonly row: Row }): JSX.Element {
  return (
    <>
      {(["decrypt", "encrypt"] as const).flatMap((operation) =>
        row.comparisons[operation].published.map(({ value, source, table, difference }) => (
          <Fragment key={`${operation} ${source} ${table}`}>
            <dt>
              <Citations of={[shortSources[source]]} references="references/" />
              {operation === "encrypt" && ", encryption"}
            </dt>
            <dd>
              {formatFactor(value)}
              {difference === undefined ? "" : ` at ${difference}`} ({table})
            </dd>
          </Fragment>
        )),
      )}
    </>
  );
}
