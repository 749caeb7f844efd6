import type { Assessment, Verdict } from "rsa-variants/security";
import { type Child, h, mathText, setContent, setText } from "../../common/dom.ts";
import { paramsText } from "../../common/params-text.ts";
import { advisedVerdict } from "../../common/security/assessor.ts";
import { verdictBadge } from "../../common/security/badge.ts";
import { strengthText } from "../../common/security/strength.ts";
import { advisedText, reachTexts, verdictTexts } from "../../common/security/verdicts.ts";
import type { Actions, State, View } from "../state.ts";
import { shortSource } from "../text/sources.ts";

/** Milliseconds without a change after which a screen reader hears the verdict: a slider passes many. */
const spokenDelay = 600;

/** The verdict in words, what decides it, and the advice. */
export function verdictView(actions: Actions): View {
  const content = h("div");
  const spoken = h("p", { class: "visually-hidden", role: "status" });
  const element = h(
    "section",
    { class: "judgement", "aria-labelledby": "verdict-title" },
    h("h2", { id: "verdict-title", class: "visually-hidden" }, "Verdict"),
    content,
    spoken,
  );
  let timer: ReturnType<typeof setTimeout> | undefined;
  let last = "";
  return {
    element,
    update(state) {
      const { assessment } = state;
      const key = assessment === undefined ? blockedText(state) : keyOf(assessment);
      if (key === last) return;
      last = key;
      setContent(content, key, () =>
        assessment === undefined
          ? [h("p", { class: "verdict-params" }, key)]
          : verdictParts(assessment, advisedOf(state), actions),
      );
      clearTimeout(timer);
      timer = setTimeout(() => setText(spoken, assessment === undefined ? key : spokenText(assessment)), spokenDelay);
    },
  };
}

function blockedText({ library, refusal }: State): string {
  if (library.state === "failed") return "No verdict: the WebAssembly of this page could not be started.";
  return refusal === undefined
    ? "The WebAssembly is loading."
    : "There are no such keys; the reason stands below the field.";
}

function keyOf({ params, publicExponentLength }: Assessment): string {
  return `${paramsText(params)}, |e| ${publicExponentLength}`;
}

function spokenText({ verdict, decisive }: Assessment): string {
  return `${verdictTexts[verdict].word}: ${decisive.name}, ${strengthText(decisive)}.`;
}

function advisedOf({ library, assessment }: State): Verdict | undefined {
  return library.state === "ready" && assessment !== undefined ? advisedVerdict(assessment, library.assess) : undefined;
}

function verdictParts(assessment: Assessment, advisedTo: Verdict | undefined, actions: Actions): Child[] {
  const { params, verdict, reach, decisive, runnerUp, cap, notes, advice, advised } = assessment;
  return [
    h(
      "p",
      { class: "verdict-params" },
      paramsText(params),
      // Tunable's is among the parameters.
      params.variant === "tunable" ? "" : ` · public exponent of ${assessment.publicExponentLength} bits`,
    ),
    h("p", { class: "verdict-word" }, verdictBadge(verdict)),
    h("p", { class: "verdict-meaning" }, verdictTexts[verdict].meaning),
    reach === undefined ? undefined : h("p", { class: "verdict-reach" }, reachTexts[reach]),
    h(
      "p",
      {},
      h("strong", {}, `${decisive.name}: ${strengthText(decisive)}. `),
      ...mathText(decisive.reason),
      ` (${shortSource(decisive.source)})`,
    ),
    runnerUp === undefined
      ? undefined
      : h("p", { class: "runner-up" }, `Next: ${runnerUp.name}, ${strengthText(runnerUp)}.`),
    ...[cap, ...notes].map((text) => (text === undefined ? undefined : h("p", {}, ...mathText(text)))),
    advice === undefined || advised === undefined
      ? undefined
      : h(
          "p",
          { class: "advice" },
          h("span", {}, advice, `${advisedText(advisedTo)} `),
          h("button", { type: "button", class: "secondary", click: () => actions.apply(advised) }, "Apply"),
        ),
  ];
}
