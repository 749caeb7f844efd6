import type { JSX } from "preact";
import { useEffect, useRef, useState } from "preact/hooks";

/** Milliseconds for which a button says that it is done. */
const answerTime = 2000;

/** A button for actions on results. */
export function QuietButton(button: JSX.IntrinsicElements["button"]) {
  return <button type="button" class="quiet" {...button} />;
}

/** A button that looks like a link in a text. */
export function LinkButton(button: JSX.IntrinsicElements["button"]) {
  return <button type="button" class="link" {...button} />;
}

/** Says beside a button why it is disabled. The button has the identifier as `aria-describedby`. */
export function WhyDisabled({ id, reason }: { readonly id: string; readonly reason: string | undefined }) {
  return reason === undefined ? null : (
    <span id={id} class="muted why-disabled">
      {reason}
    </span>
  );
}

/** Why a button that needs the library is disabled. */
export const notReady = {
  loading: "The library is still loading.",
  failed: "The library did not start.",
  ready: undefined,
} as const;

interface CopyButtonProps {
  readonly label: string;
  readonly title?: string;
  readonly copy: () => Promise<void>;
}

/** What screen readers read aloud, for all buttons together: a list may have dozens. */
let spoken: HTMLElement | undefined;

function prepareSpeech(): void {
  if (spoken !== undefined) return;
  spoken = document.createElement("div");
  spoken.className = "visually-hidden";
  spoken.setAttribute("role", "status");
  document.body.append(spoken);
}

/** A button that copies, and says whether the browser allowed it. */
export function CopyButton({ label, title, copy }: CopyButtonProps) {
  const [answer, setAnswer] = useState<string>();
  useEffect(prepareSpeech, []);
  useEffect(() => {
    if (spoken !== undefined) spoken.textContent = answer ?? "";
    if (answer === undefined) return;
    const timer = setTimeout(() => setAnswer(undefined), answerTime);
    return () => clearTimeout(timer);
  }, [answer]);
  const click = async () => {
    try {
      await copy(); // throws at once where the page has no clipboard, as over plain HTTP
      setAnswer("Copied");
    } catch {
      setAnswer("The browser did not allow it");
    }
  };
  return (
    <QuietButton title={title} onClick={click}>
      {answer ?? label}
    </QuietButton>
  );
}

interface FilePickerProps {
  readonly id: string;
  readonly class?: "quiet" | "secondary";
  readonly label: string;
  readonly title?: string;
  /** As the attribute of `<input type="file">`; without it any file can be chosen. */
  readonly accept?: string;
  readonly multiple?: boolean;
  readonly disabled?: boolean;
  readonly onFiles: (files: readonly File[]) => void;
}

/** A button that lets the user choose files. */
export function FilePicker(props: FilePickerProps) {
  const { id, class: look = "quiet", label, title, accept, multiple, disabled, onFiles } = props;
  const input = useRef<HTMLInputElement>(null);
  return (
    <>
      <button type="button" class={look} title={title} disabled={disabled} onClick={() => input.current?.click()}>
        {label}
      </button>
      <input
        ref={input}
        type="file"
        id={id}
        accept={accept}
        multiple={multiple}
        hidden
        onChange={({ currentTarget }) => {
          const files = [...(currentTarget.files ?? [])];
          currentTarget.value = ""; // so that the same file can be chosen again
          if (files.length > 0) onFiles(files);
        }}
      />
    </>
  );
}

interface SegmentValue<Value> {
  readonly value: Value;
  readonly text: string;
  /** A word after the text, with a sentence on hover. */
  readonly verdict?: { readonly grade: string; readonly word: string | undefined; readonly text: string } | undefined;
}

interface SegmentsProps<Value extends string | number> {
  /** What is chosen between, for screen readers. */
  readonly label: string;
  readonly values: readonly SegmentValue<Value>[];
  readonly chosen: Value | undefined;
  readonly disabled?: boolean;
  readonly onChoose: (value: Value) => void;
}

/** Buttons side by side, one of which is pressed. */
export function Segments<Value extends string | number>(props: SegmentsProps<Value>) {
  const { label, values, chosen, disabled, onChoose } = props;
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset cannot be laid out as a row everywhere
    <div class="segments" role="group" aria-label={label}>
      {values.map(({ value, text, verdict }) => (
        <button
          key={value}
          type="button"
          title={verdict?.text}
          data-verdict={verdict?.grade}
          disabled={disabled}
          aria-pressed={value === chosen ? "true" : "false"}
          onClick={() => onChoose(value)}
        >
          {text}
          {verdict?.word && <small> {verdict.word}</small>}
        </button>
      ))}
    </div>
  );
}
