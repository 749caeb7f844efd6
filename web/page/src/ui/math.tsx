import { Fragment, type JSX } from "preact";

/** Text with exponents and indices: "C^d", "p^(r−1)" and "S_q". */
export function MathText({ text }: { readonly text: string }): JSX.Element {
  return (
    <>
      {text.split(/([\^_](?:\([^)]*\)|\d+\.\d+|\w+))/).map((part, at) => {
        const content = part.slice(1).replace(/^\((.*)\)$/, "$1");
        if (part.startsWith("^"))
          return (
            <sup key={at}>
              <MathText text={content} />
            </sup>
          );
        if (part.startsWith("_"))
          return (
            <sub key={at}>
              <MathText text={content} />
            </sub>
          );
        return <Fragment key={at}>{part}</Fragment>;
      })}
    </>
  );
}
