// @ts-check
// What distinguishes kinds of processors: the name alone does not ("AMD EPYC" has been five generations).
import { readFileSync } from "node:fs";
import { cpus } from "node:os";

/** The instructions that decide how fast wide multiplications are, by their names in Linux's /proc/cpuinfo. */
const features = { fma: "FMA", avx2: "AVX2", avx512ifma: "AVX-512 IFMA", asimd: "Advanced SIMD" };

/**
 * The name of the processor, with its family, model and features where the system tells them.
 * @returns {string}
 */
export function describeProcessor() {
  const name = cpus()[0]?.model.trim() || "unknown processor";
  const details = detailsOf(readCpuinfo());
  return details === "" ? name : `${name} (${details})`;
}

/**
 * The details of the first processor in the text of /proc/cpuinfo, such as "family 25, model 17; FMA, AVX2".
 * @param {string} cpuinfo
 */
export function detailsOf(cpuinfo) {
  /** @param {RegExp} name */
  const named = (name) => new RegExp(`^(?:${name.source})\\s*:\\s*(.*)$`, "m").exec(cpuinfo)?.[1]?.trim();
  const [family, model] = [named(/cpu family/), named(/model/)];
  const [implementer, part] = [named(/CPU implementer/), named(/CPU part/)];
  const flags = (named(/flags|Features/) ?? "").split(" ");
  const kind =
    family !== undefined ? `family ${family}, model ${model}` : part && `implementer ${implementer}, part ${part}`;
  const found = Object.entries(features).flatMap(([flag, name]) => (flags.includes(flag) ? [name] : []));
  return [kind, found.join(", ")].filter(Boolean).join("; ");
}

/** Empty where the system has no such file. */
function readCpuinfo() {
  try {
    return readFileSync("/proc/cpuinfo", "utf8");
  } catch {
    return "";
  }
}
