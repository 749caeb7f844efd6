import { currentInk } from "./setup.ts";

/** Pixels of the page. */
const margin = 12;
const titleSize = 17;
const lineHeight = 19;

/** A chart as a picture that can stand alone: on the page's ground, under its title and the legend that explains it. */
export function pictureOf(canvas: HTMLCanvasElement, title: string, legend: string): HTMLCanvasElement | undefined {
  const picture = document.createElement("canvas");
  const context = picture.getContext("2d");
  if (context === null) return undefined;
  const ink = currentInk();
  const scale = canvas.width / canvas.clientWidth;
  const family = getComputedStyle(document.body).fontFamily;
  const legendFont = `13px ${family}`;
  context.font = legendFont;
  const lines = wrap(context, legend, canvas.clientWidth);
  const head = margin + titleSize + 8 + lines.length * lineHeight;
  // Setting the size resets the context.
  picture.width = canvas.width + 2 * margin * scale;
  picture.height = canvas.height + (head + margin) * scale;
  context.scale(scale, scale);
  context.fillStyle = ink.ground;
  context.fillRect(0, 0, picture.width, picture.height);
  context.textBaseline = "top";
  context.fillStyle = ink.text;
  context.font = `650 ${titleSize}px ${family}`;
  context.fillText(title, margin, margin);
  context.fillStyle = ink.muted;
  context.font = legendFont;
  for (const [index, line] of lines.entries()) {
    context.fillText(line, margin, margin + titleSize + 6 + index * lineHeight);
  }
  context.drawImage(canvas, margin, head, canvas.clientWidth, canvas.clientHeight);
  return picture;
}

function wrap(context: CanvasRenderingContext2D, text: string, width: number): string[] {
  const lines: string[] = [];
  let line = "";
  for (const word of text.split(" ")) {
    const longer = line === "" ? word : `${line} ${word}`;
    if (line !== "" && context.measureText(longer).width > width) {
      lines.push(line);
      line = word;
    } else {
      line = longer;
    }
  }
  return [...lines, line];
}
