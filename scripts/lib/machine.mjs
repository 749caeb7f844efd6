// Describes the measuring machine.
import { cpus, loadavg, platform, release } from "node:os";

/** The load average (processes ready to run) above which measurements suffer. */
const busyLoad = 0.7;

/** Warns if other programs are busy. Call it before the set-up, which adds its own load; `effect` describes the consequence. */
export function warnWhenBusy(effect) {
  const [load] = loadavg();
  if (load >= busyLoad) console.error(`The machine is busy (load ${load.toFixed(1)}): ${effect}.`);
}

export function describeMachine() {
  const processors = cpus();
  const system = `${platform() === "linux" ? "Linux" : platform()} ${release().split("-")[0]}`;
  return { processor: processors[0]?.model.trim() ?? "unknown processor", threads: processors.length, system };
}
