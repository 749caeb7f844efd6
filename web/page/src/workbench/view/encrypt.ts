import { largestCharactersAtOnce } from "rsa-variants/files";
import { h } from "../../common/dom.ts";
import { field, numberInput } from "../../common/field.ts";
import { limitsProblem, parseWholeNumber } from "../../common/whole-number.ts";
import type { Destination } from "../jobs/deliver.ts";
import type { WorkForm } from "../jobs/job.ts";
import { chosenKey } from "../jobs/keys-for.ts";
import type { EncryptionChoice, State, View } from "../state.ts";
import { jobView } from "./job.ts";
import { keySelect } from "./key-select.ts";
import { resultView } from "./result.ts";
import { sourceView } from "./source.ts";
import { targetButtons } from "./targets.ts";

/** What the tab can ask for. */
export interface EncryptActions {
  change(form: Partial<WorkForm>): void;
  choose(choice: Partial<EncryptionChoice>): void;
  start(destination: Destination): void;
  cancel(): void;
}

/** The tab that encrypts, from above. */
export function encryptViews(actions: EncryptActions): View[] {
  return [
    optionsView([
      keySelect("encrypt", { label: "for the owner of" }, actions.change),
      modeField(actions),
      charactersField(actions),
    ]),
    historyNote(),
    sourceView(
      "encrypt",
      { label: "Text to encrypt, or drop a file here", placeholder: "Type or paste a text" },
      actions.change,
    ),
    targetButtons("encrypt", "Encrypt", actions.start, { problemOf: encryptionProblem }),
    jobView("encrypt", actions.cancel),
    resultView("encrypt", { title: "Encrypted", canMail: true, unshown: "Not shown: it is long." }),
  ];
}

/** Why a text cannot be encrypted as is chosen, or nothing. */
export function encryptionProblem(state: State): string | undefined {
  const key = chosenKey(state, "encrypt");
  if (key === undefined || state.encryption.mode === "hybrid") return undefined;
  return limitsProblem(state.encryption.charactersAtOnce, limitsOf(key.publicKey.modulus));
}

function limitsOf(modulus: bigint) {
  return { min: 1, max: largestCharactersAtOnce(modulus), step: 1 };
}

function optionsView(views: readonly View[]): View {
  return {
    element: h("div", { class: "fields" }, ...views.map(({ element }) => element)),
    update: (state) => {
      for (const view of views) view.update(state);
    },
  };
}

function modeField(actions: EncryptActions): View {
  const select = h(
    "select",
    {
      id: "mode",
      "aria-describedby": "mode-note",
      change: () => actions.choose({ mode: select.value as EncryptionChoice["mode"] }),
    },
    h("option", { value: "hybrid" }, "hybrid: RSA-OAEP and AES-256-GCM"),
    h("option", { value: "incremental" }, "incremental: history, no protection"),
  );
  const { element, update } = field("mode", { label: "mode" }, select, (shown, value) => shown === value);
  return {
    element,
    update: ({ encryption, jobs }) =>
      update({ value: encryption.mode, problems: [], disabled: jobs.encrypt.running !== undefined }),
  };
}

/** c, with the largest that the key has room for. */
function charactersField(actions: EncryptActions): View {
  const name = "charactersAtOnce";
  const input = numberInput(name, {
    hint: "Characters that go into one number, three decimal digits each",
    limits: { min: 1, max: largestCharactersAtOnce(16384), step: 1 },
    typed: (value) => actions.choose({ charactersAtOnce: value }),
  });
  const text = { letter: "c", label: "characters at once" };
  const { element, update } = field(name, text, input, (shown, value) => parseWholeNumber(shown) === Number(value));
  return {
    element,
    update(state) {
      const { mode, charactersAtOnce } = state.encryption;
      element.hidden = mode !== "incremental";
      const key = chosenKey(state, "encrypt");
      const problem = encryptionProblem(state);
      const most = key && largestCharactersAtOnce(key.publicKey.modulus);
      const reason = `So that 3c digits stay below N, c is at most ${most} with this key.`;
      update({
        value: Number.isNaN(charactersAtOnce) ? undefined : String(charactersAtOnce),
        problems: problem === undefined ? [] : [`${problem} ${reason}`],
        adjusted: problem === undefined && most !== undefined ? [`at most ${most} with this key`] : [],
        disabled: state.jobs.encrypt.running !== undefined,
      });
    },
  };
}

function historyNote(): View {
  const element = h(
    "p",
    { class: "history-note" },
    "As a paper of 2003 encrypted files: every c characters become a number, of their three-digit codes, and each is raised to the " +
      "power e. Without padding it protects nothing: equal pieces have equal ciphertexts, and who guesses a piece can check the guess.",
  );
  return {
    element,
    update: ({ encryption }) => {
      element.hidden = encryption.mode !== "incremental";
    },
  };
}
