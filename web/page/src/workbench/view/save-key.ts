import { type Dialog, dialog } from "../../common/dialog.ts";
import { capitalised, h, setText } from "../../common/dom.ts";
import type { KeyEntry } from "../keys/entry.ts";
import { encryptionOf, formatsFor, publicFormatsFor } from "../keys/formats.ts";
import { type SaveChoice, saveKey } from "../keys/saver.ts";

type Kind = SaveChoice["kind"];

/**
 * The dialog that saves a key: which half, in which format, under a password or not.
 *
 * @param saved called with a key whose private half was saved
 */
export function saveKeyDialog(
  saved: (entry: KeyEntry) => void,
): Pick<Dialog, "element"> & { open(entry: KeyEntry): void } {
  let entry: KeyEntry | undefined;
  const title = h("span");
  const kind = h("select", { id: "save-kind", change: () => fill() });
  const format = h("select", { id: "save-format", change: () => show() });
  const password = passwordInput("save-password");
  const again = passwordInput("save-password-again");
  const passwords = h(
    "div",
    { class: "fields" },
    labelled("password, or empty", password),
    labelled("the same again", again),
  );
  const note = h("p", { class: "muted" });
  const problem = h("p", { class: "problem", role: "alert" });
  const save = h("button", { type: "submit", class: "run" }, "Save the file");
  const box = dialog({
    id: "save-key",
    title,
    content: [
      h("div", { class: "fields" }, labelled("which", kind), labelled("format", format)),
      passwords,
      note,
      problem,
    ],
    buttons: [save],
    submit: () => void submit(),
    closed: forgetPasswords,
  });

  function fill(): void {
    const privateKey = entry?.privateKey;
    const formats = kind.value === "private" && privateKey !== undefined ? formatsFor(privateKey) : publicFormatsOf();
    format.replaceChildren(...formats.map(({ name }, index) => h("option", { value: index }, name)));
    show();
  }

  function publicFormatsOf() {
    return entry === undefined ? [] : publicFormatsFor(entry.publicKey);
  }

  function show(): void {
    const choice = chosen();
    passwords.hidden = choice.kind === "public" || encryptionOf(choice.format.format) === undefined;
    setText(problem, "");
    setText(note, noteOn(choice));
  }

  function chosen(): SaveChoice {
    const index = Number(format.value);
    const privateKey = entry?.privateKey;
    if (kind.value === "private" && privateKey !== undefined) {
      const format = formatsFor(privateKey)[index];
      const isEncryptable = encryptionOf(format?.format ?? "json") !== undefined;
      const secret = isEncryptable && password.value !== "" ? password.value : undefined;
      if (format !== undefined) return { kind: "private", format, password: secret };
    }
    const publicFormats = publicFormatsOf();
    const publicFormat = publicFormats[index] ?? publicFormats[0];
    if (publicFormat === undefined) throw new Error("there is no format");
    return { kind: "public", format: publicFormat };
  }

  async function submit(): Promise<void> {
    if (entry === undefined) return;
    const choice = chosen();
    if (choice.kind === "private" && !passwords.hidden && password.value !== again.value) {
      setText(problem, "The two passwords differ.");
      return;
    }
    save.disabled = true;
    try {
      await saveKey(entry, choice);
      if (choice.kind === "private") saved(entry);
      box.close();
    } catch (error) {
      setText(problem, `${capitalised(error instanceof Error ? error.message : String(error))}.`);
    } finally {
      save.disabled = false;
    }
  }

  function forgetPasswords(): void {
    password.value = "";
    again.value = "";
  }

  return {
    element: box.element,
    open(chosenEntry) {
      entry = chosenEntry;
      setText(title, `Save ${entry.name}`);
      const kinds: readonly [Kind, string][] = [
        ...(entry.privateKey === undefined ? [] : [["private", "the private key"] as [Kind, string]]),
        ["public", "the public key, for others"],
      ];
      kind.replaceChildren(...kinds.map(([value, text]) => h("option", { value }, text)));
      fill();
      box.open();
    },
  };
}

function noteOn(choice: SaveChoice): string {
  if (choice.kind === "public") return "Anybody may have it.";
  const { format } = choice.format;
  const encryption = encryptionOf(format);
  if (encryption !== undefined) {
    return `With a password the file is encrypted (${encryption}). Without one, whoever has the file has the key.`;
  }
  return "This format has no encryption: whoever has the file has the key.";
}

function passwordInput(id: string): HTMLInputElement {
  return h("input", { id, type: "password", autocomplete: "new-password" });
}

function labelled(label: string, input: HTMLInputElement | HTMLSelectElement): HTMLElement {
  return h("div", { class: `field field-${input.id}` }, h("label", { for: input.id }, label), input);
}
