import { formatBytes } from "@rsa-variants/measure/text/format";
import type { ComponentChildren } from "preact";
import { useRef } from "preact/hooks";
import { FilePicker, QuietButton } from "../../ui/buttons.tsx";
import { DropArea } from "../../ui/drop.tsx";
import type { Dropped } from "../../ui/drops.ts";
import type { Piece } from "../doctor/question.ts";

interface SourceProps extends Piece {
  readonly id: string;
  readonly class?: string;
  readonly label: string;
  readonly placeholder: string;
  /** Of the button for files. */
  readonly fileLabel?: string;
  /** Above a file. */
  readonly fileTitle?: string;
  readonly rows?: number;
  readonly disabled: boolean;
  readonly onChange: (change: Partial<Piece>) => void;
  /** Receives drops other than of one file, which the box takes itself. Without it, only the whole panel takes drops. */
  readonly onOtherDrop?: (dropped: Dropped) => void;
  readonly children?: ComponentChildren;
}

/** A text, or a file by button or drop. */
export function Source(props: SourceProps) {
  const { id, class: more = "", label, placeholder, fileLabel = "Choose a file …", fileTitle = "File" } = props;
  const { rows = 6, file, text, disabled, onChange, onOtherDrop, children } = props;
  const area = useRef<HTMLTextAreaElement>(null);
  const drop = (dropped: Dropped) => {
    const [first, ...others] = dropped.files;
    const isOne = first !== undefined && others.length + dropped.folders.length === 0;
    if (isOne && !disabled) onChange({ file: first, text: "" });
    else onOtherDrop?.(dropped);
  };
  return (
    <DropArea class={`source ${more}`} onDropped={onOtherDrop && drop}>
      <div class="cluster source-head">
        {file === undefined ? (
          <label class="muted source-label" for={`${id}-text`}>
            {label}
          </label>
        ) : (
          <span class="muted source-label">{fileTitle}</span>
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
      {children}
    </DropArea>
  );
}
