import { enginesOf } from "@rsa-variants/measure/run/run";
import { paramsInShort } from "../presets.ts";
import type { CompareState } from "../state.ts";
import { browserName } from "../texts.ts";

/** What charts of a run need. */
export type ChartState = Pick<CompareState, "selection" | "shown" | "recorded" | "rows">;

/** What a chart holds for, once it has left the page: the parameters, the browser, the machine and the day. */
export function scopeOf({ selection, shown, recorded }: ChartState): string {
  const own = shown?.environment;
  if (shown === undefined || own === undefined) return `${paramsInShort(selection)}; not measured.`;
  const engines = enginesOf(shown).join(", ");
  const processor = own.processor ?? `${own.processors} logical processors`;
  const version = own.version === undefined ? "" : `, rsa-variants ${own.version}`;
  const machine = `${browserName(own.userAgent)}, ${processor}, build ${own.build}, engine ${engines}${version}`;
  const day = shown.startedAt.slice(0, 10);
  return `${paramsInShort(selection)}; ${shown === recorded ? "recorded" : "measured"} ${day} with ${machine} (${own.userAgent}).`;
}
