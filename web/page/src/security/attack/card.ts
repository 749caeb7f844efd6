import type { Attack } from "rsa-variants/security";
import { type Child, capitalised, h, mathText, setContent, setText } from "../../common/dom.ts";
import { formatCount, formatDuration } from "../../common/format.ts";
import { paramsText } from "../../common/params-text.ts";
import type { Actions, View } from "../state.ts";
import { citation } from "../text/sources.ts";
import { optionControls } from "./controls.ts";
import { evidenceParts, reportParts } from "./result.ts";
import { type AttackRun, fractionOf, type Step } from "./run.ts";

/** How often the spoken progress changes at most. Milliseconds. */
const spokenInterval = 5000;

/** One attack: what it is, a fresh key to run it on, and how it goes. */
export function attackCard(attack: Attack, actions: Actions): View {
  const { name } = attack;
  const controls = optionControls(attack);
  const button = h("button", { type: "submit", class: "secondary" }, "Run it");
  const clock = h("span", { class: "attack-clock" });
  const steps = h("ol", { class: "attack-steps" });
  const evidence = h("div");
  const result = h("div");
  const spoken = h("p", { class: "visually-hidden", role: "status" });
  let running = false;
  let lastSpoken = Number.NEGATIVE_INFINITY;
  let lastState = "";
  const form = h(
    "form",
    {
      class: "attack-form",
      "aria-label": `${attack.title}: the key to attack`,
      novalidate: true,
      submit: (event) => {
        event.preventDefault();
        if (running) {
          actions.cancelAttack(name);
          return;
        }
        const read = controls.read();
        if (!("values" in read)) return;
        // Enter in a control starts it, which disables the control: the focus must not get lost.
        button.focus();
        actions.attack(name, read.values);
      },
    },
    controls.element,
    h("div", { class: "attack-start" }, button, clock),
  );
  const element = h(
    "article",
    { class: "attack", id: `attack-${name}`, "aria-labelledby": `attack-${name}-title` },
    h("h3", { id: `attack-${name}-title` }, attack.title),
    facts(attack),
    form,
    evidence,
    steps,
    result,
    spoken,
  );

  function speak(run: AttackRun | undefined): void {
    const sentence = run === undefined ? "" : spokenText(run);
    const now = performance.now();
    const state = `${run?.state} ${run?.stage}`;
    if (state === lastState && (run?.state !== "running" || now - lastSpoken < spokenInterval)) return;
    lastState = state;
    lastSpoken = now;
    setText(spoken, sentence);
  }

  return {
    element,
    update({ attacks, library }) {
      const run = attacks[name];
      running = run?.state === "running";
      button.disabled = library.state !== "ready";
      setText(button, running ? "Cancel" : run === undefined ? "Run it" : "Run it again");
      controls.disable(running);
      setText(clock, run === undefined ? "" : clockText(run));
      setContent(evidence, JSON.stringify(run?.evidence, bigints) ?? "", () =>
        run?.evidence === undefined ? [] : evidenceBlock(run),
      );
      setContent(steps, JSON.stringify([run?.steps, run?.state]) ?? "", () => stepItems(run));
      setContent(result, JSON.stringify([run?.report, run?.message], bigints), () => resultBlock(run));
      speak(run);
    },
  };
}

/** Numbers of keys as JSON has none, so that contents can be told apart. */
function bigints(_name: string, value: unknown): unknown {
  return typeof value === "bigint" ? value.toString(36) : value;
}

function facts({ breaks, needs, cost, defence, source }: Attack): HTMLElement {
  const items: [term: string, text: Child[]][] = [
    ["Breaks", mathText(breaks)],
    ["Needs", mathText(needs)],
    ["Takes", mathText(cost)],
    ["What helps", mathText(defence)],
    ["Source", citation(source)],
  ];
  return h(
    "dl",
    { class: "attack-facts" },
    ...items.flatMap(([term, text]) => [h("dt", {}, term), h("dd", {}, ...text)]),
  );
}

function evidenceBlock({ evidence }: AttackRun): Child[] {
  if (evidence === undefined) return [];
  const made = evidence.params === undefined ? "" : `: ${paramsText(evidence.params)}`;
  return [h("p", { class: "attack-note" }, `A fresh key, made here and now${made}.`), ...evidenceParts(evidence)];
}

const stages = { load: "Loading", key: "Making a key", attack: "Attacking" } as const;

function clockText({ state, elapsed, stage }: AttackRun): string {
  const time = formatDuration(elapsed);
  if (state === "running") return `${stages[stage]} · ${time}`;
  if (state === "stopped") return `Cancelled after ${time}.`;
  return state === "failed" ? `Failed after ${time}.` : `Done, with making the key, in ${time}.`;
}

function stepItems(run: AttackRun | undefined): HTMLElement[] {
  if (run === undefined) return [];
  // Of making the key the present step is enough: it has one for every prime.
  const shown = run.steps.filter(({ stage }, index) => stage === "attack" || index === run.steps.length - 1);
  return shown.map((step, index) => {
    const isCurrent = run.state === "running" && index === shown.length - 1;
    return h(
      "li",
      { "data-state": isCurrent ? "current" : "past" },
      h(
        "span",
        { class: "step-text" },
        ...mathText(capitalised(step.text)),
        h("span", { class: "step-count" }, countText(step, isCurrent)),
      ),
      isCurrent ? bar(step) : undefined,
    );
  });
}

/** How far a step is; of one that is over, how much of what is counted without an end it did. */
function countText({ done, expected }: Step, isCurrent: boolean): string {
  if (done === 0 || (expected !== undefined && !isCurrent)) return "";
  if (expected === undefined) return ` · ${formatCount(done)}`;
  // What is expected of luck can be passed.
  return done <= expected ? ` · ${formatCount(done)} of ${formatCount(expected)}` : ` · ${formatCount(done)}`;
}

function bar(step: Step): HTMLElement | undefined {
  const fraction = fractionOf(step);
  if (fraction === undefined) return undefined;
  const element = h("span", { class: "bar", "aria-hidden": "true" });
  element.style.setProperty("--fraction", String(fraction));
  return element;
}

function resultBlock(run: AttackRun | undefined): Child[] {
  if (run?.message !== undefined) return [h("p", { class: "problem" }, `${capitalised(run.message)}.`)];
  if (run?.report === undefined || run.evidence === undefined) return [];
  return reportParts(run.report, run.evidence);
}

function spokenText(run: AttackRun): string {
  const outcome = run.report?.outcome;
  if (run.state === "running") return `${stages[run.stage]}. ${run.steps.at(-1)?.text ?? ""}`;
  if (outcome !== undefined) return outcome.found ? "The attack succeeded." : `Nothing found: ${outcome.reason}.`;
  return run.message ?? clockText(run);
}
