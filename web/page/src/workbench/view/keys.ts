import { hasParam } from "rsa-variants";
import type { KeyAssessment } from "rsa-variants/security";
import { h, setContent, setText } from "../../common/dom.ts";
import type { Dropped } from "../../common/drop.ts";
import { filePicker, quietButton } from "../../common/file-buttons.ts";
import { writeParams } from "../../common/security/address.ts";
import { verdictBadge } from "../../common/security/badge.ts";
import { reachTexts } from "../../common/security/verdicts.ts";
import { describeKey, groupedFingerprint, type KeyEntry } from "../keys/entry.ts";
import type { State, View } from "../state.ts";
import { secondClick } from "./second-click.ts";

/** What the list of keys can ask for. */
export interface KeyActions {
  openMaker(): void;
  openSaver(entry: KeyEntry): void;
  load(dropped: Dropped): void;
  forget(id: number): void;
}

const waysToKeys =
  "Make one, load some, or drop key files here: private and public, PEM, DER, OpenSSH, JSON Web Key, or certificates.";

/**
 * The keys in this page, and how they come and go.
 *
 * @param storage what is said of keeping them
 */
export function keysView(actions: KeyActions, storage: View): View {
  const make = h("button", { type: "button", class: "run", click: () => actions.openMaker() }, "Make a key …");
  const [load, input] = filePicker({
    id: "load-keys",
    label: "Load keys …",
    title: "Private and public keys in any format: PEM, DER, OpenSSH, JSON Web Key; public keys in certificates",
    multiple: true,
    take: (files) => actions.load({ files, folders: [] }),
  });
  load.className = "secondary";
  const notes = h("div", { class: "notes", role: "status" });
  const list = h("ul", { class: "keys" });
  const empty = h("p", { class: "empty" });
  const element = h(
    "section",
    { class: "keys-panel", "aria-label": "Keys" },
    h("div", { class: "actions" }, make, load, input),
    h(
      "p",
      { class: "lead-in" },
      "Keys never leave this machine. Save them as files, or have this browser keep them, encrypted.",
    ),
    notes,
    list,
    empty,
    storage.element,
  );
  return {
    element,
    update(state) {
      storage.update(state);
      const ready = state.library.state === "ready";
      make.disabled = !ready;
      load.disabled = !ready;
      empty.hidden = state.keys.length > 0;
      const isLocked = state.storage.state === "locked" && state.storage.count > 0;
      setText(empty, `${isLocked ? "The kept keys are locked: unlock them below." : "No keys yet."} ${waysToKeys}`);
      setContent(notes, JSON.stringify(state.keyNotes), () =>
        state.keyNotes.map(({ text, isProblem }) => h("p", { class: isProblem ? "problem" : "" }, text)),
      );
      const key = `${state.assess === undefined} ${state.keys.map(({ id, fingerprint }) => `${id} ${fingerprint}`)}`;
      const hadFocus = list.contains(document.activeElement);
      setContent(list, key, () => state.keys.map((entry) => keyItem(entry, state, actions)));
      if (hadFocus && document.activeElement === document.body) make.focus();
    },
  };
}

function keyItem(entry: KeyEntry, state: State, actions: KeyActions): HTMLElement {
  const { id, name, privateKey, fingerprint } = entry;
  const save = quietButton("Save …", `Save ${name} as a file`, () => actions.openSaver(entry));
  save.setAttribute("aria-label", `Save ${name}`);
  // A private key may be nowhere else.
  const act = () => actions.forget(id);
  const forget =
    privateKey === undefined ? quietButton("Forget", "", act) : secondClick("Forget", "Forget for good?", act);
  forget.title = `Remove ${name} from this page`;
  forget.id = `forget-${id}`;
  forget.setAttribute("aria-labelledby", `forget-${id} key-name-${id}`);
  return h(
    "li",
    { class: "key" },
    h(
      "div",
      { class: "key-head" },
      h("h2", { id: `key-name-${id}` }, name),
      h("span", { class: "key-kind" }, privateKey === undefined ? "public" : "private and public"),
      verdictOf(entry, state),
    ),
    h("p", { class: "key-params" }, describeKey(entry)),
    h(
      "p",
      { class: "fingerprint", title: "SHA-256 of the public key as SubjectPublicKeyInfo (SPKI)" },
      h("span", { class: "fingerprint-label" }, "SHA-256 "),
      h("code", {}, groupedFingerprint(fingerprint)),
    ),
    h("div", { class: "key-buttons" }, save, forget),
  );
}

/**
 * The verdict on a key, with what decided it; the parameters of a private key are a click away. Of a public key, which hides its
 * primes, only bad verdicts are shown.
 */
function verdictOf(entry: KeyEntry, { assess, keys }: State): HTMLElement | undefined {
  if (assess === undefined) return undefined;
  const place = h("span", { class: "key-verdict-place" });
  assess(entry, keys).then(
    (assessment) => {
      const badge = keyVerdict(entry, assessment);
      if (badge !== undefined) place.append(badge);
    },
    () => {}, // a key that was forgotten meanwhile, or whose worker ended
  );
  return place;
}

function keyVerdict({ privateKey, publicKey }: KeyEntry, assessment: KeyAssessment): HTMLElement | undefined {
  const { verdict, reach, why, keyFindings } = assessment;
  const title = [
    why,
    reach === undefined ? "" : reachTexts[reach],
    ...keyFindings.map(({ remedy }) => remedy).slice(0, 1),
  ];
  if (privateKey === undefined) {
    if (verdict !== "broken") return undefined;
    return h("span", { class: "key-verdict", title: title.join(" ") }, verdictBadge(verdict));
  }
  const { params } = privateKey;
  // Of other variants the parameters have e itself.
  const length = hasParam(params.variant, "crtExponentLength")
    ? publicKey.publicExponent.toString(2).length
    : undefined;
  return h(
    "a",
    { href: `../security/?${writeParams(params, length)}`, class: "key-verdict", title: title.join(" ") },
    verdictBadge(verdict),
  );
}
