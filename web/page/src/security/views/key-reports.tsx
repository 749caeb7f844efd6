import { readersOf, readersText } from "@rsa-variants/measure/run/readers";
import { sentence } from "@rsa-variants/measure/text/format";
import { paramsText } from "@rsa-variants/measure/text/params";
import { useEffect, useRef, useState } from "preact/hooks";
import type { KeyFinding } from "rsa-variants/security";
import { CopyButton, QuietButton } from "../../ui/buttons.tsx";
import { Citations, shortSource } from "../../ui/citations.tsx";
import { Facts } from "../../ui/figures.tsx";
import { Fingerprint } from "../../ui/fingerprint.tsx";
import { MathText } from "../../ui/math.tsx";
import { VerdictBadge, verdictTexts } from "../../ui/verdicts.tsx";
import type { JudgedKey, JudgedKeys } from "../keys/judge.ts";
import type { LeftOut } from "../keys/read-keys.ts";
import { findingText, meaningOf, summaryOf, toDo } from "../keys/words.ts";

interface ReportsProps {
  readonly judged: JudgedKeys;
  /** Whether these are other keys than those that were entered last. */
  readonly isEarlier: boolean;
  /** Reads the same again with a passphrase. */
  readonly onPassword: (password: string) => void;
  readonly onClear: () => void;
}

/** So many reports are open at first; of more keys, only the worst. */
const mostOpen = 3;

/** The reports on the keys that were checked, worst first, and what could not be read. */
export function KeyReports({ judged, isEarlier, onPassword, onClear }: ReportsProps) {
  const { keys, leftOut } = judged;
  const title = useRef<HTMLHeadingElement>(null);
  useEffect(() => title.current?.focus({ preventScroll: true }), []);
  return (
    <div class={isEarlier ? "key-reports is-earlier" : "key-reports"}>
      <div class="cluster reports-head">
        <h2 ref={title} tabIndex={-1}>
          {isEarlier && <span class="muted report-kind">Earlier check </span>}
          {summaryOf(judged)}
        </h2>
        <QuietButton onClick={onClear}>Clear</QuietButton>
      </div>
      {keys.map((key, index) => (
        <Report key={index} isOpen={!isEarlier && (keys.length <= mostOpen || index === 0)} {...key} />
      ))}
      {leftOut.length > 0 && <LeftOutList leftOut={leftOut} onPassword={onPassword} />}
    </div>
  );
}

function Report({ isOpen, ...judged }: JudgedKey & { readonly isOpen: boolean }) {
  const { name, kind, assessment, fingerprint } = judged;
  const { verdict, summary, lookedFor, reach, modulusLength, params, keyFindings } = assessment;
  const notes = keyFindings.filter(({ severity }) => severity === "note");
  return (
    <details class="card report" data-verdict={verdict} open={isOpen}>
      <summary class="cluster">
        <VerdictBadge verdict={verdict} reach={reach} summary={summary} />
        <h3>{name}</h3>
        <span class="muted report-kind">
          {kind === "private" ? "Private key" : "Public key"}, {modulusLength} bits
        </span>
      </summary>
      <p class="report-meaning">{meaningOf(assessment)}</p>
      <Facts
        of={{
          "What to do": (
            <>
              {toDo[verdict]}
              {verdict !== "none-found" && (
                <>
                  {" "}
                  A 3072-bit key with two primes is safe and works everywhere. <a href="../workbench/#make">Make one</a>
                  .
                </>
              )}
            </>
          ),
          "How sure":
            kind === "public" &&
            verdict !== "broken" &&
            "A public key hides how its primes were made, so this is the best case. Check the private key to be sure.",
          Also: notes.map(findingText).join(" "),
          Standards: <Standards {...judged} />,
          "Works with": verdict !== "broken" && !notes.some(({ code }) => refusedBySome.has(code)) && readers(judged),
          Fingerprint: (
            <>
              <Fingerprint of={fingerprint} />{" "}
              <CopyButton label="Copy" copy={() => navigator.clipboard.writeText(fingerprint)} />
            </>
          ),
        }}
      />
      <details class="muted report-reasons">
        <summary>Technical details</summary>
        {params !== undefined && <p>{paramsText(params)}</p>}
        <Reasons {...judged} />
        <p>
          Looked for: <MathText text={lookedFor.join("; ")} />.
        </p>
      </details>
    </details>
  );
}

function Standards({ assessment: { conformance } }: JudgedKey) {
  const { conforms, reasons } = conformance;
  if (conforms) return <>FIPS 186-5 and NIST SP 800-56B allow such keys.</>;
  return (
    <>
      FIPS 186-5 and NIST SP 800-56B do not allow such keys. <MathText text={reasons.join(" ")} />
    </>
  );
}

/** Notes that some software refuses the key, which a list of what reads it would contradict. */
const refusedBySome: ReadonlySet<string> = new Set(["unusual-length", "long-exponent"]);

/** Chromium refuses a public exponent above this length in bits. */
const shortExponent = 32;

function readers({ kind, assessment: { params }, publicExponentLength }: JudgedKey): string {
  const { publicKeys } = readersOf(publicExponentLength > shortExponent ? "rebalanced" : "crt");
  if (kind === "public" || params === undefined) return sentence(publicKeys);
  return readersText({ ...readersOf(params.variant, params.primes), publicKeys });
}

function Reasons({ assessment }: JudgedKey) {
  // "What to do" gives the advice: the library keeps the parameters of a variant, but the page advises everybody.
  const { why, keyFindings, cap, notes } = assessment;
  const others = [why, cap, ...notes].filter((text) => text !== undefined);
  return (
    <>
      <ul class="key-findings" hidden={keyFindings.length === 0}>
        {keyFindings.map((finding) => (
          <FindingItem key={finding.code} {...finding} />
        ))}
      </ul>
      {others
        .filter((text) => keyFindings.every(({ reason }) => reason !== text))
        .map((text) => (
          <p key={text}>
            <MathText text={text} />
          </p>
        ))}
    </>
  );
}

function FindingItem({ code, severity, reason, remedy, source }: KeyFinding) {
  return (
    <li data-code={code}>
      <strong>{severity === "note" ? "Note" : verdictTexts[severity].word}: </strong>
      <MathText text={`${reason} ${remedy}`} /> (<Citations of={[shortSource(source)]} />)
    </li>
  );
}

/** What could not be read, and a field for a passphrase if that would help. */
function LeftOutList(props: Pick<ReportsProps, "onPassword"> & { readonly leftOut: readonly LeftOut[] }) {
  const { leftOut, onPassword } = props;
  const [password, setPassword] = useState("");
  return (
    <section class="card left-out" aria-labelledby="left-out-title">
      <h3 id="left-out-title">Could not be read</h3>
      <ul>
        {leftOut.map(({ name, reason, detail }, index) => (
          <li key={index}>
            <strong>{name}</strong> <span class="problem">{reason}</span>
            {detail !== undefined && (
              <details>
                <summary>
                  Details<span class="visually-hidden">: {name}</span>
                </summary>
                <p>{detail}</p>
              </details>
            )}
          </li>
        ))}
      </ul>
      {leftOut.some(({ isLocked }) => isLocked) && (
        <form
          class="cluster key-buttons"
          onSubmit={(event) => {
            event.preventDefault();
            onPassword(password);
          }}
        >
          <label for="key-passphrase">Passphrase</label>
          <input
            id="key-passphrase"
            type="password"
            autocomplete="off"
            required
            value={password}
            onInput={({ currentTarget }) => setPassword(currentTarget.value)}
          />
          <button type="submit" class="secondary">
            Open and check
          </button>
        </form>
      )}
    </section>
  );
}
