import {
  BarController,
  BarElement,
  CategoryScale,
  Chart,
  Legend,
  LinearScale,
  LineController,
  LineElement,
  LogarithmicScale,
  PointElement,
  Tooltip,
} from "chart.js";
import type { Ink } from "./axes.ts";
import { colorOf } from "./axes.ts";

export * from "./axes.ts";

/** Registers the parts of Chart.js that the page uses, and nothing else. */
Chart.register(
  BarController,
  BarElement,
  CategoryScale,
  Legend,
  LinearScale,
  LineController,
  LineElement,
  LogarithmicScale,
  PointElement,
  Tooltip,
);
// Figures change while a run goes on; movement would only distract from them.
Chart.defaults.animation = false;
Chart.defaults.maintainAspectRatio = false;
Chart.defaults.font.family = 'system-ui, -apple-system, "Segoe UI", Roboto, sans-serif';
Chart.defaults.font.size = 12;

export { Chart };

export function currentInk(): Ink {
  return { text: colorOf("text"), muted: colorOf("muted"), line: colorOf("line"), ground: colorOf("ground") };
}

/** Pixels of the page. */
const margin = 12;
const titleHeight = 22;
const lineHeight = 19;

/** A chart as a picture that can stand alone: on the page's background, below its title and legend. */
export function pictureOf(canvas: HTMLCanvasElement, title: string, legend: string): HTMLCanvasElement | undefined {
  const picture = document.createElement("canvas");
  const context = picture.getContext("2d");
  if (context === null) return undefined;
  const ink = currentInk();
  const scale = canvas.width / canvas.clientWidth;
  const family = getComputedStyle(document.body).fontFamily;
  const titleFont = `650 17px ${family}`;
  const legendFont = `13px ${family}`;
  context.font = titleFont;
  const titleLines = wrap(context, title, canvas.clientWidth);
  context.font = legendFont;
  const lines = wrap(context, legend, canvas.clientWidth);
  const legendTop = margin + titleLines.length * titleHeight;
  const head = legendTop + 2 + lines.length * lineHeight;
  // Setting the size resets the context.
  picture.width = canvas.width + 2 * margin * scale;
  picture.height = canvas.height + (head + margin) * scale;
  context.scale(scale, scale);
  context.fillStyle = ink.ground;
  context.fillRect(0, 0, picture.width, picture.height);
  context.textBaseline = "top";
  context.fillStyle = ink.text;
  context.font = titleFont;
  for (const [index, line] of titleLines.entries()) context.fillText(line, margin, margin + index * titleHeight);
  context.fillStyle = ink.muted;
  context.font = legendFont;
  for (const [index, line] of lines.entries()) context.fillText(line, margin, legendTop + index * lineHeight);
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
