import type { KeyFinding } from "rsa-variants/security";
import { type Child, h, mathText } from "../../common/dom.ts";
import { verdictBadge } from "../../common/security/badge.ts";
import { strengthText } from "../../common/security/strength.ts";
import { reachTexts } from "../../common/security/verdicts.ts";
import type { State, View } from "../state.ts";
import { shortSource } from "../text/sources.ts";
import { type Judgement, judge } from "./judge.ts";

/** A place to paste a key into: what its actual numbers say, which parameters do not. */
export function keyView(): View {
  let library: State["library"] = { state: "loading" };
  const input = h("textarea", {
    id: "pasted-key",
    class: "pasted-key",
    rows: 6,
    spellcheck: "false",
    autocomplete: "off",
    placeholder: "-----BEGIN PUBLIC KEY-----",
  });
  const answer = h("div", { class: "key-answer", role: "status" });
  const button = h("button", { type: "submit", class: "run" }, "Assess this key");
  const show = (...content: Child[]) => answer.replaceChildren(...content.filter((child) => child !== undefined));
  const submit = async (event: Event) => {
    event.preventDefault();
    if (library.state !== "ready" || button.disabled) return;
    button.disabled = true;
    show(h("p", {}, "Trying what takes about a second …"));
    // The sentence is drawn before the page computes.
    await new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve)));
    try {
      show(...judgementParts(await judge(input.value, library.security)));
    } catch (error) {
      show(h("p", { class: "problem" }, error instanceof Error ? error.message : String(error)));
    }
    button.disabled = false;
  };
  const element = h(
    "section",
    { class: "own-key outcome", "aria-labelledby": "own-key-title" },
    h("h2", { id: "own-key-title" }, "Assess a key of yours"),
    h(
      "p",
      { class: "lead-in" },
      "Lengths do not show close primes, shared primes or one short exponent: the key itself does. Paste a key as PEM, JSON or OpenSSH key, or a certificate. It stays on this page and is not kept; a public key is enough for many checks, a private key shows more.",
    ),
    h(
      "form",
      { submit: (event: Event) => void submit(event) },
      h("label", { for: "pasted-key" }, "Key"),
      input,
      button,
    ),
    answer,
  );
  return {
    element,
    update(state) {
      library = state.library;
      element.hidden = state.library.state === "failed";
    },
  };
}

function judgementParts({ kind, assessment }: Judgement): Child[] {
  const { verdict, reach, why, keyFindings, decisive, notes, advice, modulusLength } = assessment;
  return [
    h("p", { class: "verdict-params" }, `A ${kind} key of ${modulusLength} bits`),
    h("p", { class: "verdict-word" }, verdictBadge(verdict)),
    reach === undefined ? undefined : h("p", {}, reachTexts[reach]),
    h("p", {}, h("strong", {}, ...mathText(why))),
    keyFindings.length === 0
      ? h("p", {}, `No defect of this key was found. By its lengths: ${strengthText(decisive)}.`)
      : h("ul", { class: "key-findings" }, ...keyFindings.map(findingItem)),
    ...notes.map((note) => h("p", {}, ...mathText(note))),
    advice === undefined ? undefined : h("p", { class: "advice" }, advice),
  ];
}

function findingItem({ code, severity, reason, remedy, source }: KeyFinding): HTMLElement {
  return h(
    "li",
    { "data-code": code, "data-severity": severity },
    h("strong", {}, severity === "note" ? "Note: " : `${severity === "broken" ? "Broken" : "Weak"}: `),
    ...mathText(reason),
    ` ${remedy} (${shortSource(source)})`,
  );
}
