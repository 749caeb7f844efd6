import { limitsProblem } from "@rsa-variants/measure/text/numbers";
import type { ComponentChildren, JSX } from "preact";
import { largestCharactersAtOnce } from "rsa-variants/files";
import { QuietButton, WhyDisabled } from "../../ui/buttons.tsx";
import { DropArea } from "../../ui/drop.tsx";
import { NumberField, SelectField } from "../../ui/fields.tsx";
import { Spoken } from "../../ui/form.tsx";
import { Term } from "../../ui/term.tsx";
import { canSaveStreams, type Destination } from "../jobs/deliver.ts";
import { progressText } from "../jobs/work.ts";
import { describeKey, type KeyEntry, shortFingerprint } from "../keys/entry.ts";
import { chosenKey, fittingKeys, needsPrivate, type State, type WorkTab } from "../state.ts";
import { NextSteps } from "./next-steps.tsx";
import type { PartProps } from "./part.ts";
import { ResultPart } from "./result.tsx";
import { Source } from "./source.tsx";

interface TabText {
  readonly verb: string;
  /** Above the choice of the key. */
  readonly key: string;
  readonly source: string;
  readonly placeholder: string;
}

const tabTexts: Readonly<Record<WorkTab, TabText>> = {
  encrypt: {
    verb: "Encrypt",
    key: "recipient’s key",
    source: "Text to encrypt, or drop a file here",
    placeholder: "Type or paste text",
  },
  decrypt: {
    verb: "Decrypt",
    key: "your private key",
    source: "Encrypted text, or drop a file here",
    placeholder: "-----BEGIN RSA-VARIANTS FILE-----, or lines of digits",
  },
  sign: {
    verb: "Sign",
    key: "your private key",
    source: "Text to sign, or drop a file here",
    placeholder: "Type or paste text",
  },
  verify: {
    verb: "Verify",
    key: "signer’s key",
    source: "Signed text, or drop the file here",
    placeholder: "Exactly the text that was signed",
  },
};

interface WorkProps extends PartProps {
  readonly tab: WorkTab;
}

/** A tab that works on a text or a file. */
export function WorkPanel({ tab, state, actions }: WorkProps): JSX.Element {
  const { work } = actions;
  const { file, text, dropNote } = state.forms[tab];
  const { running, problem } = state.jobs[tab];
  const { source, placeholder } = tabTexts[tab];
  const isRunning = running !== undefined;
  const said = running === undefined ? "" : progressText(running);
  return (
    <>
      <div class="fields">
        <KeyChoice tab={tab} state={state} actions={actions} />
        {tab === "encrypt" && <EncryptionFields state={state} actions={actions} />}
      </div>
      {tab === "encrypt" && chosenKey(state, tab)?.privateKey !== undefined && (
        <p class="muted own-key">
          This is your own key: only you can decrypt. To encrypt for someone else,{" "}
          <a href="#keys">load their public key</a>.
        </p>
      )}
      {tab === "encrypt" && <ModeNote mode={state.encryption.mode} />}
      <Source
        id={tab}
        label={source}
        placeholder={placeholder}
        file={file}
        text={text}
        disabled={isRunning}
        onChange={(form) => work.change(tab, form)}
      >
        <p class="drop-note" role="status">
          {dropNote}
        </p>
      </Source>
      {tab === "verify" && <Signature state={state} actions={actions} />}
      <StartButtons tab={tab} state={state} onStart={(destination) => work.start(tab, destination)} />
      {running && (
        <Progress fraction={running.total === 0 ? 0 : running.done / running.total} text={said}>
          <QuietButton onClick={() => work.cancel(tab)}>Cancel</QuietButton>
        </Progress>
      )}
      <Spoken text={said} phase={String(isRunning)} isRunning={isRunning} />
      <p class="problem job-problem" role="alert">
        {problem}
      </p>
      <ResultPart tab={tab} job={state.jobs[tab]} file={file} />
      <NextSteps tab={tab} state={state} actions={actions} />
    </>
  );
}

/** The choice of a key, or a link to the keys if none fits. */
function KeyChoice({ tab, state, actions }: WorkProps): JSX.Element {
  const keys = fittingKeys(state, tab);
  if (keys.length === 0) {
    return (
      <p class="key-choice" id={`${tab}-why`}>
        {state.keys.length > 0
          ? "You have only public keys. "
          : `You need a ${needsPrivate[tab] ? "private key" : "key"} for this: `}
        <a href="#keys">
          {state.keys.length === 0
            ? "make or load one"
            : tab === "decrypt"
              ? "Load the private key this was encrypted for"
              : "Make or load a private key"}
        </a>
        .
      </p>
    );
  }
  return (
    <div class="key-choice">
      <SelectField
        name={`${tab}-key`}
        class="key-select"
        label={tabTexts[tab].key}
        value={chosenKey(state, tab)?.fingerprint ?? ""}
        placeholder="choose a key"
        options={keys.map((key) => ({ value: key.fingerprint, text: optionText(key, keys) }))}
        disabled={state.jobs[tab].running !== undefined}
        onChoose={(fingerprint) => actions.work.change(tab, { fingerprint })}
      />
    </div>
  );
}

/** A key's name; if other keys have it, too, with the beginning of the fingerprint. */
export function optionText(key: KeyEntry, keys: readonly KeyEntry[]): string {
  const isAlone = keys.filter(({ name }) => name === key.name).length === 1;
  const details = [
    ...(describeKey(key) === key.name ? [] : [describeKey(key)]), // a key without a name of its own
    ...(isAlone ? [] : [shortFingerprint(key.fingerprint)]),
  ];
  return details.length === 0 ? key.name : `${key.name} (${details.join(", ")})`;
}

function EncryptionFields({ state, actions }: PartProps): JSX.Element {
  const { mode, charactersAtOnce } = state.encryption;
  const key = chosenKey(state, "encrypt");
  const most = key && largestCharactersAtOnce(key.publicKey.modulus);
  const problem = encryptionProblem(state);
  const disabled = state.jobs.encrypt.running !== undefined;
  return (
    <>
      <SelectField
        name="mode"
        label="mode"
        value={mode}
        options={[
          { value: "hybrid", text: "hybrid (recommended)" },
          { value: "incremental", text: "incremental (2003, insecure)" },
        ]}
        disabled={disabled}
        onChoose={(value) => actions.work.chooseEncryption({ mode: value })}
      />
      <NumberField
        name="charactersAtOnce"
        letter="c"
        label="characters at once"
        hint="How many characters become one number, with three decimal digits each"
        limits={{ min: 1, max: largestCharactersAtOnce(16384), step: 1 }}
        value={Number.isNaN(charactersAtOnce) ? undefined : charactersAtOnce}
        problems={problem === undefined ? [] : [`${problem} The 3c digits must stay below N.`]}
        adjusted={problem === undefined && most !== undefined ? [`at most ${most} with this key`] : []}
        hidden={mode !== "incremental"}
        disabled={disabled}
        onNumber={(value) => actions.work.chooseEncryption({ charactersAtOnce: value })}
      />
    </>
  );
}

/** Why a text cannot be encrypted with the numbers chosen, or nothing. */
function encryptionProblem(state: State): string | undefined {
  const key = chosenKey(state, "encrypt");
  if (key === undefined || state.encryption.mode === "hybrid") return undefined;
  const max = largestCharactersAtOnce(key.publicKey.modulus);
  return limitsProblem(state.encryption.charactersAtOnce, { min: 1, max, step: 1 });
}

function ModeNote({ mode }: Pick<State["encryption"], "mode">): JSX.Element {
  return mode === "hybrid" ? (
    <p class="lead-in">
      <Term of="hybrid">Hybrid encryption</Term> works for files of any size and detects any change.
    </p>
  ) : (
    <p class="history-note">
      As in Biswas, Bandyopadhyay and Banerjee (2003), every c characters become one number, which is raised to the
      power e. This protects nothing: without padding, equal pieces look equal, and anyone can check a guess.
    </p>
  );
}

/** The signature to verify. A file that is dropped here may have any name. */
function Signature({ state, actions: { work } }: PartProps): JSX.Element {
  const isRunning = state.jobs.verify.running !== undefined;
  return (
    <DropArea
      class="signature-file armored"
      onDropped={(dropped) => {
        const isOne = dropped.files.length === 1 && dropped.folders.length === 0;
        if (isOne && !isRunning) work.chooseSignature({ file: dropped.files[0], text: "" });
        else work.drop("verify", dropped);
      }}
    >
      <Source
        id="signature"
        label="Signature, or drop the .sig file here"
        placeholder="The signature, as the tab Sign shows it"
        fileLabel="Choose the signature …"
        rows={4}
        {...state.signature}
        disabled={isRunning}
        onChange={(change) => work.chooseSignature(change)}
      />
    </DropArea>
  );
}

interface StartProps {
  readonly tab: WorkTab;
  readonly state: State;
  readonly onStart: (destination: Destination) => void;
}

/** They start work into the page or, if the browser can, straight into a file. */
function StartButtons({ tab, state, onStart }: StartProps): JSX.Element {
  const { verb } = tabTexts[tab];
  const blocked = blockedBy(tab, state);
  const why = `${tab}-why`;
  const isReady = blocked === undefined && chosenKey(state, tab) !== undefined;
  const disabled = !isReady || state.jobs[tab].running !== undefined;
  // Once there is a result, what to do with it counts.
  const look = state.jobs[tab].outcome === undefined ? "run" : "secondary";
  const canStream = (tab === "encrypt" || tab === "decrypt") && canSaveStreams();
  return (
    <div class="actions">
      <button type="button" class={look} {...{ disabled }} aria-describedby={why} onClick={() => onStart("page")}>
        {verb}
      </button>
      {canStream && (
        <button
          type="button"
          class="secondary"
          {...{ disabled }}
          aria-describedby={why}
          onClick={() => onStart("file")}
        >
          {verb} to a file …
        </button>
      )}
      <WhyDisabled id={why} reason={blocked} />
    </div>
  );
}

/** The reason why work cannot start. A missing key is reported where you would choose one. */
function blockedBy(tab: WorkTab, state: State): string | undefined {
  const { file, text } = state.forms[tab];
  const { signature } = state;
  if (chosenKey(state, tab) === undefined)
    return fittingKeys(state, tab).length === 0 ? undefined : "Choose a key first.";
  if (file === undefined && text === "") return "Enter text or choose a file first.";
  if (tab === "verify" && signature.file === undefined && signature.text === "") return "Add the signature first.";
  if (tab === "encrypt" && encryptionProblem(state) !== undefined) return "Fix the highlighted fields first.";
  return undefined;
}

interface ProgressProps {
  /** From 0 to 1. */
  readonly fraction: number;
  readonly text: string;
  readonly children?: ComponentChildren;
}

/** Progress, with its buttons before the text: after it, they would move whenever the text grows. */
export function Progress({ fraction, text, children }: ProgressProps): JSX.Element {
  return (
    <div class="progress job-progress">
      <span class="bar" aria-hidden="true" style={{ "--fraction": String(fraction) }} />
      {children}
      <p class="progress-text">{text}</p>
    </div>
  );
}
