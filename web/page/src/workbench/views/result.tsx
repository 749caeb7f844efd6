import { formatBytes } from "@rsa-variants/measure/text/format";
import { useEffect, useState } from "preact/hooks";
import { download } from "../../core/download.ts";
import { CopyButton, QuietButton, WhyDisabled } from "../../ui/buttons.tsx";
import { Fingerprint } from "../../ui/fingerprint.tsx";
import { Term } from "../../ui/term.tsx";
import type { VerdictWords } from "../doctor/words.ts";
import { type NextStep, nextSteps } from "../jobs/next.ts";
import { shortFingerprint } from "../keys/entry.ts";
import { type Result, type Subject, tabNames, type WorkTab } from "../state.ts";
import { type PartProps, tabTexts } from "./part.ts";
import { VerdictCard } from "./verdict-card.tsx";

/** What came of a tab's work, and what it leads to. */
export function ResultPart({ tab, state, actions }: PartProps & { readonly tab: WorkTab }) {
  const { outcome, subject } = state.jobs[tab];
  const { file } = state.forms[tab];
  const task = subject?.isExtended ? "encrypt" : tab;
  const { title, did } = tabTexts[task];
  return (
    <>
      {outcome === undefined && <p class="muted empty">The result will be here.</p>}
      <section class="result" aria-label={title} aria-live="polite" hidden={outcome === undefined}>
        {outcome && subject && (
          <>
            {"note" in outcome && outcome.note !== undefined && <p class="problem">{outcome.note}</p>}
            {outcome.kind === "verdict" ? (
              <VerdictCard {...signatureVerdict(outcome.isValid, subject)} />
            ) : (
              <h2>{title}</h2>
            )}
            {outcome.kind === "saved" && <p>Saved as {outcome.name}.</p>}
            {outcome.kind === "result" && <ResultContent tab={task} result={outcome.result} subject={subject} />}
            {task === "encrypt" && (
              <p class="muted">
                Anyone who has the private key can decrypt it here, in the Decrypt tab, or with the{" "}
                <code>rsa-variants</code> command.
              </p>
            )}
            <p class="muted result-subject">
              {subject.fileName ?? "The text"} was {did} {subject.keyName} ({shortFingerprint(subject.fingerprint)}).
            </p>
            {tab === "encrypt" && file && <FileDigest name={file.name} blob={file} />}
            {task === "decrypt" && outcome.kind === "result" && <FileDigest {...outcome.result} />}
          </>
        )}
      </section>
      <NextSteps tab={tab} state={state} actions={actions} />
    </>
  );
}

/** Buttons that carry the outcome of a tab to another one. */
function NextSteps({ tab, state, actions }: PartProps & { readonly tab: WorkTab }) {
  const steps = nextSteps(tab, state);
  if (steps.length === 0) return null;
  const isBusy = (step: NextStep) => step.tab !== "doctor" && state.jobs[step.tab].running !== undefined;
  const busy = steps.find(isBusy);
  return (
    <div class="cluster actions next-steps">
      <span class="muted">Next:</span>
      {steps.map((step) => (
        <QuietButton
          key={step.text}
          disabled={isBusy(step)}
          aria-describedby={`${tab}-next-why`}
          onClick={() => actions.take(step)}
        >
          {step.text}
        </QuietButton>
      ))}
      <WhyDisabled id={`${tab}-next-why`} reason={busy && `The tab ${tabNames[busy.tab]} is busy.`} />
    </div>
  );
}

/** Bytes of the longest file that is read again for its digest. */
const mostDigested = 1 << 26;

/** SHA-256 of the plain file, with which both sides can tell whether they have the same one. */
function FileDigest({ name, blob }: Pick<Result, "name" | "blob">) {
  const [digest, setDigest] = useState<string>();
  useEffect(() => {
    let isWanted = true;
    setDigest(undefined);
    const compute = async () => {
      const bytes = new Uint8Array(await crypto.subtle.digest("SHA-256", await blob.arrayBuffer()));
      if (isWanted) setDigest([...bytes].map((byte) => byte.toString(16).padStart(2, "0")).join(""));
    };
    if (blob.size > 0 && blob.size <= mostDigested) compute().catch(() => {}); // the file changed: there is nothing to compare
    return () => {
      isWanted = false;
    };
  }, [blob]);
  if (digest === undefined) return null;
  return (
    <p class="muted file-digest">
      File SHA-256 of {name}: <Fingerprint of={digest} />{" "}
      <CopyButton label="Copy" copy={() => navigator.clipboard.writeText(digest)} />
    </p>
  );
}

function ResultContent(props: { readonly tab: WorkTab; readonly result: Result; readonly subject: Subject }) {
  const { tab, result, subject } = props;
  const { name, blob, text, temporaryFile } = result;
  const [saved, setSaved] = useState<Result>();
  const isShown = text !== undefined && text !== "";
  const save = () => {
    download(name, "application/octet-stream", blob);
    setSaved(result);
  };
  // Only armor and digits are easier to compare in columns.
  const look = tab === "decrypt" ? "result-text plain" : "result-text";
  return (
    <>
      {isShown ? (
        // biome-ignore lint/a11y/noNoninteractiveTabindex: a box that scrolls is reached by keyboard
        <section class={look} tabIndex={0} aria-label="The result as text">
          {text}
        </section>
      ) : (
        <p>{blob.size === 0 ? "The result is empty." : `${name}, ${formatBytes(blob.size)}, ready to save.`}</p>
      )}
      <div class="cluster files">
        {isShown && <CopyButton label="Copy" copy={() => navigator.clipboard.writeText(text)} />}
        <button type="button" class={isShown ? "quiet" : "run"} title={formatBytes(blob.size)} onClick={save}>
          Save {name}
        </button>
      </div>
      <p class="muted" role="status">
        {saved === result && `Saved ${name}.`}
      </p>
      {tab === "sign" && <SignatureNote fileName={subject.fileName ?? "message.txt"} />}
      {temporaryFile !== undefined && (
        <p class="muted">
          The result is in a temporary file, which is deleted when you close this page. Save it first.
        </p>
      )}
    </>
  );
}

function SignatureNote({ fileName }: { readonly fileName: string }) {
  return (
    <details class="muted">
      <summary>Verify it with OpenSSL</summary>
      <p>
        <Term of="pss">RSA-PSS</Term> with SHA-256 and a salt of 32 bytes. Save the signature and the public key, then
        run:
      </p>
      <code>
        {`openssl dgst -sha256 -sigopt rsa_padding_mode:pss -verify public.pem -signature "${fileName}.sig" "${fileName}"`}
      </code>
    </details>
  );
}

function signatureVerdict(isValid: boolean, subject: Subject): VerdictWords {
  const what = subject.fileName === undefined ? "text" : "file";
  return isValid
    ? {
        tone: "good",
        title: "Valid signature",
        text: `The owner of ${subject.keyName} signed exactly this ${what}.`,
      }
    : {
        tone: "bad",
        title: `Invalid: do not trust this ${what}`,
        text: `The ${what} was changed, or the signature is damaged or belongs to another ${what} or key.`,
      };
}
