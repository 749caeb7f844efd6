import { toCsv } from "@rsa-variants/page/xrsa/export.ts";
import { hasEstimates, modeRows, planAll } from "@rsa-variants/page/xrsa/plans.ts";
import { defaultSelection, presets, smallExample, type XrsaSelection } from "@rsa-variants/page/xrsa/selection.ts";
import { load } from "rsa-variants/xrsa";
import { describe, expect, it } from "vitest";

const xrsa = await load();
const plan = (selection: XrsaSelection) => planAll(xrsa, selection);
const shown = (selection: XrsaSelection) => ({ selection, plans: plan(selection) });

const select = (change: Partial<XrsaSelection>): XrsaSelection => ({ ...defaultSelection, ...change });

describe("plans", () => {
  it("count what the paper's modulus takes in every mode, and refuse what the controller cannot hold", () => {
    const plans = plan(defaultSelection);
    const totals = plans.all.map(({ report }) => report?.total.multiplications);
    expect(totals).toEqual([12_302, 8230, 6180, 5506, 5176, 5006, undefined]);
    expect(plans.all.at(-1)?.refusal).toBe("needs 19,200 bytes; the controller has 16,384");
    expect(plans.refusal).toBeUndefined();
  });

  it("go through for every preset", () => {
    for (const { values } of presets) expect(plan(select(values)).refusal).toBeUndefined();
  });

  it.each([
    [{ mode: "window", windowWidth: 6 }, "windowWidth", /window of 5 bits fits/, ["windowWidth", 5]],
    [{ mode: "window", controllerRam: 1024 }, "controllerRam", /1024 bytes/, ["controllerRam", 11_008]],
    [{ unitRam: 512 }, "unitRam", /512 bytes/, ["unitRam", 2560]],
    [{ multiplierLength: 2000 }, "multiplierLength", /multiple of 32/, ["multiplierLength", 2048]],
    [{ multiplierLength: 1024 }, "multiplierLength", /at least 4 primes/, ["primes", 4]],
    [{ modulusLength: 8192 }, "modulusLength", /at least 4 primes/, ["primes", 4]],
    [{ modulusLength: 16384, primes: 7 }, "modulusLength", /at least 8 primes/, ["primes", 8]],
  ] as const)(
    "lay a refusal of %j at %s, with a change that the device accepts",
    (change, at, message, [name, value]) => {
      const { refusal } = plan(select(change));
      expect(refusal?.field).toBe(at);
      expect(refusal?.message).toMatch(message);
      expect(refusal?.message).not.toMatch(/[a-z](Length|Ram|Width)/);
      expect(refusal?.fix).toEqual({ field: name, value });
      expect(plan(select({ ...change, [name]: value })).refusal).toBeUndefined();
    },
  );
});

describe("the comparison of modes", () => {
  it("has a row for every mode, and each is the sum of its steps", () => {
    const rows = modeRows(shown(defaultSelection));
    expect(rows[0]).toMatchObject({ name: "as published", total: 12_302, chosen: true });
    for (const { steps, total } of rows.slice(0, -1)) {
      expect(Object.values(steps ?? {}).reduce((sum, count) => sum + count, 0)).toBe(total);
    }
  });

  it("says what each idea saves, compared with the row above", () => {
    const rows = modeRows(shown(defaultSelection));
    expect(rows.map(({ saved }) => saved)).toEqual([undefined, 4072, 2050, 674, 330, 170, undefined]);
  });

  it("estimates only for operands about as long as the chip's", () => {
    const rows = modeRows(shown(defaultSelection));
    expect(rows[0]?.estimate).toBeCloseTo(2.2, 10);
    expect(rows[5]?.estimate).toBeCloseTo(5.406, 3);
    const long = select({ modulusLength: 6144, multiplierLength: 4096, unitRam: 8192, controllerRam: 65_536 });
    const [row] = modeRows(shown(long));
    expect(row?.total).toBeGreaterThan(0);
    expect(row?.estimate).toBeUndefined();
    const [half] = modeRows(shown(select({ modulusLength: 2048 })));
    expect([half?.total, half?.estimate]).toEqual([expect.any(Number), undefined]);
    // The chip multiplies 64 bits no faster than 2048.
    const small = shown(select(smallExample.values));
    expect([hasEstimates(small), hasEstimates({ ...small, plans: undefined })]).toEqual([false, false]);
    expect(hasEstimates(shown(defaultSelection))).toBe(true);
  });
});

describe("what is saved", () => {
  it("has a line for every mode, refused ones with the reason", () => {
    const lines = toCsv(shown(defaultSelection)).trimEnd().split("\r\n");
    expect(lines).toHaveLength(8);
    const columns = (lines[0] as string).split(",");
    const value = (line: number, column: string) => (lines[line] as string).split(",")[columns.indexOf(column)];
    expect(value(1, "multiplications")).toBe("12302");
    expect(value(1, "exponentiation")).toBe("8198");
    expect(value(6, "window_width")).toBe("5");
    expect(lines[7]).toContain("needs 19,200 bytes; the controller has 16,384");
  });
});
