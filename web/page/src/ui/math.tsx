import { Fragment, type JSX } from "preact";

interface MathProps {
  readonly text: string;
  /** Single letters are italic, as in formulas. */
  readonly isFormula?: boolean;
}

/** Text with exponents and indices: "C^d", "p^(r−1)" and "S_q". */
export function MathText({ text, isFormula = false }: MathProps): JSX.Element {
  return (
    <>
      {text.split(/([\^_](?:\([^)]*\)|\d+\.\d+|\w+))/).map((part, at) => {
        const content = part.slice(1).replace(/^\((.*)\)$/, "$1");
        if (part.startsWith("^"))
          return (
            <sup key={at}>
              <MathText text={content} isFormula={isFormula} />
            </sup>
          );
        if (part.startsWith("_"))
          return (
            <sub key={at}>
              <MathText text={content} isFormula={isFormula} />
            </sub>
          );
        if (!isFormula) return <Fragment key={at}>{part}</Fragment>;
        return part
          .split(/(\p{L}+)/u)
          .map((word, index) =>
            word.length === 1 && /\p{L}/u.test(word) ? <var key={`${at} ${index}`}>{word}</var> : word,
          );
      })}
    </>
  );
}
