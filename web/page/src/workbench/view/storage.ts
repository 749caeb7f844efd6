import { dialog } from "../../common/dialog.ts";
import { h, setContent, setText } from "../../common/dom.ts";
import { quietButton } from "../../common/file-buttons.ts";
import { formatCount } from "../../common/format.ts";
import type { StorageState, View } from "../state.ts";
import { iterations } from "../storage/vault.ts";
import { secondClick } from "./second-click.ts";

/** What the storage's part of the tab can ask for. */
export interface StorageActions {
  create(passphrase: string): Promise<string | undefined>;
  unlock(passphrase: string): Promise<string | undefined>;
  lock(): Promise<void>;
  clear(): Promise<void>;
}

/** The fewest characters of a passphrase: a guess takes a fraction of a second. */
const leastCharacters = 12;

/** Whether keys are kept in this browser, and its dialogs, which stand outside of the tab. */
export function storageView(actions: StorageActions): View & { readonly dialogs: readonly HTMLElement[] } {
  const create = passphraseDialog("create-vault", "Keep keys in this browser", true, async (passphrase) => {
    if (passphrase.length < leastCharacters) {
      return `At least ${leastCharacters} characters; several words that nobody would guess are best.`;
    }
    return actions.create(passphrase);
  });
  const unlock = passphraseDialog("unlock-vault", "Unlock the kept keys", false, (given) => actions.unlock(given));
  const element = h("section", { class: "storage", "aria-label": "Keys kept in this browser" });
  const clearButton = () => secondClick("Delete what is kept", "Delete it for good?", () => void actions.clear());

  function content(storage: StorageState): HTMLElement[] {
    switch (storage.state) {
      case "unavailable":
        return [];
      case "none":
        return [
          h("p", {}, "Keys are not kept: they are gone when this page is closed."),
          quietButton("Keep keys in this browser …", "Encrypted under a passphrase", create.open),
        ];
      case "locked":
        return [
          h("p", {}, `${keysText(storage.count)} kept in this browser, encrypted.`),
          quietButton("Unlock …", "Asks for the passphrase", unlock.open),
          clearButton(),
        ];
      case "open":
        return [
          h(
            "p",
            {},
            `The keys are kept in this browser, encrypted (AES-256-GCM; PBKDF2 with SHA-256, ${formatCount(iterations)} rounds). ` +
              "Browsers may clear what they keep: save what you cannot lose.",
          ),
          quietButton("Lock", "Takes the keys out of this page; they stay in the browser", () => void actions.lock()),
          clearButton(),
        ];
    }
  }

  return {
    element,
    dialogs: [create.element, unlock.element],
    update({ storage, library }) {
      element.hidden = storage.state === "unavailable" || library.state !== "ready";
      setContent(element, JSON.stringify(storage), () => content(storage));
    },
  };
}

function keysText(count: number): string {
  return count === 1 ? "One key is" : `${count} keys are`;
}

/**
 * A dialog that asks for a passphrase, twice where it is new.
 *
 * @param take why the passphrase is not taken, or nothing
 */
function passphraseDialog(
  id: string,
  title: string,
  isNew: boolean,
  take: (passphrase: string) => Promise<string | undefined>,
): { readonly element: HTMLElement; open(): void } {
  const autocomplete = isNew ? "new-password" : "current-password";
  const inputs = [isNew ? "passphrase, new" : "passphrase", "the same again"]
    .slice(0, isNew ? 2 : 1)
    .map((label, at) => ({
      label,
      input: h("input", { id: `${id}-${at}`, type: "password", autocomplete }),
    }));
  const problem = h("p", { class: "problem", role: "alert" });
  const button = h("button", { type: "submit", class: "run" }, isNew ? "Keep" : "Unlock");
  const note = isNew
    ? "The keys are encrypted under the passphrase before they are stored. It is stored nowhere: without it they are lost."
    : "";
  const box = dialog({
    id,
    title,
    content: [
      h(
        "div",
        { class: "fields" },
        ...inputs.map(({ label, input }) => h("div", { class: "field" }, h("label", { for: input.id }, label), input)),
      ),
      h("p", { class: "muted" }, note),
      problem,
    ],
    buttons: [button],
    submit: () => void submit(),
    closed: () => {
      for (const { input } of inputs) input.value = "";
      setText(problem, "");
    },
  });

  async function submit(): Promise<void> {
    const [first, second] = inputs.map(({ input }) => input.value);
    if (first === undefined || (isNew && first !== second)) {
      setText(problem, "The two passphrases differ.");
      return;
    }
    button.disabled = true;
    try {
      const refusal = await take(first);
      setText(problem, refusal ?? "");
      if (refusal === undefined) box.close();
    } catch (error) {
      setText(problem, `It failed: ${error instanceof Error ? error.message : String(error)}.`);
    } finally {
      button.disabled = false;
    }
  }

  return { element: box.element, open: box.open };
}
