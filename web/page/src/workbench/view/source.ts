import { h, setAttribute, setText } from "../../common/dom.ts";
import { filePicker, quietButton } from "../../common/file-buttons.ts";
import { formatBytes } from "../../common/format.ts";
import type { WorkForm, WorkTab } from "../jobs/job.ts";
import type { View } from "../state.ts";

/** What the field for text says. */
export interface SourceText {
  readonly label: string;
  readonly placeholder: string;
}

/** What is worked on: a text that is typed or pasted, or a file by button or drop, which the whole panel takes. */
export function sourceView(
  tab: WorkTab,
  { label, placeholder }: SourceText,
  change: (form: Partial<WorkForm>) => void,
): View {
  const text = h("textarea", {
    id: `${tab}-text`,
    rows: 6,
    spellcheck: "false",
    placeholder,
    input: () => change({ text: text.value }),
  });
  const take = ([file]: readonly File[]) => {
    if (file !== undefined) change({ file });
  };
  const [open, input] = filePicker({
    id: `${tab}-file`,
    label: "Choose a file …",
    title: "A file of any size; it is read in pieces",
    take,
  });
  const remove = quietButton("Take text instead", "", () => change({ file: undefined }));
  const name = h("strong", {});
  const size = h("span", { class: "muted" });
  const chosen = h("p", { class: "chosen-file" }, name, " ", size);
  const labelElement = h("label", { for: text.id }, label);
  const note = h("p", { class: "drop-note", role: "status" });
  const element = h(
    "div",
    { class: "source" },
    h("div", { class: "source-head" }, labelElement, open, input, remove),
    text,
    chosen,
    note,
  );
  return {
    element,
    update({ forms, jobs }) {
      const { file, text: value, dropNote } = forms[tab];
      const isRunning = jobs[tab].running !== undefined;
      if (text.value !== value) text.value = value;
      text.hidden = file !== undefined;
      labelElement.hidden = file !== undefined;
      chosen.hidden = file === undefined;
      remove.hidden = file === undefined;
      setText(note, dropNote ?? "");
      setText(name, file?.name ?? "");
      setText(size, file === undefined ? "" : formatBytes(file.size));
      text.disabled = isRunning;
      for (const button of [open, remove]) button.disabled = isRunning;
      setAttribute(element, "data-file", file === undefined ? undefined : true);
    },
  };
}
