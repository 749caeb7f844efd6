import { type Summary, spread } from "@rsa-variants/measure";
import { operations } from "@rsa-variants/measure/tasks/protocol";
import { type Child, h, mathText } from "../../common/dom.ts";
import { formatFactor, formatNumber, formatRange } from "../../common/format.ts";
import { describeParams } from "../results/params-text.ts";
import type { Row } from "../results/rows.ts";
import type { Actions } from "../state.ts";
import { whyDifferent } from "../text/differences.ts";
import { shortSources } from "../text/sources.ts";
import { variantTexts } from "../text/variants.ts";
import { safetyKey, safetyParts } from "./safety.ts";

const operationNames = { keygen: "Key generation", encrypt: "Encrypt", decrypt: "Decrypt" } as const;

/** Changes whenever the details would look different. */
export function detailsKey(row: Row): string {
  const counts = operations.map((operation) => row.summaries[operation]?.count);
  return JSON.stringify([
    row.id,
    row.message,
    row.assessment === undefined ? undefined : safetyKey(row.assessment),
    row.resolved?.adjustments,
    row.comparisons.decrypt.theory,
    counts,
  ]);
}

/** Everything about a row that its cells have no room for. */
export function buildDetails(row: Row, actions: Actions): Child[] {
  return [
    h(
      "div",
      { class: "details-body" },
      h("div", { class: "details-text" }, ...textParts(row, actions)),
      h("dl", {}, ...parameterParts(row), ...measuredParts(row), ...publishedParts(row)),
    ),
  ];
}

function textParts(row: Row, actions: Actions): Child[] {
  const parts: Child[] = [];
  const { subject, resolved } = row;
  if (subject.kind === "variant") {
    const { how, when } = variantTexts[subject.variant];
    parts.push(h("p", {}, ...mathText(how), " ", ...mathText(when)));
  }
  if (row.note !== undefined) parts.push(h("p", {}, row.note));
  if (row.assessment !== undefined) parts.push(...safetyParts(row.assessment, row.advisedVerdict, actions));
  if (resolved?.keySource === "sample") {
    parts.push(
      h("p", {}, "Measured with a prepared sample key, which everybody knows; making one takes seconds to minutes."),
    );
  }
  for (const { from, to, reason } of resolved?.adjustments ?? []) {
    parts.push(h("p", {}, `Adjusted from ${from} to ${to}: ${reason}.`));
  }
  const { ratio } = row.comparisons.decrypt;
  const reason =
    subject.kind === "variant" && ratio !== undefined ? whyDifferent(subject.variant, "decrypt", ratio) : undefined;
  if (reason !== undefined) parts.push(h("p", {}, reason));
  return parts;
}

function parameterParts(row: Row): Child[] {
  const text = describeParams(row);
  return text === ""
    ? []
    : [h("dt", {}, "Parameters"), h("dd", {}, `n ${row.resolved?.params.modulusLength}, ${text}`)];
}

function measuredParts(row: Row): Child[] {
  const parts: Child[] = [];
  for (const operation of operations) {
    const summary = row.summaries[operation];
    if (summary === undefined) continue;
    parts.push(
      h("dt", {}, operationNames[operation]),
      h("dd", {}, describe(summary, row.repetitions[operation] ?? 1, operation)),
    );
  }
  return parts;
}

function describe(summary: Summary, repetitions: number, operation: string): string {
  const { count, outliers } = summary;
  if (operation === "keygen") {
    const quartiles = formatRange(summary.lowerQuartile, summary.upperQuartile);
    const range = formatRange(summary.least, summary.greatest);
    return count === 1
      ? `one key, ${formatNumber(summary.median)} ms`
      : `${count} keys; median ${formatNumber(summary.median)} ms, quartiles ${quartiles}, all ${range}`;
  }
  const { low, high } = spread(summary);
  const kind = summary.interval === undefined ? "all within" : "95\u00a0% interval";
  const marked = outliers === 0 ? "" : `; ${outliers} outlier${outliers === 1 ? "" : "s"}, kept`;
  return `${count} samples of ${repetitions}; median ${formatNumber(summary.median)} ms, ${kind} ${formatRange(low, high)}; ${formatNumber(1000 / summary.median)}/s${marked}`;
}

function publishedParts(row: Row): Child[] {
  return (["decrypt", "encrypt"] as const).flatMap((operation) =>
    row.comparisons[operation].published.flatMap(({ value, source, table, difference }) => [
      h("dt", {}, operation === "decrypt" ? shortSources[source] : `${shortSources[source]}, encryption`),
      h("dd", {}, `${formatFactor(value)}${difference === undefined ? "" : ` at ${difference}`} (${table})`),
    ]),
  );
}
