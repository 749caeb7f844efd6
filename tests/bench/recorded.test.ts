import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { summarize, undisturbed } from "@rsa-variants/measure";
import { type Variant, variantFacts, variants } from "rsa-variants";
import { load } from "rsa-variants/security";
import { theoreticalSpeedup } from "rsa-variants/theory";
import { expect, it } from "vitest";
import { replaceTables } from "../../scripts/lib/places.mjs";

const root = fileURLToPath(new URL("../..", import.meta.url));
const security = await load();

/** What the page's recorded run has: this much of it is read here. */
interface Recorded {
  readonly subjects: readonly { readonly subject: Subject; readonly modulusLength: number; readonly params?: Params }[];
  readonly measurements: readonly {
    readonly subject: Subject;
    readonly modulusLength: number;
    readonly operation: string;
    readonly samples: readonly number[];
  }[];
}
type Subject = { readonly variant?: Variant; readonly reference?: string };
interface Params {
  readonly variant: Variant;
  readonly modulusLength: number;
  readonly primes?: number;
  readonly batchSize?: number;
  readonly crtExponentLength?: number;
  readonly primeLength?: number;
  readonly publicExponent?: string;
}

const recorded = JSON.parse(await readFile(await findRecorded(), "utf8")) as Recorded;

async function findRecorded(): Promise<string> {
  const folder = join(root, "web/page/src");
  const names = await readdir(folder, { recursive: true });
  return join(folder, names.find((name) => name.endsWith("recorded.json")) ?? "recorded.json");
}

/** Whether the run has decryption with both guards, which then is what is compared with the browser. */
const hasGuarded = recorded.measurements.some(({ operation }) => operation === "decrypt-both-guards");

/** The time that the page shows for what was recorded, in milliseconds. */
function timeOf(name: string, modulusLength: number, operation: string): number {
  const found = recorded.measurements.find(
    ({ subject, ...each }) =>
      (subject.variant ?? subject.reference) === name &&
      each.modulusLength === modulusLength &&
      each.operation === operation,
  );
  return summarize(found?.samples ?? [], undisturbed)?.time ?? Number.NaN;
}

function times(name: string, modulusLength: number, than = "original"): number {
  const operation = than === "webcrypto" && hasGuarded ? "decrypt-both-guards" : "decrypt";
  return timeOf(than, modulusLength, "decrypt") / timeOf(name, modulusLength, operation);
}

function assess({ publicExponent, ...params }: Params) {
  return security.assess(publicExponent === undefined ? params : { ...params, publicExponent: BigInt(publicExponent) });
}

function tableOf(modulusLength: number): string {
  const rows = recorded.subjects.flatMap(({ params, ...subject }) => {
    if (subject.modulusLength !== modulusLength || params === undefined) return [];
    const { verdict } = assess(params);
    if (verdict === "weak" || verdict === "broken") return [];
    const { variant } = params;
    return [
      [
        [variantFacts[variant].title, ...detailsOf(params)].join(", "),
        numberText(timeOf(variant, modulusLength, "decrypt")),
        numberText(times(variant, modulusLength), " ×"),
        ...(hasGuarded ? [numberText(timeOf(variant, modulusLength, "decrypt-both-guards"))] : []),
        numberText(times(variant, modulusLength, "webcrypto"), " ×"),
        numberText(timeOf(variant, modulusLength, "encrypt")),
        verdict,
      ],
    ];
  });
  const browser = [
    "the browser's own RSA",
    numberText(timeOf("webcrypto", modulusLength, "decrypt")),
    numberText(timeOf("original", modulusLength, "decrypt") / timeOf("webcrypto", modulusLength, "decrypt"), " ×"),
    ...(hasGuarded ? [""] : []),
    "1.00 ×",
    numberText(timeOf("webcrypto", modulusLength, "encrypt")),
    "",
  ];
  const head = [
    `${modulusLength} bits`,
    "decrypt, ms",
    "× original",
    ...(hasGuarded ? ["with guards, ms", "× browser, with guards"] : ["× browser"]),
    "encrypt, ms",
    "verdict",
  ];
  const line = (cells: readonly string[]) => `| ${cells.join(" | ")} |`;
  const rule = head.map((_, at) => (at === 0 || at === head.length - 1 ? ":--" : "--:"));
  return [line(head), line(rule), ...[...rows, browser].map(line)].join("\n");
}

/** Three digits; nothing for what was not measured. */
function numberText(value: number, unit = ""): string {
  return Number.isNaN(value) ? "" : value.toPrecision(3) + unit;
}

function detailsOf({ variant, primes, batchSize, crtExponentLength, primeLength, publicExponent }: Params): string[] {
  const isTunable = variant === "tunable" && publicExponent !== undefined;
  return [
    primes === undefined ? [] : `r ${primes}`,
    batchSize === undefined ? [] : `b ${batchSize}`,
    isTunable ? `e of ${BigInt(publicExponent).toString(2).length} bits` : [],
    crtExponentLength === undefined ? [] : `w ${crtExponentLength}`,
    primeLength === undefined ? [] : `p of ${primeLength} bits`,
  ].flat();
}

it("docs/benchmarks.md has the recorded run of the page, but for what is weak or broken", async () => {
  const text = await readFile(join(root, "docs/benchmarks.md"), "utf8");
  const tables = [2048, 3072, 4096].map((length) => ({ name: String(length), markdown: tableOf(length) }));
  // With -u, Vitest writes them.
  await expect(replaceTables(text, "recorded", tables)).toMatchFileSnapshot(join(root, "docs/benchmarks.md"));
});

it("README has figures of that run, and verdicts on the defaults", async () => {
  const text = await readFile(join(root, "README.md"), "utf8");
  for (const name of ["multi-prime", "r-prime"]) {
    const cells = [2048, 3072, 4096].map((length) => {
      const [plain, browser] = ["original", "webcrypto"].map((than) => times(name, length, than).toPrecision(2));
      return `${browser} × (${plain} ×)`;
    });
    expect(text).toContain(`| ${cells.join(" | ")} |`);
  }
  const [a, b, c] = [2048, 3072, 4096].map((length) => timeOf("r-prime", length, "encrypt").toPrecision(2));
  expect(text).toContain(`encryption takes ${a}, ${b} and ${c} ms |`);
  const rows = text.split("\n").flatMap((line) => {
    const [, name, , speedup, , verdict] = /^\| `([a-z-]+)` \|(.*?)\| ([^|]*) \|([^|]*)\| ([^|]*) \|$/.exec(line) ?? [];
    return name === undefined ? [] : [{ name, speedup, verdict }];
  });
  expect(rows.map(({ name }) => name)).toEqual(variants);
  for (const { name, speedup, verdict } of rows) {
    const variant = name as Variant;
    expect(verdict, name).toMatch(new RegExp(`^${security.assess({ variant, modulusLength: 2048 }).verdict}`));
    if (speedup?.endsWith("in theory")) {
      const expected = theoreticalSpeedup({ variant, modulusLength: 2048 }, "original").toPrecision(2);
      expect(speedup, name).toBe(`${expected} × in theory`);
    } else {
      const length = speedup?.endsWith("3072 bits") ? 3072 : 2048;
      expect(speedup, name).toMatch(new RegExp(`^${times(name, length).toPrecision(2)} ×`));
    }
  }
});
