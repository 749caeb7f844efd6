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

/** The colours of text, lines and ground as they are now, light or dark. */
export interface Ink {
  readonly text: string;
  readonly muted: string;
  readonly line: string;
  readonly ground: string;
}

export function currentInk(): Ink {
  const style = getComputedStyle(document.documentElement);
  const read = (name: string) => style.getPropertyValue(name).trim();
  return { text: read("--text"), muted: read("--muted"), line: read("--line"), ground: read("--ground") };
}

/** Calls back when the colours of the page change between light and dark. */
export function onSchemeChange(callback: () => void): void {
  matchMedia("(prefers-color-scheme: dark)").addEventListener("change", callback);
}

/** A logarithmic axis of milliseconds. */
export function timeAxis(ink: Ink, min: number, max: number): object {
  const decades = Math.log10(max / min);
  return {
    type: "logarithmic",
    min,
    max,
    title: { display: true, text: "milliseconds for one message", color: ink.muted },
    grid: { color: ink.line },
    border: { display: false },
    ticks: { color: ink.muted, maxRotation: 0, callback: (value: number) => logTick(value, decades) },
  };
}

/** The legible ticks of a logarithmic axis: 1, 2 and 5 of each decade, or whole decades on long axes. */
function logTick(value: number | string, decades: number): string {
  const number = Number(value);
  const leading = number / 10 ** Math.floor(Math.log10(number) + 1e-9);
  const shown = decades > 3 ? [1] : [1, 2, 5];
  return shown.some((digit) => Math.abs(leading - digit) < 1e-6) ? String(Number(number.toPrecision(1))) : "";
}
