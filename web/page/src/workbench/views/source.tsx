import { formatBytes } from "@rsa-variants/measure/text/format";
import type { ComponentChildren, JSX } from "preact";
import { useRef } from "preact/hooks";
import { FilePicker, QuietButton } from "../../ui/buttons.tsx";

interface SourceProps {
  readonly id: string;
  readonly label: string;
  readonly placeholder: string;
  /** Of the button for files. */
  readonly fileLabel?: string;
  /** Above a file. */
  readonly fileTitle?: string;
  readonly rows?: number;
  readonly file: File | undefined;
  readonly text: string;
  readonly disabled: boolean;
  readonly onChange: (change: { readonly file?: File | undefined; readonly text?: string }) => void;
  readonly children?: ComponentChildren;
}

/** A text, or a file by button. The whole panel takes drops. */
export function Source(props: SourceProps): JSX.Element {
  const { id, label, placeholder, fileLabel = "Choose a file …", fileTitle = "File", rows = 6 } = props;
  const { file, text, disabled, onChange } = props;
  const area = useRef<HTMLTextAreaElement>(null);
  return (
    <div class="source">
      <div class="source-head">
        {file === undefined ? (
          <label class="source-label" for={`${id}-text`}>
            {label}
          </label>
        ) : (
          <span class="source-label">{fileTitle}</span>
        )}
        <FilePicker
          id={`${id}-file`}
          label={fileLabel}
          disabled={disabled}
          onFiles={([chosen]) => onChange({ file: chosen })}
        />
        {file !== undefined && (
          <QuietButton
            disabled={disabled}
            onClick={() => {
              onChange({ file: undefined });
              area.current?.focus();
            }}
          >
            Enter text instead
          </QuietButton>
        )}
      </div>
      {file === undefined ? (
        <textarea
          ref={area}
          id={`${id}-text`}
          rows={rows}
          spellcheck={false}
          placeholder={placeholder}
          disabled={disabled}
          value={text}
          onInput={({ currentTarget }) => onChange({ text: currentTarget.value })}
        />
      ) : (
        <p class="chosen-file">
          <strong>{file.name}</strong> <span class="muted">{formatBytes(file.size)}</span>
        </p>
      )}
      {props.children}
    </div>
  );
}
