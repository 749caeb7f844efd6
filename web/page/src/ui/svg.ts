// A part of the page as an SVG file. Programs that open it know neither our style sheets nor our fonts, so styles are written out,
// and each text keeps its width.

/** Pixels around the part, from line to line above and below it, and of a letter in these lines. */
const [margin, lineHeight, letter] = [16, 18, 7.5];

/** The properties that our drawings get from style sheets. */
const styled = ["fill", "stroke", "stroke-width", "opacity", "font-size", "text-anchor"];

/**
 * An element with its texts and drawings where they are.
 *
 * @param foot paragraphs below it
 */
export function svgOf(part: Element, title: string, foot: readonly string[]): string {
  const box = part.getBoundingClientRect();
  const [left, top] = [box.left - margin, box.top - margin - 1.5 * lineHeight];
  const most = Math.floor(box.width / letter);
  // A word that is longer, such as an address, breaks anywhere.
  const lines = foot.flatMap((line) => line.match(new RegExp(`.{1,${most}}(\\s|$)|.{${most}}`, "g")) ?? []);
  const [width, height] = [box.width + 2 * margin, box.height + 2 * margin + (2 + lines.length) * lineHeight];
  const shapes: string[] = [];
  const add = (name: string, at: Box, more: Record<string, string | number>, content = "") => {
    const values = { x: round(at.left - left), y: round(at.top - top), ...more };
    const attributes = Object.entries(values).map(([key, value]) => ` ${key}="${escaped(String(value))}"`);
    shapes.push(`<${name}${attributes.join("")}>${content}</${name}>`);
  };
  const write = (text: string, at: Box, { fontSize, fontWeight, fontStyle, color: fill }: TextLook) =>
    add(
      "text",
      // Where the letters of most fonts stand.
      { left: at.left, top: at.top + 0.8 * (at.height ?? 0) },
      {
        "font-size": fontSize,
        "font-weight": fontWeight,
        "font-style": fontStyle,
        fill,
        ...(at.width === undefined ? {} : { textLength: round(at.width), lengthAdjust: "spacingAndGlyphs" }),
      },
      escaped(text),
    );
  const visit = (node: Node, look: CSSStyleDeclaration) => {
    if (node instanceof Text) for (const [text, at] of linesOf(node)) write(text, at, look);
    if (!(node instanceof Element) || !node.checkVisibility() || node.matches(".visually-hidden, .segments, .link"))
      return;
    const rect = node.getBoundingClientRect();
    const size = { width: round(rect.width), height: round(rect.height) };
    if (node instanceof SVGElement) {
      const viewBox = node.getAttribute("viewBox");
      const more = { overflow: "visible", color: look.color, ...(viewBox === null ? {} : { viewBox }) };
      add("svg", rect, { ...size, ...more }, withStyles(node).innerHTML);
      return;
    }
    const own = getComputedStyle(node);
    // On a phone, names of columns stand in cells.
    const label = /^"(.+?) ?"$/.exec(getComputedStyle(node, "::before").content)?.[1];
    if (label !== undefined) write(label, { left: rect.left, top: rect.top, height: rect.height }, own);
    // What stays in sight covers what moves below it, which nothing does here.
    if (!own.backgroundColor.endsWith(", 0)") && own.position !== "sticky")
      add("rect", rect, { ...size, fill: own.backgroundColor });
    for (const child of node.childNodes) visit(child, own);
    if (own.borderLeftWidth !== "0px" && own.borderTopWidth !== "0px") {
      add("rect", rect, { ...size, fill: "none", stroke: own.borderLeftColor, rx: 3 });
      return;
    }
    for (const side of ["Top", "Bottom", "Left"] as const) {
      const [thick, style, color] = (["Width", "Style", "Color"] as const).map((each) => own[`border${side}${each}`]);
      if (thick === "0px") continue;
      const at = { left: rect.left, top: side === "Bottom" ? rect.bottom : rect.top };
      const way = side === "Left" ? `V${size.height}` : `H${size.width}`;
      const line = `<path d="M0 0${way}" stroke="${color}" stroke-width="${thick}" ${style === "dashed" ? 'stroke-dasharray="6 4"' : ""}/>`;
      add("svg", at, { overflow: "visible" }, line);
    }
  };
  const own = getComputedStyle(part);
  const plain = { fontSize: "13px", fontWeight: "400", fontStyle: "normal", color: own.color };
  write(
    title,
    { left: box.left, top: top + margin + lineHeight / 2 },
    { ...plain, fontSize: "17px", fontWeight: "650" },
  );
  visit(part, own);
  for (const [at, line] of lines.entries())
    write(line, { left: box.left, top: box.bottom + (at + 1.5) * lineHeight }, plain);
  const view = `viewBox="0 0 ${round(width)} ${round(height)}" width="${round(width)}" height="${round(height)}"`;
  const ground = `<rect width="100%" height="100%" fill="${getComputedStyle(document.body).backgroundColor}"/>`;
  return `<svg xmlns="http://www.w3.org/2000/svg" ${view} font-family="${escaped(own.fontFamily)}"><title>${escaped(title)}</title>${ground}${shapes.join("\n")}</svg>\n`;
}

/** Where something is in the window. */
interface Box {
  readonly left: number;
  readonly top: number;
  readonly width?: number;
  readonly height?: number;
}

type TextLook = Pick<CSSStyleDeclaration, "fontSize" | "fontWeight" | "fontStyle" | "color">;

/** The words of a text, joined where they stand in the same line. */
function linesOf(text: Text): [string, Box][] {
  const lines: [string, DOMRect, Range][] = [];
  for (const { index, 0: word } of text.data.matchAll(/\S+/g)) {
    const range = document.createRange();
    range.setStart(text, index);
    range.setEnd(text, index + word.length);
    const last = lines.at(-1);
    if (last?.[1].top === range.getBoundingClientRect().top) last[2].setEnd(text, index + word.length);
    else lines.push([word, range.getBoundingClientRect(), range]);
  }
  return lines.map(([_word, _first, range]) => [range.toString(), range.getBoundingClientRect()]);
}

/** A copy of a drawing that looks the same without style sheets. */
function withStyles(drawing: Element): Element {
  const copy = drawing.cloneNode(true) as Element;
  const copies = copy.querySelectorAll("*");
  for (const [at, original] of drawing.querySelectorAll("*").entries()) {
    const own = getComputedStyle(original);
    for (const name of styled) copies[at]?.setAttribute(name, own.getPropertyValue(name));
  }
  return copy;
}

function round(pixels: number): number {
  return Math.round(10 * pixels) / 10;
}

function escaped(text: string): string {
  return text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll('"', "&quot;");
}
