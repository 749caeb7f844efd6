export interface Step {
  name: string;
  inputs: string[];
  values?: unknown;
  suffices?: unknown;
  outputs: string[];
  work: () => Promise<unknown>;
}
export function step(step: Step): Promise<void>;
export function together(steps: Promise<unknown>[]): Promise<void>;
export function inParallel(steps: Step[]): Promise<void>;
