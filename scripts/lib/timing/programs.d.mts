import type { Test } from "./report.mjs";
import type { Samples } from "./statistics.mjs";

export function listTests(place: "native" | "portable" | "node"): Promise<readonly Test[]>;
export function measure(test: Pick<Test, "place" | "name">, seconds: number): Promise<Samples>;
