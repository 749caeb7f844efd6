import {
  Chart,
  Legend,
  LinearScale,
  LineController,
  LineElement,
  LogarithmicScale,
  PointElement,
  Tooltip,
} from "chart.js";
import type { Configuration } from "./axes.ts";
import { currentInk } from "./colors.ts";
import { keptAsSvg } from "./svg.ts";

export * from "./axes.ts";
export { currentInk } from "./colors.ts";
export { labelsPlugin } from "./labels.ts";

/** Registers the parts of Chart.js that the page uses, and nothing else. */
Chart.register(Legend, LinearScale, LineController, LineElement, LogarithmicScale, PointElement, Tooltip);
// Figures change while a run goes on; movement would only distract from them.
Chart.defaults.animation = false;
Chart.defaults.maintainAspectRatio = false;
Chart.defaults.font.family = 'system-ui, -apple-system, "Segoe UI", Roboto, sans-serif';
Chart.defaults.font.size = 12;

export { Chart };

/** Pixels of the page. */
const margin = 12;
const scale = 2;

/** What stands around a chart in a saved picture. */
interface PictureTexts {
  readonly title: string;
  /** How to read the chart, below the title. */
  readonly head: string;
  /** Below the chart: paragraphs on what it holds for. */
  readonly foot: readonly string[];
}

/**
 * A chart as a picture that can stand alone, on the page's background, with texts around it: with twice the pixels of the page,
 * and as SVG.
 *
 * @param size of the chart in pixels of the page
 * @returns nothing if the browser gives no canvas
 */
export function pictureOf(
  configuration: Configuration,
  size: readonly [width: number, height: number],
  { title, head, foot }: PictureTexts,
) {
  const [picture, canvas] = [document.createElement("canvas"), document.createElement("canvas")];
  const [context, chartContext] = [picture.getContext("2d"), canvas.getContext("2d")];
  if (context === null || chartContext === null) return undefined;
  const [width, height] = size;
  Object.assign(canvas, { width, height });
  const [around, within] = [keptAsSvg(context), keptAsSvg(chartContext)];
  // With styles for each segment, lines are drawn with calls that can be kept.
  const datasets = { line: { segment: {} } };
  const options = { ...configuration.options, datasets, responsive: false, devicePixelRatio: scale };
  const chart = new Chart(canvas, { ...configuration, options });
  const ink = currentInk();
  const family = getComputedStyle(document.body).fontFamily;
  const paragraph = (text: string, font: string, color: string, lineHeight: number) => {
    context.font = font;
    return wrap(context, text, width).map((line) => ({ line, font, color, lineHeight }));
  };
  const above = [
    ...paragraph(title, `650 17px ${family}`, ink.text, 22),
    ...paragraph(head, `13px ${family}`, ink.muted, 19),
  ];
  const below = foot.filter((text) => text !== "").flatMap((text) => paragraph(text, `12px ${family}`, ink.muted, 17));
  const heightOf = (lines: typeof above) => lines.reduce((sum, { lineHeight }) => sum + lineHeight, 0);
  const top = margin + heightOf(above) + 4;
  // Setting the size resets the context.
  picture.width = (width + 2 * margin) * scale;
  picture.height = (top + height + 8 + heightOf(below) + margin) * scale;
  context.scale(scale, scale);
  context.fillStyle = ink.ground;
  context.fillRect(0, 0, picture.width, picture.height);
  context.textBaseline = "top";
  const write = (lines: typeof above, from: number) => {
    let y = from;
    for (const { line, font, color, lineHeight } of lines) {
      context.font = font;
      context.fillStyle = color;
      context.fillText(line, margin, y);
      y += lineHeight;
    }
  };
  write(above, margin);
  context.drawImage(canvas, margin, top, width, height);
  write(below, top + height + 8);
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${picture.width} ${picture.height}" width="${picture.width / scale}" height="${picture.height / scale}"><title>${title}</title>${around()}<g transform="translate(${margin * scale} ${top * scale})">${within()}</g></svg>\n`;
  chart.destroy();
  return { png: picture, svg };
}

/** Lines that are no wider than the picture. A word that is wider, such as an address, is broken anywhere. */
function wrap(context: CanvasRenderingContext2D, text: string, width: number): string[] {
  const fits = (line: string) => context.measureText(line).width <= width;
  const lines: string[] = [];
  let line = "";
  for (const word of text.split(" ")) {
    const longer = line === "" ? word : `${line} ${word}`;
    if (fits(longer)) {
      line = longer;
      continue;
    }
    if (line !== "") lines.push(line);
    line = word;
    while (!fits(line)) {
      let length = line.length - 1;
      while (length > 1 && !fits(line.slice(0, length))) length--;
      lines.push(line.slice(0, length));
      line = line.slice(length);
    }
  }
  return [...lines, line];
}
