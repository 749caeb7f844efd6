import type { Row } from "@rsa-variants/measure/run/rows";
import type { Operation } from "@rsa-variants/measure/tasks/protocol";
import { formatList, formatSpeed } from "@rsa-variants/measure/text/format";
import { sourceInBrief } from "@rsa-variants/measure/text/sources";
import type { JSX } from "preact";
import { MathText } from "../../ui/math.tsx";
import { Term } from "../../ui/term.tsx";
import { variantPages } from "../../variants.ts";
import { whyDifferent, whyEncryptionDiffers } from "../texts.ts";

interface Props {
  readonly row: Row;
  readonly operation: Operation;
}

/** Why the answer is fast, and where theory and papers disagree with the measurement. */
export function Reasons({ row: { subject, comparisons }, operation }: Props): JSX.Element | null {
  if (subject.kind !== "variant") return null;
  const { variant } = subject;
  const { theory, ratio, published } = comparisons[operation];
  const idea = /^.*?[.](?= |$)/.exec(variantPages[variant].about)?.[0] ?? "";
  const papers = published.map(({ source, value, difference }) => {
    return `${sourceInBrief(source)} measured ${formatSpeed(value)}${difference === undefined ? "" : ` (${difference})`}`;
  });
  const why = ratio && (operation === "decrypt" ? whyDifferent(variant, ratio) : whyEncryptionDiffers(ratio));
  return (
    <p>
      {operation === "decrypt" && <MathText text={`${idea} `} />}
      {theory !== undefined && (
        <>
          <Term of="theory">Theory</Term> predicts {formatSpeed(theory)}
          {papers.length > 0 && `; ${formatList(papers)}`}.{why && ` ${why}`}
        </>
      )}
    </p>
  );
}
