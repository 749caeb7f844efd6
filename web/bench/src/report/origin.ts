import { formatList, formatNumber } from "@rsa-variants/measure/text/format";
import type { BrowserRun, Comparison } from "./comparison.ts";

/** When, with which command and on which machine something was measured. */
export type Origin = Pick<Comparison, "startedAt" | "command" | "machine">;

/** Describes the origin of figures in a sentence. */
export function describeOrigin(
  { machine, startedAt, command }: Origin,
  runs: readonly Pick<BrowserRun, "browser" | "version" | "environment">[],
): string {
  const browsers = runs.map(({ browser, version, environment }) => {
    const step = `timer step ${formatNumber(environment.timerStep * 1000, 2)} µs`;
    return `${browser} ${version} (build \`${environment.build}\`, ${step})`;
  });
  const { processor, threads, system, commit } = machine;
  const place = `${processor}, ${threads} threads, ${system}; headless ${formatList(browsers)}`;
  const when = [startedAt.slice(0, 10), ...(commit === undefined ? [] : [`commit ${commit}`])].join(", ");
  return `${place}; ${when}; \`${command}\`.`;
}
