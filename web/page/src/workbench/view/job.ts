import { h, setText } from "../../common/dom.ts";
import { formatBytes, formatDuration } from "../../common/format.ts";
import type { JobProgress, WorkTab } from "../jobs/job.ts";
import type { View } from "../state.ts";

/** How often the spoken progress changes at most. Milliseconds. */
const spokenInterval = 5000;

/** How far the work on a tab is, a button that ends it, and what went wrong. */
export function jobView(tab: WorkTab, cancel: () => void): View {
  const bar = h("span", { class: "bar", "aria-hidden": "true" });
  const text = h("p", { class: "progress-text" });
  const spoken = h("p", { class: "visually-hidden", role: "status" });
  const button = h("button", { type: "button", class: "quiet", click: cancel }, "Cancel");
  const progress = h("div", { class: "progress job-progress" }, bar, text, button);
  const problem = h("p", { class: "problem job-problem", role: "alert" });
  let lastSpoken = Number.NEGATIVE_INFINITY;
  return {
    element: h("div", {}, progress, spoken, problem),
    update({ jobs }) {
      const { running, problem: found } = jobs[tab];
      progress.hidden = running === undefined;
      setText(problem, found ?? "");
      if (running === undefined) {
        setText(spoken, "");
        lastSpoken = Number.NEGATIVE_INFINITY;
        return;
      }
      bar.style.setProperty("--fraction", String(running.total === 0 ? 0 : running.done / running.total));
      const sentence = progressText(running);
      setText(text, sentence);
      const now = performance.now();
      if (now - lastSpoken < spokenInterval) return;
      lastSpoken = now;
      setText(spoken, sentence);
    },
  };
}

/** How far, how fast and how long still; the last two once there is something to go by. */
export function progressText({ done, total, milliseconds }: JobProgress): string {
  const share = `${formatBytes(done)} of ${formatBytes(total)}`;
  if (done === 0 || milliseconds < 500) return share;
  const rate = `${formatBytes((done / milliseconds) * 1000)}/s`;
  const rest = ((total - done) / done) * milliseconds;
  return rest < 1000 ? `${share}, ${rate}` : `${share}, ${rate}, about ${formatDuration(rest)} left`;
}
