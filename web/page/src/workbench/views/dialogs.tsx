import type { JSX, RefObject } from "preact";
import { useRef, useState } from "preact/hooks";
import { Dialog } from "../../ui/dialog.tsx";
import { Field, SelectField } from "../../ui/fields.tsx";
import type { KeyEntry } from "../keys/entry.ts";
import { encryptionOf, formatsFor, publicFormatsFor, type SaveChoice, saveKey } from "../keys/formats.ts";
import { problemOf } from "../problems.ts";
import type { PasswordQuestion } from "../state.ts";
import type { PartProps } from "./keys.tsx";
import { MakeKeyDialog } from "./make-key.tsx";

/** What the keys are asked about in: each in a dialog of its own. */
export function KeyDialogs({ state, actions }: PartProps): JSX.Element {
  const { dialog, keys, question } = state;
  const saving = dialog?.kind === "save" ? keys.find(({ id }) => id === dialog.id) : undefined;
  // It is still shown while it closes.
  const last = useRef<KeyEntry>();
  last.current = saving ?? last.current;
  const passphrase = { openKind: dialog?.kind, onClose: actions.close };
  return (
    <>
      <MakeKeyDialog state={state} actions={actions} />
      {last.current !== undefined && (
        <SaveKeyDialog
          key={last.current.id}
          entry={last.current}
          isOpen={saving !== undefined}
          onSaved={actions.noteFile}
          onClose={() => actions.close("save")}
        />
      )}
      <PasswordDialog question={question} />
      <PassphraseDialog kind="create-vault" {...passphrase} take={(given) => actions.keeper.create(given)} />
      <PassphraseDialog kind="unlock-vault" {...passphrase} take={(given) => actions.keeper.unlock(given)} />
    </>
  );
}

interface SecretFieldProps {
  readonly id: string;
  readonly label: string;
  readonly input: RefObject<HTMLInputElement>;
  readonly isNew: boolean;
}

/** A field for a password. Its text stays in the document alone, and `forget` takes it away. */
function SecretField({ id, label, input, isNew }: SecretFieldProps): JSX.Element {
  return (
    <Field name={id} label={label}>
      <input ref={input} id={id} type="password" autocomplete={isNew ? "new-password" : "current-password"} />
    </Field>
  );
}

/** Two fields for a secret that is new, or one for a secret that exists. */
function useSecret() {
  const [first, second] = [useRef<HTMLInputElement>(null), useRef<HTMLInputElement>(null)];
  return {
    first,
    second,
    get text(): string {
      return first.current?.value ?? "";
    },
    get differs(): boolean {
      return second.current !== null && second.current.value !== first.current?.value;
    },
    forget(): void {
      for (const { current } of [first, second]) if (current !== null) current.value = "";
    },
  };
}

interface SaveKeyProps {
  readonly entry: KeyEntry;
  readonly isOpen: boolean;
  /** Gets the number of a key whose private half was saved. */
  readonly onSaved: (id: number) => void;
  readonly onClose: () => void;
}

/** Saves a key: which half, in which format, under a password or not. */
function SaveKeyDialog({ entry, isOpen, onSaved, onClose }: SaveKeyProps): JSX.Element {
  const [kind, setKind] = useState<SaveChoice["kind"]>();
  const [chosenFormat, setFormat] = useState<string>();
  const [problem, setProblem] = useState("");
  const [isBusy, setBusy] = useState(false);
  const secret = useSecret();
  const { privateKey } = entry;
  const isPublic = privateKey === undefined || kind === "public";
  const formats = isPublic ? publicFormatsFor(entry.publicKey) : formatsFor(privateKey);
  const format = formats.find((each) => each.format === chosenFormat) ?? formats[0];
  const encryption = isPublic || format === undefined ? undefined : encryptionOf(format.format);

  const submit = async () => {
    if (format === undefined || isBusy) return;
    if (encryption !== undefined && secret.differs) {
      setProblem("The two passwords differ.");
      return;
    }
    const password = encryption === undefined || secret.text === "" ? undefined : secret.text;
    setBusy(true);
    try {
      const choice = { kind: isPublic ? "public" : "private", format, password } as SaveChoice;
      await saveKey(entry, choice);
      if (!isPublic) onSaved(entry.id);
      onClose();
    } catch (error) {
      setProblem(problemOf(error));
    } finally {
      setBusy(false);
    }
  };
  const closed = () => {
    secret.forget();
    setKind(undefined);
    setProblem("");
    onClose();
  };
  return (
    <Dialog
      id="save-key"
      title={`Save ${entry.name}`}
      isOpen={isOpen}
      onSubmit={submit}
      onClose={closed}
      buttons={
        <button type="submit" class="run" disabled={isBusy}>
          Save the file
        </button>
      }
    >
      <div class="fields">
        <SelectField
          name="save-kind"
          label="which"
          value={isPublic ? "public" : "private"}
          options={[
            ...(privateKey === undefined ? [] : [{ value: "private" as const, text: "private key" }]),
            { value: "public" as const, text: "public key, to share" },
          ]}
          onChoose={(value) => {
            setKind(value);
            setFormat(undefined);
            setProblem("");
          }}
        />
        <SelectField
          name="save-format"
          label="format"
          value={format?.format ?? ""}
          options={formats.map((each) => ({ value: each.format, text: each.name }))}
          onChoose={(value) => {
            setFormat(value);
            setProblem("");
          }}
        />
      </div>
      <div class="fields" hidden={encryption === undefined}>
        <SecretField id="save-password" label="password (optional)" input={secret.first} isNew />
        <SecretField id="save-password-again" label="repeat password" input={secret.second} isNew />
      </div>
      <p class="muted">{saveNote(isPublic, encryption)}</p>
      <p class="problem" role="alert">
        {problem}
      </p>
    </Dialog>
  );
}

function saveNote(isPublic: boolean, encryption: string | undefined): string {
  if (isPublic) return "You can share this file with anyone.";
  if (encryption === undefined) return "This format has no encryption. Anyone with the file has your key.";
  return `A password encrypts the file (${encryption}). Without one, anyone with the file has your key.`;
}

/** Asks for the password of a key file that is encrypted. */
function PasswordDialog({ question }: { readonly question: PasswordQuestion | undefined }): JSX.Element {
  const secret = useSecret();
  const last = useRef<PasswordQuestion>();
  last.current = question ?? last.current;
  const finish = (password: string | undefined) => {
    secret.forget();
    question?.answer(password);
  };
  return (
    <Dialog
      id="ask-password"
      title={`${last.current?.of ?? ""} is encrypted`}
      isOpen={question !== undefined}
      onSubmit={() => finish(secret.text)}
      onClose={() => finish(undefined)} // after an answer there is no question left
      buttons={
        <button type="submit" class="run">
          Open
        </button>
      }
    >
      <SecretField id="password" label="password" input={secret.first} isNew={false} />
      <p class="problem" role="alert">
        {question?.problem}
      </p>
    </Dialog>
  );
}

/** The fewest characters of a passphrase: a guess takes a fraction of a second. */
const leastCharacters = 12;

const passphraseTexts = {
  "create-vault": { title: "Store keys in this browser", label: "new passphrase", button: "Store" },
  "unlock-vault": { title: "Unlock stored keys", label: "passphrase", button: "Unlock" },
} as const;

interface PassphraseProps {
  readonly kind: keyof typeof passphraseTexts;
  /** Which dialog is open. */
  readonly openKind: string | undefined;
  readonly onClose: (kind: keyof typeof passphraseTexts) => void;
  /** Gives why a passphrase is not accepted, or nothing. */
  readonly take: (passphrase: string) => Promise<string | undefined>;
}

/** Asks for a passphrase, twice where it is new. */
function PassphraseDialog({ kind, openKind, onClose, take }: PassphraseProps): JSX.Element {
  const isNew = kind === "create-vault";
  const { title, label, button } = passphraseTexts[kind];
  const [problem, setProblem] = useState("");
  const [isBusy, setBusy] = useState(false);
  const secret = useSecret();
  const refusal = async (): Promise<string | undefined> => {
    if (isNew && secret.differs) return "The two passphrases differ.";
    if (isNew && secret.text.length < leastCharacters) {
      return `Use at least ${leastCharacters} characters. Several random words are best.`;
    }
    return take(secret.text);
  };
  const submit = async () => {
    if (isBusy) return;
    setBusy(true);
    try {
      const found = await refusal();
      setProblem(found ?? "");
      if (found === undefined) onClose(kind);
    } catch (error) {
      setProblem(problemOf(error));
    } finally {
      setBusy(false);
    }
  };
  const closed = () => {
    secret.forget();
    setProblem("");
    onClose(kind);
  };
  return (
    <Dialog
      id={kind}
      title={title}
      isOpen={openKind === kind}
      onSubmit={submit}
      onClose={closed}
      buttons={
        <button type="submit" class="run" disabled={isBusy}>
          {button}
        </button>
      }
    >
      <div class="fields">
        <SecretField id={`${kind}-0`} label={label} input={secret.first} isNew={isNew} />
        {isNew && <SecretField id={`${kind}-1`} label="repeat passphrase" input={secret.second} isNew />}
      </div>
      {isNew && (
        <p class="muted">It encrypts your keys and is not stored. If you forget it, the stored keys are lost.</p>
      )}
      <p class="problem" role="alert">
        {problem}
      </p>
    </Dialog>
  );
}
