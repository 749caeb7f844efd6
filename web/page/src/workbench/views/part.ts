import type { Actions } from "../actions.ts";
import type { State } from "../state.ts";

/** What a part of the place shows, and what it can do. */
export interface PartProps {
  readonly state: State;
  readonly actions: Actions;
}
