import { limitsProblem } from "@rsa-variants/measure/text/numbers";
import type { ComponentChildren } from "preact";
import { largestCharactersAtOnce } from "rsa-variants/files";
import { QuietButton, WhyDisabled } from "../../ui/buttons.tsx";
import { Checkbox, NumberField, SelectField } from "../../ui/fields.tsx";
import { Spoken } from "../../ui/form.tsx";
import { Term } from "../../ui/term.tsx";
import { canSaveStreams, type Destination } from "../jobs/deliver.ts";
import { progressText } from "../jobs/work.ts";
import { optionText } from "../keys/entry.ts";
import { chosenKey, chosenKeys, fittingKeys, needsPrivate, type WorkbenchState, type WorkTab } from "../state.ts";
import { extendVerb, type PartProps, tabTexts } from "./part.ts";
import { ResultPart } from "./result.tsx";
import { Source } from "./source.tsx";

interface WorkProps extends PartProps {
  readonly tab: WorkTab;
}

/** A tab that works on a text or a file. */
export function WorkPanel({ tab, state, actions }: WorkProps) {
  const { work } = actions;
  const { file, text, dropNote } = state.forms[tab];
  const { running, problem } = state.jobs[tab];
  const { source, placeholder } = tabTexts[tab];
  const isRunning = running !== undefined;
  const said = running === undefined ? "" : progressText(running);
  return (
    <div class="work">
      <div>
        <div class="cluster fields">
          <KeyChoice tab={tab} state={state} actions={actions} />
          {tab === "encrypt" && <EncryptionFields state={state} actions={actions} />}
        </div>
        {(tab === "encrypt" || tab === "decrypt") && <OtherRecipients tab={tab} state={state} actions={actions} />}
        {tab === "encrypt" &&
          chosenKeys(state, tab).length === 1 &&
          chosenKey(state, tab)?.privateKey !== undefined && (
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
        {tab === "verify" && (
          <Source
            id="signature"
            class="signature-file armored"
            label="Signature, or drop the .sig file here"
            placeholder="The signature, as the tab Sign shows it"
            fileLabel="Choose the signature …"
            rows={4}
            {...state.signature}
            disabled={isRunning}
            onChange={(change) => work.chooseSignature(change)}
            onOtherDrop={(dropped) => work.drop("verify", dropped)}
          />
        )}
        <StartButtons tab={tab} state={state} actions={actions} />
        {running && (
          <Progress fraction={running.total === 0 ? 0 : running.done / running.total} text={said}>
            <QuietButton onClick={() => work.cancel(tab)}>Cancel</QuietButton>
          </Progress>
        )}
        <Spoken text={said} phase={String(isRunning)} isRunning={isRunning} />
        <p class="problem job-problem" role="alert">
          {problem}
        </p>
      </div>
      <div class="output">
        <ResultPart tab={tab} state={state} actions={actions} />
      </div>
    </div>
  );
}

/** The choice of a key, or a link to the keys if none fits. */
function KeyChoice({ tab, state, actions }: WorkProps) {
  const keys = fittingKeys(state, needsPrivate[tab]);
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

/** Whose owners can decrypt, too. */
function OtherRecipients({ tab, state, actions }: WorkProps) {
  const { alsoFor = [] } = state.forms[tab];
  const others = state.keys.filter((key) => key !== chosenKey(state, tab));
  const isIncremental = tab === "encrypt" && state.encryption.mode !== "hybrid";
  if (isIncremental || others.length === 0 || others.length === state.keys.length) return null;
  return (
    <fieldset class="cluster other-recipients">
      <legend>{tab === "encrypt" ? "Also for" : "Let others decrypt it, too"}</legend>
      {others.map((key) => (
        <Checkbox
          key={key.fingerprint}
          checked={alsoFor.includes(key.fingerprint)}
          disabled={state.jobs[tab].running !== undefined}
          onChange={(isChosen) => {
            const rest = alsoFor.filter((each) => each !== key.fingerprint);
            actions.work.change(tab, { alsoFor: isChosen ? [...rest, key.fingerprint] : rest });
          }}
        >
          {optionText(key, state.keys)}
        </Checkbox>
      ))}
    </fieldset>
  );
}

function EncryptionFields({ state, actions }: PartProps) {
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
        problems={[problem && `${problem} The 3c digits must stay below N.`]}
        adjusted={problem === undefined && most !== undefined ? [`at most ${most} with this key`] : []}
        hidden={mode !== "incremental"}
        disabled={disabled}
        onNumber={(value) => actions.work.chooseEncryption({ charactersAtOnce: value })}
      />
    </>
  );
}

/** Why a text cannot be encrypted with the numbers chosen, or nothing. */
function encryptionProblem(state: WorkbenchState): string | undefined {
  const key = chosenKey(state, "encrypt");
  if (key === undefined || state.encryption.mode === "hybrid") return undefined;
  const max = largestCharactersAtOnce(key.publicKey.modulus);
  return limitsProblem(state.encryption.charactersAtOnce, { min: 1, max, step: 1 });
}

function ModeNote({ mode }: Pick<WorkbenchState["encryption"], "mode">) {
  return mode === "hybrid" ? (
    <p class="muted lead-in">
      <Term of="hybrid">Hybrid encryption</Term> works for files of any size and detects any change.
    </p>
  ) : (
    <p class="history-note">
      As in Biswas, Bandyopadhyay and Banerjee (2003), every c characters become one number, which is raised to the
      power e. This protects nothing: without padding, equal pieces look equal, and anyone can check a guess.
    </p>
  );
}

/** They start work into the page or, if the browser can, straight into a file. */
function StartButtons({ tab, state, actions }: WorkProps) {
  const verb = tab === "decrypt" && chosenKeys(state, tab).length > 1 ? extendVerb : tabTexts[tab].verb;
  const blocked = blockedBy(tab, state);
  const why = `${tab}-why`;
  const isReady = blocked === undefined && chosenKey(state, tab) !== undefined;
  const disabled = !isReady || state.jobs[tab].running !== undefined;
  // Once there is a result, what to do with it counts.
  const look = state.jobs[tab].outcome === undefined ? "run" : "secondary";
  const canStream = (tab === "encrypt" || tab === "decrypt") && canSaveStreams();
  const start = (destination: Destination) => actions.work.start(tab, destination);
  const button = (kind: string, text: string, to: Destination) => (
    <button type="button" class={kind} {...{ disabled }} aria-describedby={why} onClick={() => start(to)}>
      {text}
    </button>
  );
  return (
    <div class="cluster actions">
      {button(look, verb, "page")}
      {canStream && button("secondary", verb === extendVerb ? `${verb} and save …` : `${verb} to a file …`, "file")}
      <WhyDisabled id={why} reason={blocked} />
    </div>
  );
}

/** The reason why work cannot start. A missing key is reported where you would choose one. */
function blockedBy(tab: WorkTab, state: WorkbenchState): string | undefined {
  const { file, text } = state.forms[tab];
  const { signature } = state;
  if (chosenKey(state, tab) === undefined)
    return fittingKeys(state, needsPrivate[tab]).length === 0 ? undefined : "Choose a key first.";
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
export function Progress({ fraction, text, children }: ProgressProps) {
  return (
    <div class="cluster progress job-progress">
      <span class="bar" aria-hidden="true" style={{ "--fraction": String(fraction) }} />
      {children}
      <p class="progress-text">{text}</p>
    </div>
  );
}
