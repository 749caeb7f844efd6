import { formatList } from "@rsa-variants/measure/text/format";
import { writeParams } from "@rsa-variants/measure/text/params";
import { useEffect, useRef, useState } from "preact/hooks";
import { hasParam } from "rsa-variants";
import type { KeyAssessment } from "rsa-variants/security";
import { FilePicker, notReady, QuietButton, WhyDisabled } from "../../ui/buttons.tsx";
import { Fingerprint } from "../../ui/fingerprint.tsx";
import { useKeptFocus } from "../../ui/kept-focus.ts";
import { MathText } from "../../ui/math.tsx";
import { Term } from "../../ui/term.tsx";
import { VerdictBadge, verdictText } from "../../ui/verdicts.tsx";
import { describeKey, type KeyEntry } from "../keys/entry.ts";
import { loneKeys, type WorkbenchState } from "../state.ts";
import type { PartProps } from "./part.ts";

/** Gets the focus after what had it is gone. */
export const keyButton = ".keys .key-buttons button";

export function Keys({ state, actions }: PartProps) {
  const { keys } = state;
  const list = useRef<HTMLUListElement>(null);
  const make = useRef<HTMLButtonElement>(null);
  useKeptFocus(list, () => list.current?.querySelector<HTMLElement>(".key-buttons button") ?? make.current);
  const isReady = state.library.state === "ready";
  return (
    <section class="keys-panel" aria-label="Keys">
      <div class="cluster actions">
        <button
          ref={make}
          type="button"
          class={keys.length === 0 ? "run" : "secondary"}
          disabled={!isReady}
          aria-describedby="keys-why"
          onClick={() => actions.open({ kind: "make" })}
        >
          Make a key …
        </button>
        <FilePicker
          id="load-keys"
          class="secondary"
          label="Load keys …"
          title="PEM, DER, PKCS #12, OpenSSH, PuTTY, JSON Web Key, or a certificate"
          multiple
          disabled={!isReady}
          onFiles={(files) => actions.load({ files, folders: [] })}
        />
        <WhyDisabled id="keys-why" reason={notReady[state.library.state]} />
      </div>
      <div class="notes" role="status">
        {state.keyNotes.map(({ text, isProblem, key }, index) => (
          <div key={index}>
            <p class={isProblem ? "problem" : ""}>{text}</p>
            {keys
              .filter(({ id }) => id === key)
              .map((entry) => (
                <AfterComing key={entry.id} entry={entry} state={state} actions={actions} />
              ))}
          </div>
        ))}
      </div>
      <LoneKeys state={state} actions={actions} />
      <ul ref={list} class="keys">
        {keys.map((entry, at) => (
          <KeyItem key={entry.id} entry={entry} isFirst={at === 0} state={state} actions={actions} />
        ))}
      </ul>
      <p class="muted empty" hidden={keys.length > 0}>
        No keys yet. Make one, or drop key files here. They stay in this page: "Save …" keeps them, and "Load keys …"
        brings them back.
      </p>
    </section>
  );
}

/** Says which keys exist only in this page, and offers to save them. */
function LoneKeys({ state, actions }: PartProps) {
  const box = useRef<HTMLDivElement>(null);
  useKeptFocus(box, () => document.querySelector<HTMLElement>(keyButton));
  const keys = loneKeys(state.keys);
  const isOne = keys.length === 1;
  return (
    <div ref={box} class="lone-keys" role="status">
      {keys.length > 0 && (
        <>
          <p>
            <strong>
              {formatList(keys.map(({ name }) => name))} {isOne ? "is" : "are"} only in this page,
            </strong>{" "}
            and lost when you close it.
          </p>
          <div class="cluster files">
            {keys.map(({ id, name }) => (
              <QuietButton key={id} onClick={() => actions.open({ kind: "save", id })}>
                {isOne ? "Save it as a file …" : `Save ${name} as a file …`}
              </QuietButton>
            ))}
          </div>
        </>
      )}
    </div>
  );
}

/** What to do with a key that was just made or loaded. */
function AfterComing({ entry, state, actions }: PartProps & { readonly entry: KeyEntry }) {
  const isBroken = useAssessment(entry, state)?.verdict === "broken";
  const { id, fingerprint, publicKey, privateKey } = entry;
  const isPublic = privateKey === undefined;
  const canSign = !isPublic && publicKey.messageLength === undefined;
  return (
    <div class="cluster files after-making">
      <QuietButton hidden={isBroken} onClick={() => actions.take({ text: "", tab: "encrypt", form: { fingerprint } })}>
        Encrypt with it
      </QuietButton>
      <QuietButton hidden={!canSign} onClick={() => actions.take({ text: "", tab: "sign", form: { fingerprint } })}>
        Sign with it
      </QuietButton>
      <QuietButton hidden={isPublic} onClick={() => actions.open({ kind: "save", id, which: "public" })}>
        Share the public key …
      </QuietButton>
    </div>
  );
}

interface KeyItemProps extends PartProps {
  readonly entry: KeyEntry;
  readonly isFirst: boolean;
}

function KeyItem({ entry, isFirst, state, actions }: KeyItemProps) {
  const { id, name, privateKey, fingerprint } = entry;
  const assessment = useAssessment(entry, state);
  const isBroken = assessment?.verdict === "broken";
  return (
    <li class="card key">
      <div class="cluster key-head">
        <h2 id={`key-name-${id}`}>{name}</h2>
        <span class="muted key-kind">{privateKey === undefined ? "public" : "private and public"}</span>
        {assessment && <KeyVerdict {...{ entry, assessment }} />}
      </div>
      {/* A key without a name of its own is called by its parameters. */}
      {describeKey(entry) !== name && <p class="key-line key-params">{describeKey(entry)}</p>}
      {isBroken && (
        <p class="key-line problem">
          <MathText text={reasonOf(assessment)} />
        </p>
      )}
      <p class="key-line muted fingerprint">
        {isFirst ? <Term of="fingerprint">Fingerprint</Term> : "Fingerprint"} <Fingerprint of={fingerprint} />
      </p>
      <div class="cluster key-buttons">
        <QuietButton id={`save-${id}`} aria-label={`Save ${name}`} onClick={() => actions.open({ kind: "save", id })}>
          Save …
        </QuietButton>
        <QuietButton
          aria-label={`Share the public key of ${name}`}
          hidden={privateKey === undefined}
          onClick={() => actions.open({ kind: "save", id, which: "public" })}
        >
          Share …
        </QuietButton>
        <ForgetButton entry={entry} actions={actions} />
      </div>
    </li>
  );
}

function useAssessment(entry: KeyEntry, { assess, keys }: WorkbenchState): KeyAssessment | undefined {
  const [assessment, setAssessment] = useState<KeyAssessment>();
  useEffect(() => {
    let isWanted = true;
    assess?.(entry, keys).then(
      (found) => isWanted && setAssessment(found),
      () => {}, // the key was forgotten, or its worker ended
    );
    return () => {
      isWanted = false;
    };
  }, [assess, entry, keys]);
  return assessment;
}

/** What decides the verdict, and what to do about it. */
function reasonOf({ reach, why, keyFindings }: KeyAssessment): string {
  return [
    why,
    reach && `${verdictText("broken", reach).word}: ${verdictText("broken", reach).meaning}`,
    keyFindings[0]?.remedy,
  ]
    .filter(Boolean)
    .join(" ");
}

/** The verdict on a key, with a link to the parameters of a private one. */
function KeyVerdict({ entry, assessment }: Pick<KeyItemProps, "entry"> & { readonly assessment: KeyAssessment }) {
  const { verdict, summary } = assessment;
  const badge = <VerdictBadge verdict={verdict} summary={summary} />;
  if (entry.privateKey === undefined)
    return <span title="A public key hides how its primes were made, so this is the best case.">{badge}</span>;
  const { params } = entry.privateKey;
  // Other variants' parameters contain e.
  const length = hasParam(params.variant, "crtExponentLength")
    ? entry.publicKey.publicExponent.toString(2).length
    : undefined;
  // The reason of a broken key is shown below.
  const title = verdict === "broken" ? undefined : reasonOf(assessment);
  return (
    <a href={`../security/?${writeParams(params, length)}`} class="reasons" title={title}>
      {badge}
    </a>
  );
}

/** Milliseconds until a button no longer asks. */
const patience = 4000;

/** Forgets a public key at once, and a private one, which may exist only here, on the second click. */
function ForgetButton({ entry: { id, name, privateKey }, actions }: Pick<KeyItemProps, "entry" | "actions">) {
  const [asks, setAsks] = useState(false);
  useEffect(() => {
    if (!asks) return;
    const timer = setTimeout(() => setAsks(false), patience);
    return () => clearTimeout(timer);
  }, [asks]);
  return (
    <QuietButton
      id={`forget-${id}`}
      title={`Remove ${name} from this page`}
      aria-labelledby={`forget-${id} key-name-${id}`}
      onClick={() => (asks || privateKey === undefined ? actions.forget(id) : setAsks(true))}
    >
      {asks ? "Forget for good?" : "Forget"}
    </QuietButton>
  );
}
