export class Problem extends Error {}
export function main(run: () => Promise<unknown>): Promise<void>;
