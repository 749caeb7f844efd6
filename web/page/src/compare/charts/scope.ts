import { paramsInShort } from "../params/selection.ts";
import type { State } from "../state.ts";
import { browserName } from "../text/browser.ts";

/** What a chart holds for, where it has left the page: the parameters, the browser and the day. */
export function scopeOf({ selection, shown }: State): string {
  const own = shown?.environment;
  const machine =
    own === undefined ? [] : [`${browserName(own.userAgent)}, ${own.build}, ${shown?.startedAt.slice(0, 10)}`];
  return [paramsInShort(selection), ...machine].join("; ");
}
