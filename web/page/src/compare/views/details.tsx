import { type Summary, spread } from "@rsa-variants/measure";
import { describeParams } from "@rsa-variants/measure/plan/resolve";
import { adviceChange } from "@rsa-variants/measure/plan/selection";
import { caveatsOf } from "@rsa-variants/measure/run/advice";
import { longestMessage } from "@rsa-variants/measure/run/answer";
import { strengthText } from "@rsa-variants/measure/run/assessor";
import { readersOf, readersText } from "@rsa-variants/measure/run/readers";
import type { Row } from "@rsa-variants/measure/run/rows";
import { formulaOf } from "@rsa-variants/measure/run/theory";
import { type Operation, operations } from "@rsa-variants/measure/tasks/protocol";
import { formatNumber, formatRange, formatSpeed, formatSpeedRange, sentence } from "@rsa-variants/measure/text/format";
import { writeParams } from "@rsa-variants/measure/text/params";
import { factsOf, hasParam, type KeyParams, type Variant } from "rsa-variants";
import { CopyButton, LinkButton, QuietButton } from "../../ui/buttons.tsx";
import { Citations } from "../../ui/citations.tsx";
import { Facts } from "../../ui/figures.tsx";
import { MathText } from "../../ui/math.tsx";
import { advisedText, VerdictBadge } from "../../ui/verdicts.tsx";
import { variantPages } from "../../variants.ts";
import type { ViewProps } from "../actions.ts";
import { countText } from "../figures.ts";
import { operationTexts, whyDifferent } from "../texts.ts";

interface Props extends ViewProps {
  readonly row: Row;
}

/** Everything about a row that its cells have no room for. */
export function Details({ row, state, actions }: Props) {
  const { subject, resolved, note, message, messageKind, comparisons } = row;
  const variant = subject.kind === "variant" ? subject.variant : undefined;
  const why = variant && directions.map((each) => whyDifferent(variant, each, comparisons[each]));
  const caveats = row.assessment === undefined ? "" : caveatsOf(row).map(sentence).join(" ");
  return (
    <div class="details-body">
      <div class="details-text">
        {variant && (
          <p>
            <MathText text={variantPages[variant].about} /> (
            <Citations of={variantPages[variant].sources} papers="papers/" />){" "}
            <LinkButton onClick={() => follow(variant, actions)}>
              Follow one message through {factsOf(variant).title}
            </LinkButton>
          </p>
        )}
        {note && <p>{note}</p>}
        {messageKind === "skipped" && <p>{message}</p>}
        <Safety {...{ row, actions }} />
        {caveats !== "" && <p>{caveats}</p>}
        {resolved?.keySource === "sample" && (
          <p>Measured with a public sample key, because making one takes seconds to minutes.</p>
        )}
        {resolved?.adjustments.map(({ control, from, to, reason }) => (
          <p key={control}>
            Uses {to} instead of {from}: {reason}.
          </p>
        ))}
        {why?.some(Boolean) && <p>{why.filter(Boolean).join(" ")}</p>}
        <Snippets row={row} />
      </div>
      <Numbers {...{ row, state }} />
    </div>
  );
}

const directions = ["decrypt", "encrypt"] as const;

function follow(variant: Variant, actions: Props["actions"]): void {
  actions.follow(variant);
  const section = document.querySelector<HTMLDetailsElement>("#example");
  if (section === null) return;
  section.open = true; // the reader may have closed it
  section.scrollIntoView();
}

/** Both directions and what theory says of them, guards, who reads such keys, and sizes. */
function Numbers({ row, state }: Pick<Props, "row" | "state">) {
  const { resolved, comparisons, summaries, repetitions, guards, assessment } = row;
  const { publicExponent } = state.selection;
  const guarded = guards["decrypt-both-guards"];
  const params = resolved?.problem === undefined ? resolved?.params : undefined;
  const { conforms, reasons } = assessment?.conformance ?? {};
  const measured = [...operations].reverse().map((operation) => {
    const summary = summaries[operation];
    const text = summary && describe(summary, repetitions[operation] ?? 1, operation);
    const formula = params && formulaOf(operation, params, publicExponent);
    return [operationTexts[operation].name, text && text + speedText(comparisons[operation], formula)] as const;
  });
  return (
    <Facts
      of={{
        Parameters: params && `n ${params.modulusLength}, ${describeParams(row)}`,
        ...Object.fromEntries(measured),
        "Decrypt with guards": guarded && describe(guarded.summary, guarded.repetitions, "decrypt"),
        "Public key": params && publicKeyText(params),
        "Who reads such keys": params && readersText(readersOf(params.variant, params.primes)),
        // The place Security has all reasons.
        "FIPS 186-5": conforms
          ? "Allows such keys."
          : reasons && <MathText text={`Does not allow them: ${reasons[0]}`} />,
        "How well studied": params && studiedText(params.variant),
      }}
    />
  );
}

/** "; compared with plain RSA 11.7 × (95 % interval 11.5–11.9), 12.8 × in theory (n·r/w)". */
function speedText({ measured, theory }: Row["comparisons"]["decrypt"], formula = ""): string {
  if (measured === undefined) return "";
  const { value, kind } = measured;
  const own = kind === "same" ? "the same computation" : formatSpeed(value);
  const range = kind === "interval" ? ` (95 % interval ${formatSpeedRange(measured)})` : "";
  const inTheory =
    theory === undefined ? "" : `, ${formatSpeed(theory)} in theory${formula.length > 1 ? ` (${formula})` : ""}`;
  return `; compared with plain RSA ${own}${range}${inTheory}`;
}

/** The assessment says so only if it lowers a verdict. */
function studiedText(variant: Variant): string {
  const { isLittleStudied, source } = factsOf(variant);
  const since = `Known since ${/\d{4}$/.exec(source)?.[0]}`;
  return isLittleStudied ? `${since}, but few have looked for attacks.` : `${since}.`;
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

/** Why the row has its verdict, and what to change. */
function Safety({ row: { assessment, advisedVerdict, resolved }, actions }: Pick<Props, "row" | "actions">) {
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
      <p class="cluster advice">
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
function Snippets({ row: { resolved, assessment } }: { readonly row: Row }) {
  if (resolved === undefined) return null;
  const openssl = opensslFor(resolved.params);
  return (
    <div class="snippets">
      {snippet("Copy JavaScript", javascriptFor(resolved.params, assessment?.verdict === "broken"))}
      {openssl ? snippet("Copy OpenSSL", openssl) : <p class="fine hint">OpenSSL cannot make such keys.</p>}
    </div>
  );
}

function snippet(label: string, text: string) {
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
    if (count === 1) return `1 key, ${time}`;
    const quartiles = formatRange(lowerQuartile, upperQuartile);
    return `${count} keys; median ${time}, quartiles ${quartiles}, all ${formatRange(least, greatest)}`;
  }
  const { low, high } = spread(summary);
  const kind = summary.interval === undefined ? "all within" : "95 % interval";
  const marked = outliers === 0 ? "" : `, including ${outliers} outlier${outliers === 1 ? "" : "s"}`;
  const rate = `${formatNumber(1000 / milliseconds)} per second`;
  return `${countText(count)} of ${repetitions}${marked}; ${time}, ${kind} ${formatRange(low, high)}; ${rate}`;
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
