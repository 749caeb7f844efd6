// The order of Compare's rows.
import { type Figures, steadyOrder } from "@rsa-variants/page/compare/figures.ts";
import { expect, it } from "vitest";

const row = (id: string, value?: number, theory?: number) =>
  ({ row: { id }, main: { measured: value === undefined ? undefined : { value }, theory } }) as unknown as Figures;
const idsOf = (rows: readonly Figures[]) => rows.map(({ row: { id } }) => id);
const rows = [row("slow", 1), row("fast", 9), row("theory", undefined, 4), row("unknown")];

it("is by speed, measured or in theory; times are shortest first", () => {
  expect(idsOf(steadyOrder(rows, undefined, { unit: "crt" }))).toEqual(["fast", "theory", "slow", "unknown"]);
  expect(idsOf(steadyOrder(rows, undefined, { unit: "ms" }))).toEqual(["slow", "theory", "fast", "unknown"]);
});

it("stays during a run, and rows that appear come last", () => {
  const fixed = { key: "", ids: ["theory", "slow"] };
  expect(idsOf(steadyOrder(rows, fixed, { unit: "crt" }))).toEqual(["theory", "slow", "fast", "unknown"]);
});
