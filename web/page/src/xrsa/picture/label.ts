import { s } from "../../common/svg.ts";

/** A piece of a formula: text, lowered or raised, with a bar over it. */
interface Piece {
  readonly text: string;
  readonly shift: "sub" | "sup" | "none";
  readonly bar: boolean;
}

/**
 * Reads a formula: `_x` and `_{inv}` are lowered, `^x` raised, and `¯` puts a bar over the sign that follows, as the paper
 * writes a number in the Montgomery domain.
 */
function pieces(formula: string): readonly Piece[] {
  const found: Piece[] = [];
  for (const match of formula.matchAll(/([_^])(?:\{([^}]*)\}|(.))|¯(.)|([^_^¯]+)/g)) {
    const [, mark, braced, single, barred, plain] = match;
    if (mark !== undefined)
      found.push({ text: braced ?? single ?? "", shift: mark === "_" ? "sub" : "sup", bar: false });
    else found.push({ text: barred ?? plain ?? "", shift: "none", bar: barred !== undefined });
  }
  return found;
}

/** About how wide a formula is, in pixels at a size of 15 pixels: boxes are made before anything is drawn. */
export function formulaWidth(formula: string): number {
  return pieces(formula).reduce((sum, { text, shift }) => sum + [...text].length * (shift === "none" ? 8.2 : 5.6), 0);
}

const shifts = { sub: 4, sup: -5, none: 0 } as const;

/** A formula as SVG text at a point; single letters are italic, as numbers with names are set. */
export function formulaText(formula: string, x: number, y: number, className: string): SVGTextElement {
  let level = 0;
  const spans = pieces(formula).flatMap(({ text, shift, bar }) =>
    text
      .split(/(\p{L}+)/u)
      .filter(Boolean)
      .map((part) => {
        const span = s(
          "tspan",
          {
            class: [
              /^\p{L}$/u.test(part) ? "letter" : "sign",
              shift === "none" ? "" : "small",
              bar ? "barred" : "",
            ].join(" "),
            dy: shifts[shift] === level ? undefined : shifts[shift] - level,
          },
          part,
        );
        level = shifts[shift];
        return span;
      }),
  );
  return s("text", { class: className, x, y }, ...spans);
}
