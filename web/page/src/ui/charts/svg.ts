/** Whose paths, styles and texts are kept. */
type Context = CanvasRenderingContext2D;

/**
 * Has everything that is drawn on a canvas from now on kept as SVG, too: what Chart.js and our plugins use of a context, with
 * straight lines and arcs.
 *
 * @returns gives what has been drawn since the canvas was last cleared
 */
export function keptAsSvg(context: Context): () => string {
  let shapes: string[] = [];
  let path = "";
  let clip = "";
  const clips: string[] = [];
  const at = (x: number, y: number) => {
    const point = context.getTransform().transformPoint({ x, y });
    return `${round(point.x)} ${round(point.y)}`;
  };
  const scale = () => Math.hypot(context.getTransform().a, context.getTransform().b);
  const add = (shape: string, look: string) =>
    shapes.push(`<${shape} opacity="${context.globalAlpha}" ${look}${clip}/>`);
  const outline = (by: number) => {
    const dashes = context.getLineDash().map((length) => by * length);
    return `fill="none" stroke="${context.strokeStyle}" stroke-width="${by * context.lineWidth}" stroke-linejoin="${context.lineJoin}" stroke-dasharray="${dashes.join(" ")}"`;
  };
  const write = (text: string, x: number, y: number, look: string) => {
    const { textBaseline, textAlign, font } = context;
    const above = context.measureText(text).fontBoundingBoxAscent;
    context.textBaseline = "alphabetic";
    const lower = context.measureText(text).fontBoundingBoxAscent - above;
    context.textBaseline = textBaseline;
    const { a, b, c, d, e, f } = context.getTransform();
    const anchor = { center: "middle", right: "end", end: "end", left: "start", start: "start" }[textAlign];
    const content = text.replaceAll("&", "&amp;").replaceAll("<", "&lt;");
    shapes.push(
      `<text transform="matrix(${[a, b, c, d, e, f].map(round).join(" ")})" x="${round(x)}" y="${round(y + lower)}" style="font:${font.replaceAll('"', "'")}" text-anchor="${anchor}" ${look}>${content}</text>`,
    );
  };
  const rect = (x: number, y: number, width: number, height: number) =>
    `M${at(x, y)}L${at(x + width, y)}L${at(x + width, y + height)}L${at(x, y + height)}Z`;
  /** What happens in addition to what the canvas does. */
  const kept: Partial<Record<keyof Context, (...args: never[]) => void>> = {
    clearRect: () => {
      shapes = [];
    },
    save: () => clips.push(clip),
    restore: () => {
      clip = clips.pop() ?? "";
    },
    beginPath: () => {
      path = "";
    },
    moveTo: (x: number, y: number) => {
      path += `M${at(x, y)}`;
    },
    lineTo: (x: number, y: number) => {
      path += `${path === "" ? "M" : "L"}${at(x, y)}`;
    },
    closePath: () => {
      path += "Z";
    },
    rect: (...box: [number, number, number, number]) => {
      path += rect(...box);
    },
    arc: (x: number, y: number, radius: number, from: number, to: number) => {
      const end = (angle: number) => at(x + radius * Math.cos(angle), y + radius * Math.sin(angle));
      const half = `A${round(radius * scale())} ${round(radius * scale())} 0 0 1 `;
      path += `${path === "" ? "M" : "L"}${end(from)}${half}${end((from + to) / 2)}${half}${end(to)}`;
    },
    clip: () => {
      const id = `clip-${shapes.length}`;
      shapes.push(`<clipPath id="${id}"><path d="${path}"/></clipPath>`);
      clip = ` clip-path="url(#${id})"`;
    },
    fill: () => add(`path d="${path}"`, `fill="${context.fillStyle}"`),
    stroke: () => add(`path d="${path}"`, outline(scale())),
    fillRect: (...box: [number, number, number, number]) =>
      add(`path d="${rect(...box)}"`, `fill="${context.fillStyle}"`),
    strokeRect: (...box: [number, number, number, number]) => add(`path d="${rect(...box)}"`, outline(scale())),
    fillText: (text: string, x: number, y: number) => write(text, x, y, `fill="${context.fillStyle}"`),
    strokeText: (text: string, x: number, y: number) => write(text, x, y, outline(1)),
  };
  for (const [name, keep] of Object.entries(kept)) {
    const draw = (context as unknown as Record<string, (...args: unknown[]) => unknown>)[name]?.bind(context);
    Object.assign(context, {
      [name]: (...args: never[]) => {
        keep(...args);
        return draw?.(...args);
      },
    });
  }
  return () => shapes.join("\n");
}

function round(value: number): number {
  return Math.round(100 * value) / 100;
}
