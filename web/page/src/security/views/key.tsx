import { strengthText } from "@rsa-variants/measure/run/assessor";
import { sentence } from "@rsa-variants/measure/text/format";
import { refusedBy } from "@rsa-variants/measure/text/params";
import type { JSX } from "preact";
import { useRef, useState } from "preact/hooks";
import type { KeyFinding, Security } from "rsa-variants/security";
import { Citations, shortSource } from "../../ui/citations.tsx";
import { MathText } from "../../ui/math.tsx";
import { verdictTexts } from "../../ui/verdicts.tsx";
import type { Judged } from "../judge.ts";
import type { State } from "../state.ts";
import { Judgment } from "./verdict.tsx";

type Answer = Judged | { readonly problem: string };

async function answerTo(text: string, security: Security): Promise<Answer> {
  try {
    // What reads keys is loaded with the first.
    const { judge } = await import("../judge.ts");
    return await judge(text, security);
  } catch (error) {
    return { problem: sentence(refusedBy(error).message) };
  }
}

export function KeyCheck({ library }: Pick<State, "library">): JSX.Element {
  const [text, setText] = useState("");
  const [answer, setAnswer] = useState<Answer | "checking">();
  /** The text may change during a check; the answer is then not shown. */
  const present = useRef(text);
  present.current = text;
  const submit = async () => {
    if (library.state !== "ready" || answer === "checking") return;
    setAnswer("checking");
    // Draw the page first.
    await new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve)));
    const found = await answerTo(text, library.security);
    if (present.current === text) setAnswer(found);
  };
  return (
    <section class="own-key outcome" id="own-key" aria-labelledby="own-key-title" hidden={library.state === "failed"}>
      <h2 id="own-key-title">Check a key you have</h2>
      <p class="lead-in">
        Some defects show only in the key itself, such as primes that are too close together. Paste a PEM, JSON or
        OpenSSH key, or a certificate. The page neither sends nor stores it. A private key shows more than a public one.
      </p>
      <form
        onSubmit={(event) => {
          event.preventDefault();
          void submit();
        }}
      >
        <label for="pasted-key">Key</label>
        <textarea
          id="pasted-key"
          class="pasted-key"
          rows={5}
          spellcheck={false}
          autocomplete="off"
          placeholder="-----BEGIN PUBLIC KEY-----"
          value={text}
          onInput={({ currentTarget }) => {
            setText(currentTarget.value);
            setAnswer(undefined);
          }}
        />
        <button type="submit" class="secondary" disabled={library.state !== "ready" || answer === "checking"}>
          Check this key
        </button>
      </form>
      <div class="key-answer" role="status">
        {answer === "checking" && <p>Checking …</p>}
        {typeof answer === "object" &&
          ("problem" in answer ? <p class="problem">{answer.problem}</p> : <KeyJudgment {...answer} />)}
      </div>
    </section>
  );
}

function KeyJudgment({ kind, assessment }: Judged): JSX.Element {
  const { why, keyFindings, decisive, advice, modulusLength } = assessment;
  return (
    <Judgment subject={`A ${kind} key of ${modulusLength} bits`} assessment={assessment}>
      <p>
        <strong>
          <MathText text={why} />
        </strong>
      </p>
      {keyFindings.length === 0 && (
        <p>No defect found. Judged by its lengths, it has {strengthText(decisive)} of strength.</p>
      )}
      <ul class="key-findings" hidden={keyFindings.length === 0}>
        {keyFindings.map((finding) => (
          <KeyFindingItem key={finding.code} {...finding} />
        ))}
      </ul>
      {advice !== undefined && <p class="advice">{advice}</p>}
    </Judgment>
  );
}

function KeyFindingItem({ code, severity, reason, remedy, source }: KeyFinding): JSX.Element {
  return (
    <li data-code={code} data-severity={severity}>
      <strong>{severity === "note" ? "Note" : verdictTexts[severity].word}: </strong>
      <MathText text={`${reason} ${remedy}`} /> (<Citations of={[shortSource(source)]} />)
    </li>
  );
}
