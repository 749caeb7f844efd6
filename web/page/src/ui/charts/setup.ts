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
import { colourOf } from "../colours.ts";
import type { Ink } from "./axes.ts";

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
  return { text: colourOf("text"), muted: colourOf("muted"), line: colourOf("line"), ground: colourOf("ground") };
}
