import type { ComponentChildren } from "preact";
import { useEffect, useLayoutEffect, useRef, useState } from "preact/hooks";
import { Dialog } from "../../ui/dialog.tsx";
import { Field, SelectField } from "../../ui/fields.tsx";
import { Fingerprint } from "../../ui/fingerprint.tsx";
import { encryptionOf, formatsFor, type KeyEntry, publicFormatsFor, type SaveChoice, saveKey } from "../keys/entry.ts";
import { problemOf } from "../problems.ts";
import type { PasswordQuestion } from "../state.ts";
import { MakeKeyDialog } from "./make-key.tsx";
import type { PartProps } from "./part.ts";

export function KeyDialogs({ state, actions }: PartProps) {
  const { dialog, keys, question } = state;
  const saved = dialog?.kind === "save" ? keys.find(({ id }) => id === dialog.id) : undefined;
  return (
    <>
      {dialog?.kind === "make" && <MakeKeyDialog state={state} actions={actions} />}
      {dialog?.kind === "save" && saved && (
        <SaveKeyDialog
          key={saved.id}
          entry={saved}
          which={dialog.which}
          onSaved={actions.noteFile}
          onClose={() => actions.close("save")}
        />
      )}
      {question && <PasswordDialog question={question} />}
    </>
  );
}

/** Fields for a secret, which is only in the document; a second one repeats a new secret. */
function useSecret(id: string, labels: readonly string[]) {
  const box = useRef<HTMLDivElement>(null);
  const texts = () => [...(box.current?.querySelectorAll("input") ?? [])];
  return {
    fields: (
      <div ref={box} class="cluster fields">
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
  };
}

interface SubmitDialogProps {
  readonly id: string;
  readonly title: string;
  readonly button: string;
  /** What is chosen in it: when this changes, the problem is gone. */
  readonly chosen?: string;
  /** Why the dialog asks again. */
  readonly problem?: string | undefined;
  /** Gives what went wrong, if anything. The signal comes when the dialog is closed. */
  readonly work: (signal: AbortSignal) => Promise<string | undefined>;
  /** Called when the work is done and when the dialog is closed. */
  readonly onClose: () => void;
  readonly returnTo?: string;
  readonly children: ComponentChildren;
}

/** A dialog that does something that can fail. */
function SubmitDialog(props: SubmitDialogProps) {
  const { id, title, button, chosen, work, onClose, returnTo, children } = props;
  const [problem, setProblem] = useState<string>();
  const [isUnderWay, setUnderWay] = useState(false);
  const underWay = useRef<AbortController | undefined>(undefined);
  useEffect(() => setProblem(undefined), [chosen]);
  useLayoutEffect(() => () => underWay.current?.abort(), []);
  const submit = async () => {
    if (underWay.current) return;
    const stop = new AbortController();
    underWay.current = stop;
    setUnderWay(true);
    const found = await work(stop.signal).catch(problemOf);
    if (stop.signal.aborted) return;
    underWay.current = undefined;
    setUnderWay(false);
    setProblem(found);
    if (found === undefined) onClose();
  };
  return (
    <Dialog
      id={id}
      title={title}
      onSubmit={submit}
      onClose={onClose}
      returnTo={returnTo}
      buttons={
        <button type="submit" class="run" disabled={isUnderWay}>
          {button}
        </button>
      }
    >
      {children}
      <p class="problem" role="alert">
        {problem ?? props.problem}
      </p>
    </Dialog>
  );
}

function PasswordDialog({ question }: { readonly question: PasswordQuestion }) {
  const secret = useSecret("ask-password", ["password"]);
  return (
    <SubmitDialog
      id="ask-password"
      title={`${question.of} is encrypted`}
      button="Open"
      problem={question.problem}
      work={async () => void question.answer(secret.text())}
      onClose={() => question.answer(undefined)} // does nothing after an answer
    >
      {secret.fields}
    </SubmitDialog>
  );
}

interface SaveKeyProps {
  readonly entry: KeyEntry;
  /** Which half is chosen when it opens. */
  readonly which: SaveChoice["kind"] | undefined;
  /** Gets the number of a key whose private key was saved. */
  readonly onSaved: (id: number) => void;
  readonly onClose: () => void;
}

function SaveKeyDialog({ entry, which, onSaved, onClose }: SaveKeyProps) {
  const [kind, setKind] = useState(which);
  const [chosenFormat, setFormat] = useState<string>();
  const secret = useSecret("save-password", ["password (optional)", "repeat password"]);
  const { privateKey } = entry;
  const isPublic = privateKey === undefined || kind === "public";
  const formats = isPublic ? publicFormatsFor(entry.publicKey) : formatsFor(privateKey);
  const format = formats.find((each) => each.format === chosenFormat) ?? formats[0];
  const encryption = isPublic || format === undefined ? undefined : encryptionOf(format.format);

  const work = async (signal: AbortSignal) => {
    if (encryption !== undefined && secret.differs()) return "The two passwords differ.";
    const password = encryption === undefined ? undefined : secret.text() || undefined;
    await saveKey(entry, { kind: isPublic ? "public" : "private", format, password } as SaveChoice, signal);
    if (!isPublic) onSaved(entry.id);
    return undefined;
  };
  return (
    <SubmitDialog
      id="save-key"
      title={which === "public" ? `Share the public key of ${entry.name}` : `Save ${entry.name}`}
      button="Save the file"
      chosen={`${isPublic} ${format?.format}`}
      work={work}
      onClose={onClose}
      returnTo={`#save-${entry.id}`}
    >
      <div class="cluster fields">
        <SelectField
          name="save-kind"
          label="which"
          hidden={which === "public"}
          value={isPublic ? "public" : "private"}
          options={[
            ...(privateKey === undefined ? [] : [{ value: "private" as const, text: "private key" }]),
            { value: "public" as const, text: "public key, to share" },
          ]}
          onChoose={setKind}
        />
        <SelectField
          name="save-format"
          label="format"
          value={format?.format ?? ""}
          options={formats.map((each) => ({ value: each.format, text: each.name }))}
          onChoose={setFormat}
        />
      </div>
      <div hidden={encryption === undefined}>{secret.fields}</div>
      <p class="muted">{saveNote(isPublic, encryption)}</p>
      {isPublic && (
        <p class="muted">
          <Fingerprint of={entry.fingerprint} />
        </p>
      )}
    </SubmitDialog>
  );
}

function saveNote(isPublic: boolean, encryption: string | undefined): string {
  if (isPublic)
    return "You can share this file with anyone. Have them compare this fingerprint with you, by phone for example: then nobody replaced the key on its way.";
  if (encryption === undefined) return "This format has no encryption: anyone with the file has your key.";
  return `A password encrypts the file (${encryption}). Without one, anyone with the file has your key.`;
}
