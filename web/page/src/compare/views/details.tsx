import { type Summary, spread } from "@rsa-variants/measure";
import { describeParams } from "@rsa-variants/measure/plan/resolve";
import { adviceChange } from "@rsa-variants/measure/plan/selection";
import { longestMessage } from "@rsa-variants/measure/run/answer";
import { strengthText } from "@rsa-variants/measure/run/assessor";
import type { Row } from "@rsa-variants/measure/run/rows";
import { type Operation, operations } from "@rsa-variants/measure/tasks/protocol";
import { isPlainVariant } from "@rsa-variants/measure/tasks/subject";
import {
  formatFactor,
  formatNumber,
  formatRange,
  formatSpeed,
  formatSpeedRange,
} from "@rsa-variants/measure/text/format";
import { writeParams } from "@rsa-variants/measure/text/params";
import { shortSources } from "@rsa-variants/measure/text/sources";
import { Fragment, type JSX } from "preact";
import { factsOf, hasParam, type KeyParams, type Variant } from "rsa-variants";
import { type PublishedQuantity, published, type SourceId } from "rsa-variants/theory";
import { CopyButton, QuietButton } from "../../ui/buttons.tsx";
import { Citations } from "../../ui/citations.tsx";
import { MathText } from "../../ui/math.tsx";
import { advisedText, VerdictBadge } from "../../ui/verdicts.tsx";
import { variantPages } from "../../variants.ts";
import type { ViewProps } from "../actions.ts";
import { operationTexts, whyDifferent, whyEncryptionDiffers } from "../texts.ts";

interface Props extends Pick<ViewProps, "actions"> {
  readonly row: Row;
}

/** Everything about a row that its cells have no room for. */
export function Details({ row, actions }: Props): JSX.Element {
  const { subject, resolved, note } = row;
  const variant = subject.kind === "variant" ? subject.variant : undefined;
  return (
    <div class="details-body">
      <div class="details-text">
        {variant && (
          <p>
            <MathText text={variantPages[variant].about} />
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
        <Reasons row={row} />
        <Snippets row={row} />
      </div>
      <Numbers row={row} />
    </div>
  );
}

/** Why measured and theoretical speed-ups differ, for both directions. */
function Reasons({ row: { subject, comparisons } }: { readonly row: Row }): JSX.Element | null {
  if (subject.kind !== "variant") return null;
  const [decrypt, encrypt] = [comparisons.decrypt.ratio, comparisons.encrypt.ratio];
  const reasons = [
    decrypt && whyDifferent(subject.variant, decrypt),
    encrypt && !isPlainVariant(subject.variant) && whyEncryptionDiffers(encrypt),
  ];
  const text = reasons.filter(Boolean).join(" ");
  return text === "" ? null : <p>{text}</p>;
}

/** Both directions, what theory and papers say of them, guards, and sizes. */
function Numbers({ row }: Pick<Props, "row">): JSX.Element {
  const { resolved, comparisons, summaries, repetitions, guards } = row;
  const guarded = guards["decrypt-both-guards"];
  return (
    <dl>
      {describeParams(row) !== "" && (
        <>
          <dt>Parameters</dt>
          <dd>
            n {resolved?.params.modulusLength}, {describeParams(row)}
          </dd>
        </>
      )}
      {[...operations].reverse().map((operation) => {
        const summary = summaries[operation];
        if (summary === undefined) return null;
        return (
          <Fragment key={operation}>
            <dt>{operationTexts[operation].name}</dt>
            <dd>
              {describe(summary, repetitions[operation] ?? 1, operation)}
              {speedText(comparisons[operation])}
            </dd>
          </Fragment>
        );
      })}
      {guarded && (
        <>
          <dt>{operationTexts.decrypt.name} with guards</dt>
          <dd>{describe(guarded.summary, guarded.repetitions, "decrypt")}</dd>
        </>
      )}
      {resolved && (
        <>
          <dt>Public key</dt>
          <dd>{publicKeyText(resolved.params)}</dd>
        </>
      )}
      {resolved &&
        publishedOf(resolved.variant).map(({ source, name, values }) => (
          <Fragment key={`${source} ${name}`}>
            <dt>
              <Citations of={[shortSources[source]]} references="references/" />, {name}
            </dt>
            <dd>{values.join("; ")}</dd>
          </Fragment>
        ))}
    </dl>
  );
}

/** "; 11.7 × plain RSA (11.5–11.9), 12.8 × in theory". */
function speedText({ measured, theory }: Row["comparisons"]["decrypt"]): string {
  if (measured === undefined) return "";
  const range = measured.low < measured.high ? ` (${formatSpeedRange(measured)})` : "";
  const inTheory = theory === undefined ? "" : `, ${formatSpeed(theory)} in theory`;
  return `; compared with plain RSA ${formatSpeed(measured.value)}${range}${inTheory}`;
}

/** The bytes of its numbers. Files add a few for the format. */
function publicKeyText(params: KeyParams): string {
  const bytes = (bits: number) => Math.ceil(bits / 8);
  const { variant, modulusLength, publicExponent } = params;
  const { publicExponentExcess } = factsOf(variant);
  const computed =
    publicExponentExcess === undefined ? modulusLength : Math.ceil(modulusLength / 2) + publicExponentExcess;
  const e = publicExponent?.toString(2).length ?? computed;
  const exponents = hasParam(variant, "batchSize") ? "several e of one byte" : `e of ${bytes(e)}`;
  return `N of ${bytes(modulusLength)} bytes, ${exponents}`;
}

const quantityNames: Readonly<Record<PublishedQuantity, string>> = {
  "key-generation": "making a key",
  encrypt: "encryption",
  decrypt: "decryption",
  "speedup-over-original": "speed-up over plain RSA",
  "speedup-over-crt": "speed-up over CRT",
};

interface PublishedGroup {
  readonly source: SourceId;
  readonly name: string;
  readonly values: readonly string[];
}

/** Every published figure of a variant, by paper and quantity. */
export function publishedOf(variant: Variant): PublishedGroup[] {
  const groups = new Map<string, { source: SourceId; name: string; values: string[] }>();
  for (const figure of published.filter((each) => each.variant === variant)) {
    const { source, quantity, kind, modulusLength, characters, operations: count, value, unit } = figure;
    const name = `${quantityNames[quantity]}${kind === "theory" ? ", theory" : ""}`;
    const group = groups.get(`${source} ${name}`) ?? { source, name, values: [] };
    const text = unit === "ms" ? `${formatNumber(value)} ms` : formatFactor(value);
    const pieces = characters === undefined ? "" : `, ${characters} characters a piece, ${count} operations`;
    group.values.push(`${modulusLength} bits${pieces}: ${text}`);
    groups.set(`${source} ${name}`, group);
  }
  return [...groups.values()];
}

/** Why the row has its verdict, and what to change. */
function Safety({ row: { assessment, advisedVerdict, resolved }, actions }: Props): JSX.Element | null {
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
          <QuietButton onClick={() => actions.select(adviceChange(advised, resolved?.params), true)}>
            Use these settings
          </QuietButton>
        )}{" "}
        <a href={`security/?${writeParams(params)}`}>All attacks on these parameters</a>
      </p>
    </>
  );
}

/** How to make such a key in code. */
function Snippets({ row: { resolved, assessment } }: { readonly row: Row }): JSX.Element | null {
  if (resolved === undefined) return null;
  const openssl = opensslFor(resolved.params);
  return (
    <div class="snippets">
      <Snippet label="Copy JavaScript" text={javascriptFor(resolved.params, assessment?.verdict === "broken")} />
      {openssl === undefined ? (
        <p class="hint">OpenSSL cannot make such keys.</p>
      ) : (
        <Snippet label="Copy OpenSSL" text={openssl} />
      )}
    </div>
  );
}

function Snippet({ label, text }: { readonly label: string; readonly text: string }): JSX.Element {
  return (
    <>
      <pre>
        <code>{text}</code>
      </pre>
      <CopyButton label={label} copy={() => navigator.clipboard.writeText(text)} />
    </>
  );
}

function describe(summary: Summary, repetitions: number, operation: Operation): string {
  const { count, outliers, time: milliseconds, lowerQuartile, upperQuartile, least, greatest } = summary;
  const time = `${formatNumber(milliseconds)} ms`;
  if (operation === "keygen") {
    if (count === 1) return `one key, ${time}`;
    const quartiles = formatRange(lowerQuartile, upperQuartile);
    return `${count} keys; median ${time}, quartiles ${quartiles}, all ${formatRange(least, greatest)}`;
  }
  const { low, high } = spread(summary);
  const kind = summary.interval === undefined ? "all within" : "95 % interval";
  const marked = outliers === 0 ? "" : `, including ${outliers} outlier${outliers === 1 ? "" : "s"}`;
  const rate = `${formatNumber(1000 / milliseconds)} per second`;
  return `${count} samples of ${repetitions}${marked}; ${time}, ${kind} ${formatRange(low, high)}; ${rate}`;
}

/** Bytes that OAEP with SHA-256 needs for the message of the snippet: two hashes, two bytes, and "hello". */
const leastRoom = 2 * 32 + 2 + 5;

/**
 * JavaScript that makes a key with these parameters and decrypts with it: with OAEP, or with the raw operation where OAEP does
 * not fit.
 *
 * @param isBroken whether the library makes such keys only if told to
 */
export function javascriptFor(params: KeyParams, isBroken: boolean): string {
  const options = Object.entries(params)
    .filter(([, value]) => value !== undefined)
    .map(([name, value]) => `  ${name}: ${typeof value === "bigint" ? bigintText(value) : JSON.stringify(value)},`);
  const room = longestMessage(params);
  return [
    'import { load } from "rsa-variants";',
    "",
    "const rsa = await load();",
    "const key = rsa.generateKey({",
    ...options,
    isBroken ? "}, { allowBroken: true }); // never for real data" : "});",
    'const data = new TextEncoder().encode("hello");',
    ...(room >= leastRoom ? withPadding : withoutPadding),
  ].join("\n");
}

const withPadding = [
  'const ciphertext = key.publicKey.encrypt({ name: "RSA-OAEP" }, data);',
  'const message = key.decrypt({ name: "RSA-OAEP" }, ciphertext);',
];

const withoutPadding = [
  "// Such a key is too short for OAEP. Without padding, RSA is for experiments only.",
  "const ciphertext = key.publicKey.encryptRaw(data);",
  "const message = key.decryptRaw(ciphertext).slice(-data.length);",
];

/** The command of OpenSSL 3 that makes such a key, if there is one. */
function opensslFor({ variant, modulusLength, primes = 2, publicExponent = 65537n }: KeyParams): string | undefined {
  const { publicExponent: kind, hasStandardFormat } = factsOf(variant);
  if (kind !== "chosen" || !hasStandardFormat) return undefined;
  const options = [
    `rsa_keygen_bits:${modulusLength}`,
    ...(hasParam(variant, "primes") ? [`rsa_keygen_primes:${primes}`] : []),
    ...(publicExponent === 65537n ? [] : [`rsa_keygen_pubexp:${publicExponent}`]),
  ];
  return `openssl genpkey -algorithm RSA ${options.map((option) => `-pkeyopt ${option}`).join(" ")}`;
}

function bigintText(value: bigint): string {
  const text = String(value);
  return text.length <= 24 ? `${text}n` : `0x${value.toString(16)}n`;
}
