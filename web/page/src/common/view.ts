/** A part of a place. */
export interface View<State> {
  readonly element: HTMLElement;
  update(state: State): void;
}

/** A message about something that went wrong, with what can be done. */
export interface Failure {
  readonly title: string;
  readonly message: string;
  readonly remedy?: string;
}
