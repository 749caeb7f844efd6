// The machine that measures.
import { cpus, loadavg, platform, release } from "node:os";

/** Processes that want to run, on average, above which measurements suffer. */
const busyLoad = 0.7;

/** Says so when other programs are at work, before the set-up adds work of its own; `effect` is what comes of it. */
export function warnWhenBusy(effect) {
  const [load] = loadavg();
  if (load >= busyLoad) console.error(`The machine is busy (load ${load.toFixed(1)}): ${effect}.`);
}

export function describeMachine() {
  const processors = cpus();
  const system = `${platform() === "linux" ? "Linux" : platform()} ${release().split("-")[0]}`;
  return { processor: processors[0]?.model.trim() ?? "unknown processor", threads: processors.length, system };
}
