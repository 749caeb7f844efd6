import { h, setContent, setText } from "../../common/dom.ts";
import { download } from "../../common/download.ts";
import { copyButton, quietButton } from "../../common/file-buttons.ts";
import { formatBytes } from "../../common/format.ts";
import type { Outcome, Result, Subject, WorkTab } from "../jobs/job.ts";
import { mail } from "../jobs/mail.ts";
import { groupedFingerprint } from "../keys/entry.ts";
import type { View } from "../state.ts";

/** What is said of a result, and whether it may be mailed: what was decrypted had better not. */
export interface ResultText {
  readonly title: string;
  readonly canMail: boolean;
  /** What stands where the result cannot be shown. */
  readonly unshown: string;
}

/** What came out: seen, saved, copied, mailed. */
export function resultView(tab: WorkTab, text: ResultText): View {
  const element = h("section", { class: "result", "aria-label": text.title, "aria-live": "polite" });
  const numbers = new WeakMap<Outcome, number>();
  let next = 1;
  /** Tells outcomes apart. */
  const numberOf = (outcome: Outcome) => {
    const number = numbers.get(outcome) ?? next++;
    numbers.set(outcome, number);
    return number;
  };
  return {
    element,
    update({ jobs }) {
      const { outcome, subject } = jobs[tab];
      element.hidden = outcome === undefined;
      setContent(element, outcome === undefined ? "" : String(numberOf(outcome)), () => {
        if (outcome === undefined || subject === undefined) return [];
        switch (outcome.kind) {
          case "result":
            return [
              ...warning(outcome.note),
              ...resultContent(outcome.result, text),
              h("p", { class: "muted result-subject" }, subjectText(subject)),
            ];
          case "saved":
            return [
              ...warning(outcome.note),
              h("h2", {}, text.title),
              h("p", {}, `Saved as ${outcome.name}.`),
              h("p", { class: "result-subject" }, subjectText(subject)),
            ];
          case "verdict":
            return [...verdictContent(outcome.isValid), h("p", { class: "result-subject" }, subjectText(subject))];
        }
      });
    },
  };
}

function resultContent(result: Result, { title, canMail, unshown }: ResultText): HTMLElement[] {
  const { name, blob, text, temporaryFile } = result;
  const note = h("p", { class: "muted", role: "status" });
  const isShown = text !== undefined && text !== "";
  const shown = !isShown
    ? h("p", { class: "muted" }, blob.size === 0 ? "It is empty." : unshown)
    : h("pre", { class: "result-text", tabindex: 0, "aria-label": "The result as text" }, text);
  const copy = copyButton(() => navigator.clipboard.writeText(text ?? ""), "Copy", "Copies the text");
  const buttons = [
    quietButton(`Save ${name}`, "", () => download(name, "application/octet-stream", blob)),
    ...(isShown ? [copy] : []),
    ...(canMail
      ? [quietButton("Mail …", "Hands it to your mail program", async () => setText(note, (await mail(result)) ?? ""))]
      : []),
  ];
  return [
    h("h2", {}, title),
    h("p", {}, h("strong", {}, name), " ", h("span", { class: "muted" }, formatBytes(blob.size))),
    h("div", { class: "files" }, ...buttons),
    note,
    shown,
    ...(temporaryFile === undefined ? [] : [h("p", { class: "muted" }, temporaryNote)]),
  ];
}

const temporaryNote = "Held in a temporary file of this browser until this page is closed: save it before.";

function verdictContent(isValid: boolean): HTMLElement[] {
  return isValid
    ? [
        h("h2", { class: "valid" }, "The signature is valid"),
        h("p", {}, "Who has the private key has signed exactly this."),
      ]
    : [
        h("h2", { class: "problem" }, "The signature is not valid"),
        h("p", {}, "It is of another file or text, of another key, or damaged. Nothing tells which."),
      ];
}

function warning(note: string | undefined): HTMLElement[] {
  return note === undefined ? [] : [h("p", { class: "problem" }, note)];
}

/** Which key and which input a result is of; the fingerprint's first 64 bits tell keys apart that one has by chance. */
function subjectText({ keyName, fingerprint, fileName }: Subject): string {
  return `Key: ${keyName} (SHA-256 ${groupedFingerprint(fingerprint.slice(0, 16))} …). Of: ${fileName ?? "the text above"}.`;
}
