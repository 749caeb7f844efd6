import { capitalized } from "@rsa-variants/measure/text/format";
import { CopyButton, QuietButton, Segments, WhyDisabled } from "../../ui/buttons.tsx";
import { SelectField, TextField } from "../../ui/fields.tsx";
import { Spoken } from "../../ui/form.tsx";
import { blockedBy, keyOf, takesPrivate } from "../doctor/fields.ts";
import {
  type DoctorAnswer,
  type DoctorState,
  type KeyPiece,
  type Kind,
  kindNames,
  noQuestion,
  type Piece,
} from "../doctor/question.ts";
import { wordsOf } from "../doctor/words.ts";
import type { KeyEntry } from "../keys/entry.ts";
import { fittingKeys } from "../state.ts";
import type { PartProps } from "./part.ts";
import { Source } from "./source.tsx";
import { VerdictCard } from "./verdict-card.tsx";

const kinds = (Object.keys(kindNames) as Kind[]).map((value) => ({ value, text: kindNames[value] }));

const questions: Readonly<Record<Kind, string>> = {
  signature: "Why doesn’t this signature verify?",
  ciphertext: "Why doesn’t this decrypt?",
  pair: "Does this private key belong to this public key or certificate?",
  token: "Why is this signed token (JWT) rejected?",
};

type DataText = readonly [label: string, placeholder: string];

const dataTexts: Readonly<Record<Exclude<Kind, "pair">, DataText>> = {
  signature: ["Signature to examine", "In any form: Base64, hexadecimal, PEM …"],
  ciphertext: ["Ciphertext to examine", "In any form: Base64, hexadecimal, a list of numbers …"],
  token: ["Token to examine", "eyJhbGciOi…"],
};

const messageText: DataText = ["Signed message (optional)", "The text that was signed"];

const textsOf = ([label, placeholder]: DataText) => ({
  label: `${label}, or drop a file here`,
  fileTitle: label,
  placeholder,
  rows: 4,
});

const keyPlaceholder = "-----BEGIN …, JSON Web Key, ssh-rsa …";

interface DoctorProps extends PartProps {
  /** The name of a key among others. It is passed because code of the library in this file would change what all places load. */
  readonly nameOf: (key: KeyEntry, keys: readonly KeyEntry[]) => string;
}

/** The tab that says why a signature, ciphertext, key pair or token does not fit. */
export function DoctorPanel({ state, actions, nameOf }: DoctorProps) {
  const { doctor } = state;
  const { kind, isRunning } = doctor;
  const blocked = blockedBy(state);
  const change = (fields: Partial<DoctorState>) => actions.doctor.change(fields);
  const given = (name: "data" | "message") => ({
    ...doctor[name],
    disabled: isRunning,
    onChange: (piece: Partial<Piece>) => change({ [name]: { ...doctor[name], ...piece } }),
    onOtherDrop: actions.doctor.drop,
  });
  return (
    <>
      <p class="muted lead-in">
        The doctor works on this machine only. Don’t expose it as a service: it would act as a padding oracle, and
        anyone who can query it could decrypt what others encrypted for your key.
      </p>
      <Segments
        label="What to examine"
        values={kinds}
        chosen={kind}
        onChoose={(value) => {
          // Pasted data stay, unless a public key would stand where a private one belongs.
          const stays = takesPrivate[value] === takesPrivate[kind];
          change({ kind: value, ...(stays ? {} : { key: noQuestion.key }) });
        }}
      />
      <div class="work">
        <div>
          <h2 class="doctor-question">{questions[kind]}</h2>
          <KeyField state={state} actions={actions} nameOf={nameOf} field="key" isPrivate={takesPrivate[kind]} />
          {kind === "pair" ? (
            <KeyField state={state} actions={actions} nameOf={nameOf} field="partner" isPrivate={false} />
          ) : (
            <Source id="doctor-data" class="armored" {...textsOf(dataTexts[kind])} {...given("data")} />
          )}
          {kind === "signature" && <Source id="doctor-message" {...textsOf(messageText)} {...given("message")} />}
          {kind === "ciphertext" && (
            <TextField
              name="doctor-label"
              label="OAEP label (optional)"
              value={doctor.label}
              disabled={isRunning}
              onText={(label) => change({ label })}
            />
          )}
          <p class="drop-note" role="status">
            {doctor.dropNote}
          </p>
          <div class="cluster actions">
            <button
              type="button"
              class="run"
              disabled={isRunning || blocked !== undefined}
              aria-describedby="doctor-why"
              onClick={() => actions.doctor.examine()}
            >
              Examine
            </button>
            <WhyDisabled id="doctor-why" reason={blocked} />
            {isRunning && (
              <>
                <QuietButton onClick={() => actions.doctor.cancel()}>Cancel</QuietButton>
                <p class="progress-text">Examining …</p>
              </>
            )}
          </div>
          <Spoken text={isRunning ? "Examining" : ""} phase={String(isRunning)} isRunning={isRunning} />
          <p class="problem job-problem" role="alert">
            {doctor.problem}
          </p>
        </div>
        <div class="output">
          {doctor.answer === undefined && <p class="muted empty">The diagnosis will be here.</p>}
          <section class="result" aria-label="Diagnosis" aria-live="polite" hidden={doctor.answer === undefined}>
            {doctor.answer && (
              <Diagnosis
                answer={doctor.answer}
                language={doctor.language}
                onLanguage={(language) => actions.doctor.chooseLanguage(language)}
              />
            )}
          </section>
        </div>
      </div>
    </>
  );
}

/** A key of the Workbench, or a pasted one. Without keys there is nothing to choose from. */
function KeyField(props: DoctorProps & { readonly field: "key" | "partner"; readonly isPrivate: boolean }) {
  const { state, actions, nameOf, field, isPrivate } = props;
  const { kind, isRunning, [field]: given } = state.doctor;
  const keys = fittingKeys(state, isPrivate);
  const chosen = keyOf(state, given, isPrivate);
  const isSet = kind === "token";
  const label = isPrivate ? "private key" : isSet ? "key or set of keys" : "public key or certificate";
  const change = (piece: Partial<KeyPiece>) => actions.doctor.change({ [field]: { ...given, ...piece } });
  return (
    <>
      {keys.length > 0 && (
        <SelectField
          name={`doctor-${field}`}
          class="key-select"
          label={label}
          value={chosen === "other" ? chosen : (chosen?.fingerprint ?? "")}
          placeholder="choose a key"
          options={[
            ...keys.map((key) => ({ value: key.fingerprint, text: nameOf(key, keys) })),
            { value: "other", text: "another key: paste or drop it" },
          ]}
          disabled={isRunning}
          onChoose={(choice) => change({ choice })}
        />
      )}
      {chosen === "other" && (
        <Source
          id={`doctor-${field}-data`}
          class="armored"
          {...textsOf([capitalized(label), isSet ? '{"keys": […]}, or a key' : keyPlaceholder])}
          {...given}
          disabled={isRunning}
          onChange={(piece) => change({ ...piece, choice: "other" })}
          onOtherDrop={actions.doctor.drop}
        />
      )}
    </>
  );
}

interface DiagnosisProps {
  readonly answer: DoctorAnswer;
  readonly language: DoctorState["language"];
  readonly onLanguage: (language: DoctorState["language"]) => void;
}

function Diagnosis({ answer: { verdict, kind, findings, programs, padded }, language, onLanguage }: DiagnosisProps) {
  const program = programs.find((each) => each.language === language) ?? programs[0];
  return (
    <>
      <VerdictCard {...wordsOf(verdict, kind)} />
      <h3>Findings</h3>
      <ul class="findings">
        {findings.map(({ text, certainty }, index) => (
          <li key={index}>
            <span class="muted certainty" data-certainty={certainty}>
              {certainty}
            </span>
            <span>{text}</span>
          </li>
        ))}
      </ul>
      {padded !== undefined && (
        <>
          <h3>The text in the signature</h3>
          <p class="result-text">{padded}</p>
        </>
      )}
      {program && (
        <>
          <div class="cluster program-head">
            <h3>{kind === "ciphertext" ? "Decrypt it" : "Verify it"}</h3>
            <Segments
              label="Language"
              values={programs.map((each) => ({ value: each.language, text: languageNames[each.language] }))}
              chosen={program.language}
              onChoose={onLanguage}
            />
          </div>
          {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a box that scrolls is reached by keyboard */}
          <section class="result-text program" tabIndex={0} aria-label={program.title}>
            {program.text}
          </section>
          <div class="cluster files">
            <CopyButton label="Copy the program" copy={() => navigator.clipboard.writeText(program.text)} />
          </div>
          <p class="muted">{program.title}. It reads files in the current folder. Change their names to match yours.</p>
        </>
      )}
    </>
  );
}

const languageNames: Readonly<Record<DoctorState["language"], string>> = {
  javascript: "JavaScript",
  webcrypto: "WebCrypto",
  python: "Python",
  java: "Java",
  openssl: "OpenSSL",
};
