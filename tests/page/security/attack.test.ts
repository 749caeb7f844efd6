import { formatBytes } from "@rsa-variants/measure/text/format";
import {
  type AttackEvent,
  addEvent,
  attackFreshKey,
  defaultEntries,
  fractionOf,
  isOffered,
  readOptions,
  startedRun,
} from "@rsa-variants/page/security/attack.ts";
import { readAttacked, writeAttacked } from "@rsa-variants/page/security/state.ts";
import {
  arePrimes,
  checkedText,
  factorName,
  formatSpan,
  shortened,
} from "@rsa-variants/page/security/views/attack-report.tsx";
import { type AttackOption, attacks, connect } from "rsa-variants/security";
import { afterAll, describe, expect, it, vi } from "vitest";

function attackNamed(name: string) {
  return attacks.find((attack) => attack.name === name) ?? expect.fail(`no attack ${name}`);
}

function optionOf(attack: string, name: string): AttackOption {
  const options: readonly AttackOption[] = attackNamed(attack).demonstrationOptions;
  return options.find((option) => option.name === name) ?? expect.fail(`no option ${name}`);
}

describe("the options of a demonstration", () => {
  it("of every attack are taken as they stand at first", () => {
    for (const attack of attacks) {
      const read = readOptions(attack, defaultEntries(attack));
      const values = "values" in read ? read.values : expect.fail(read.problem);
      const names = attack.demonstrationOptions.map(({ name }) => String(name));
      for (const name of Object.keys(values)) expect(names).toContain(name);
    }
  });

  it("are numbers within the library's limits, or left to it", () => {
    const attack = attackNamed("small-crt-exponents");
    const entries = { ...defaultEntries(attack), variant: "scheme-b", modulusLength: "2 048", crtExponentLength: "" };
    expect(readOptions(attack, entries)).toEqual({ values: { variant: "scheme-b", modulusLength: 2048 } });
    for (const modulusLength of ["127", "16385", "1e3", "-1"]) {
      const read = readOptions(attack, { ...entries, modulusLength });
      expect("problem" in read && read.option, modulusLength).toBe("modulusLength");
      expect("problem" in read && read.problem).toContain("128 to 16384");
    }
  });

  it("that belong to another choice are not offered and not passed on", () => {
    const attack = attackNamed("elliptic-curve");
    const entries = { ...defaultEntries(attack), shape: "one-short-prime", primes: "3", primeLength: "40" };
    expect(isOffered(optionOf("elliptic-curve", "primes"), entries)).toBe(false);
    expect(readOptions(attack, entries)).toMatchObject({ values: { shape: "one-short-prime", primeLength: 40 } });
    const read = readOptions(attack, entries);
    expect("values" in read && read.values).not.toHaveProperty("primes");
    expect(isOffered(optionOf("elliptic-curve", "primes"), { shape: "multi-prime" })).toBe(true);
    expect(isOffered(optionOf("fault", "place"), {})).toBe(true);
  });
});

describe("an attack's events", () => {
  const events: [elapsed: number, event: AttackEvent][] = [
    [10, { type: "stage", stage: "key" }],
    [20, { type: "progress", progress: { step: "one", done: 0, expected: 10 } }],
    [30, { type: "progress", progress: { step: "one", done: 5, expected: 10 } }],
    [40, { type: "stage", stage: "attack" }],
    [50, { type: "progress", progress: { step: "one", done: 1 } }],
    [60, { type: "progress", progress: { step: "two", done: 3 } }],
    [70, { type: "done" }],
  ];

  it("add up to its steps, each once", () => {
    const run = events.reduce((sum, [at, event]) => addEvent(sum, event, 100 + at), startedRun(100));
    expect(run).toEqual({
      state: "done",
      stage: "attack",
      startedAt: 100,
      elapsed: 70,
      steps: [
        { text: "one", stage: "key", done: 5, expected: 10 },
        { text: "one", stage: "attack", done: 1 },
        { text: "two", stage: "attack", done: 3 },
      ],
    });
  });

  it("end with what went wrong", () => {
    const run = addEvent(
      startedRun(0),
      { type: "error", message: "the key withstands", code: "attack-not-applicable" },
      5,
    );
    expect(run).toMatchObject({ state: "failed", message: "the key withstands", elapsed: 5 });
  });

  it("tell how much of a step is done, where that is known", () => {
    expect(fractionOf({ done: 5, expected: 10 })).toBe(0.5);
    expect(fractionOf({ done: 15, expected: 10 })).toBe(1);
    expect(fractionOf({ done: 15 })).toBeUndefined();
    expect(fractionOf({ done: 0, expected: 0 })).toBeUndefined();
  });
});

describe("what was checked of an outcome", () => {
  const right = { statement: "two is even", holds: true };

  it("is a sentence", () => {
    expect(checkedText([right])).toBe("Checked: two is even.");
    expect(checkedText([right, { statement: "three is odd", holds: true }])).toBe(
      "Checked: two is even and three is odd.",
    );
    expect(checkedText([])).toBeUndefined();
  });

  it("names only what is wrong, if something is", () => {
    expect(checkedText([right, { statement: "three is even", holds: false }])).toBe(
      "Wrong: it is not true that three is even.",
    );
  });
});

describe("what is kept of attacks", () => {
  it("comes back as it was, whole numbers of any length included", () => {
    const target = { modulus: 3n ** 300n, publicExponent: 65537n };
    const outcome = { found: true, primes: [3n, 5n], convergents: 1, privateExponent: 1n, seconds: 0.5 } as const;
    const run = { ...startedRun(0), state: "done", evidence: { target }, report: { outcome, checks: [] } } as const;
    const attacked = {
      entries: { "small-private-exponent": { modulusLength: "512" } },
      runs: { "small-private-exponent": run },
    };
    expect(readAttacked(writeAttacked(attacked))).toEqual(attacked);
  });

  it.each([
    "null",
    "[]",
    '"text"',
    '{"entries":{}}',
    '{"runs":{}}',
    '{"entries":[],"runs":null}',
    '{"entries":{"fault":7},"runs":{}}',
    '{"entries":{},"runs":{"fault":null}}',
    '{"entries":{},"runs":{"fault":{"state":"done","stage":"attack"}}}',
    '{"entries":{},"runs":{"fault":{"state":"gone","stage":"attack","steps":[]}}}',
    '{"entries":{},"runs":{"fault":{"state":"done","stage":7,"steps":[]}}}',
    '{"entries":{},"runs":{"fault":{"state":"done","stage":"attack","steps":{}}}}',
  ])("is nothing where it is something else: %s", (text) => {
    expect(() => readAttacked(text)).toThrow();
  });
});

describe("a fault", async () => {
  const security = await connect({ workers: 1 });
  afterAll(() => security.close());

  async function attacked(variant: string, place: string) {
    const events: AttackEvent[] = [];
    const options = { variant, place, modulusLength: 512 };
    const { signal } = new AbortController();
    await attackFreshKey({ name: "fault", options }, { security, signal, emit: (event) => events.push(event) });
    const evidence = events.find((event) => event.type === "evidence")?.evidence ?? expect.fail("no evidence");
    const report = events.find((event) => event.type === "report")?.report ?? expect.fail("no report");
    return { evidence, report };
  }

  it("that passes the check is attacked again, with what went out", async () => {
    const attack = vi.spyOn(security, "runAttack");
    const { report } = await attacked("rebalanced", "crt-exponent");
    expect(attack.mock.calls.map(([, , options]) => options?.signal?.aborted)).toEqual([false, false]);
    expect(report.withCheck).toMatchObject({ released: true });
    expect(report.onReleased).toMatchObject({ found: true, signatureIsRight: false });
    const { report: stopped } = await attacked("rebalanced", "crt-coefficient");
    expect(stopped.withCheck).toMatchObject({ released: false });
    expect(stopped).not.toHaveProperty("onReleased");
  });

  it.each([
    ["crt", true],
    ["rebalanced", true],
    ["multi-prime", false],
    ["multi-power", false],
    ["r-prime", false],
  ] as const)("finds primes of %s only where there are two: %s", async (variant, primes) => {
    const { report, evidence } = await attacked(variant, "crt-coefficient");
    expect(arePrimes(report.outcome, evidence)).toBe(primes);
    expect(report.checks).toEqual([{ statement: "the product of the factors is the modulus", holds: true }]);
  });
});

describe("numbers for people", () => {
  it("are shortened in the middle", () => {
    expect(shortened(123456n)).toBe("123456");
    expect(shortened(10n ** 99n + 7n)).toBe("10000000000000 … 00000000000007");
    expect(factorName(1, 2)).toBe("q");
    expect(factorName(11, 12)).toBe("p₁₂");
  });

  it("are spans of any size", () => {
    expect(formatSpan(0.25)).toBe("250 ms");
    expect(formatSpan(200)).toBe("3 min 20 s");
    expect(formatSpan(86_400)).toBe("24 hours");
    expect(formatSpan(86_400 * 12)).toBe("12 days");
    expect(formatSpan(86_400 * 365.25 * 4.1)).toBe("4.1 years");
    expect(formatSpan(86_400 * 365.25 * 1e15)).toBe("about 10^15 years");
  });

  it("are memory of any size", () => {
    expect(formatBytes(640)).toBe("640 bytes");
    expect(formatBytes(1.5 * 2 ** 50)).toBe("1.50 PiB");
    expect(formatBytes(2 ** 80)).toBe("2^80 bytes");
  });
});
