import type { JSX } from "preact";
import { useRef, useState } from "preact/hooks";
import { Dialog } from "../../ui/dialog.tsx";
import { Field, SelectField } from "../../ui/fields.tsx";
import type { KeyEntry } from "../keys/entry.ts";
import { encryptionOf, formatsFor, publicFormatsFor, type SaveChoice, saveKey } from "../keys/formats.ts";
import { problemOf } from "../problems.ts";
import type { PartProps } from "./keys.tsx";
import { MakeKeyDialog } from "./make-key.tsx";

/** The fewest characters of a passphrase: a guess takes a fraction of a second. */
const leastCharacters = 12;

/** The dialogs that belong to keys. */
export function KeyDialogs({ state, actions }: PartProps): JSX.Element {
  const { dialog, keys, question } = state;
  const saving = dialog?.kind === "save" ? keys.find(({ id }) => id === dialog.id) : undefined;
  // What a dialog is about stays in it while it closes.
  const lastSaved = useLast(saving);
  const lastAsked = useLast(question);
  return (
    <>
      <MakeKeyDialog state={state} actions={actions} />
      {lastSaved && (
        <SaveKeyDialog
          key={lastSaved.id}
          entry={lastSaved}
          isOpen={saving !== undefined}
          onSaved={actions.noteFile}
          onClose={() => actions.close("save")}
        />
      )}
      <SecretDialog
        id="ask-password"
        title={`${lastAsked?.of ?? ""} is encrypted`}
        isOpen={question !== undefined}
        labels={["password"]}
        button="Open"
        problem={question?.problem}
        take={async (password) => void question?.answer(password)}
        onClose={() => question?.answer(undefined)} // after an answer there is no question left
      />
      <SecretDialog
        id="create-vault"
        title="Store keys in this browser"
        isOpen={dialog?.kind === "create-vault"}
        labels={["new passphrase", "repeat passphrase"]}
        button="Store"
        note="It encrypts your keys and is not stored. If you forget it, the stored keys are lost."
        take={async (passphrase) =>
          passphrase.length < leastCharacters
            ? `Use at least ${leastCharacters} characters. Several random words are best.`
            : actions.keeper.create(passphrase)
        }
        onClose={() => actions.close("create-vault")}
      />
      <SecretDialog
        id="unlock-vault"
        title="Unlock stored keys"
        isOpen={dialog?.kind === "unlock-vault"}
        labels={["passphrase"]}
        button="Unlock"
        take={(passphrase) => actions.keeper.unlock(passphrase)}
        onClose={() => actions.close("unlock-vault")}
      />
    </>
  );
}

function useLast<Value>(value: Value | undefined): Value | undefined {
  const last = useRef<Value>();
  last.current = value ?? last.current;
  return last.current;
}

/** Fields for a secret: a second one repeats a secret that is new. What is typed stays in the document alone. */
function useSecret(id: string, labels: readonly string[]) {
  const box = useRef<HTMLDivElement>(null);
  const texts = () => [...(box.current?.querySelectorAll("input") ?? [])];
  return {
    fields: (
      <div ref={box} class="fields">
        {labels.map((label, at) => (
          <Field key={label} name={`${id}-${at}`} label={label}>
            <input
              id={`${id}-${at}`}
              type="password"
              autocomplete={labels.length > 1 ? "new-password" : "current-password"}
            />
          </Field>
        ))}
      </div>
    ),
    text: () => texts()[0]?.value ?? "",
    differs: () => texts().some(({ value }, _, [first]) => value !== first?.value),
    forget: () => {
      for (const input of texts()) input.value = "";
    },
  };
}

/** What a dialog does when it is submitted, and why it could not. */
function useSubmit(work: () => Promise<string | undefined>, onDone: () => void) {
  const [problem, setProblem] = useState<string>();
  const [isBusy, setBusy] = useState(false);
  const submit = async () => {
    if (isBusy) return;
    setBusy(true);
    const found = await work().catch(problemOf);
    setBusy(false);
    setProblem(found);
    if (found === undefined) onDone();
  };
  return { problem, setProblem, isBusy, submit };
}

interface SecretDialogProps {
  readonly id: string;
  readonly title: string;
  readonly isOpen: boolean;
  readonly labels: readonly string[];
  readonly button: string;
  readonly note?: string;
  /** Why the last secret was not accepted. */
  readonly problem?: string | undefined;
  /** Gives why a secret is not accepted, or nothing. */
  readonly take: (secret: string) => Promise<string | undefined>;
  readonly onClose: () => void;
}

/** Asks for a password or a passphrase. */
function SecretDialog(props: SecretDialogProps): JSX.Element {
  const { id, title, isOpen, labels, button, note, take, onClose } = props;
  const secret = useSecret(id, labels);
  const work = async () =>
    secret.differs() ? `The two ${labels[0]?.split(" ").at(-1)}s differ.` : take(secret.text());
  const { problem, setProblem, isBusy, submit } = useSubmit(work, onClose);
  const closed = () => {
    secret.forget();
    setProblem(undefined);
    onClose();
  };
  return (
    <Dialog
      id={id}
      title={title}
      isOpen={isOpen}
      onSubmit={submit}
      onClose={closed}
      buttons={
        <button type="submit" class="run" disabled={isBusy}>
          {button}
        </button>
      }
    >
      {secret.fields}
      {note && <p class="muted">{note}</p>}
      <p class="problem" role="alert">
        {problem ?? props.problem}
      </p>
    </Dialog>
  );
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
  const secret = useSecret("save-password", ["password (optional)", "repeat password"]);
  const { privateKey } = entry;
  const isPublic = privateKey === undefined || kind === "public";
  const formats = isPublic ? publicFormatsFor(entry.publicKey) : formatsFor(privateKey);
  const format = formats.find((each) => each.format === chosenFormat) ?? formats[0];
  const encryption = isPublic || format === undefined ? undefined : encryptionOf(format.format);

  const work = async () => {
    if (encryption !== undefined && secret.differs()) return "The two passwords differ.";
    const password = encryption === undefined ? undefined : secret.text() || undefined;
    await saveKey(entry, { kind: isPublic ? "public" : "private", format, password } as SaveChoice);
    if (!isPublic) onSaved(entry.id);
    return undefined;
  };
  const { problem, setProblem, isBusy, submit } = useSubmit(work, onClose);
  const choose = (nextKind: SaveChoice["kind"] | undefined, nextFormat?: string) => {
    setKind(nextKind);
    setFormat(nextFormat);
    setProblem(undefined);
  };
  const closed = () => {
    secret.forget();
    choose(undefined);
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
          onChoose={(value) => choose(value)}
        />
        <SelectField
          name="save-format"
          label="format"
          value={format?.format ?? ""}
          options={formats.map((each) => ({ value: each.format, text: each.name }))}
          onChoose={(value) => choose(kind, value)}
        />
      </div>
      <div hidden={encryption === undefined}>{secret.fields}</div>
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
