import type { Assessment, Verdict } from "rsa-variants/security";
import { type Child, h, mathText } from "../../common/dom.ts";
import { writeParams } from "../../common/security/address.ts";
import { verdictBadge } from "../../common/security/badge.ts";
import { strengthText } from "../../common/security/strength.ts";
import { advisedText } from "../../common/security/verdicts.ts";
import { adviceChange } from "../params/advice.ts";
import type { Actions } from "../state.ts";

/** Changes whenever the parts would look different. An assessment itself has a bigint, which JSON does not know. */
export function safetyKey({ params, verdict, findings, cap, advice }: Assessment): string {
  return JSON.stringify([writeParams(params), verdict, findings, cap, advice]);
}

/** Why a row has its verdict, and what to change: for the fold below it. */
export function safetyParts(assessment: Assessment, advisedTo: Verdict | undefined, actions: Actions): Child[] {
  const { params, verdict, decisive, runnerUp, cap, advice, advised } = assessment;
  const next = runnerUp === undefined ? "" : ` Next: ${runnerUp.name}, ${strengthText(runnerUp)}.`;
  return [
    h(
      "p",
      {},
      verdictBadge(verdict),
      ` ${decisive.name}, ${strengthText(decisive)}. `,
      ...mathText(decisive.reason),
      next,
    ),
    cap === undefined ? undefined : h("p", {}, cap),
    h(
      "p",
      { class: "advice" },
      advice === undefined ? undefined : `${advice}${advisedText(advisedTo)} `,
      advised === undefined
        ? undefined
        : h(
            "button",
            { type: "button", class: "quiet", click: () => actions.select(adviceChange(advised)) },
            "Apply to the choice above",
          ),
      " ",
      h("a", { href: `security/?${writeParams(params)}` }, "All attacks on these parameters"),
    ),
  ];
}
