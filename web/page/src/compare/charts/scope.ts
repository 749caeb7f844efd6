import { paramsInShort } from "../params/selection.ts";
import type { State } from "../state.ts";
import { browserName } from "../text/browser.ts";

/** What a chart holds for, where it has left the page: the parameters, the browser and the day. */
export function scopeOf({ selection, figures }: State): string {
  const own = figures?.environment;
  const machine =
    own === undefined ? [] : [`${browserName(own.userAgent)}, ${own.build}, ${figures?.startedAt.slice(0, 10)}`];
  return [paramsInShort(selection), ...machine].join("; ");
}
