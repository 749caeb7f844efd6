import type { Assessor } from "@rsa-variants/measure/run/assessor";
import type { Row } from "@rsa-variants/measure/run/rows";
import { formatFactor } from "@rsa-variants/measure/text/format";
import type { ChartDataset, Plugin } from "chart.js";
import { factsOf, hasParam, type Variant } from "rsa-variants";
import { theoreticalEncryptionMultiplications, theoreticalSpeedup } from "rsa-variants/theory";
import type { Drawing } from "../../ui/chart.tsx";
import { colorOf, type Ink, lineOptions, placedAxis, titledAxis } from "../../ui/charts/axes.ts";
import type { State } from "../state.ts";
import { nameOf } from "../texts.ts";
import { markStyle } from "../views/marks.tsx";
import { scopeOf } from "./rows.ts";

/** Keys with a public exponent of some length and the shortest w of their kind. Costs are multiples of those of CRT with e = 65537. */
interface Balance {
  /** |e|, bits. */
  readonly publicExponentLength: number;
  /** w, bits. */
  readonly crtExponentLength: number;
  readonly encrypt: number;
  readonly decrypt: number;
}

/** A row's place among them. */
interface PlacedRow {
  readonly row: Row;
  readonly encrypt: number;
  readonly decrypt: number;
  /** Whether both costs were measured, not computed. */
  readonly isMeasured: boolean;
}

export interface TradeOff {
  /** Just out of reach of attacks that break keys in practice or in theory: keys below are broken. */
  readonly unbroken: readonly Balance[];
  /** The fastest acceptable keys; empty where no length makes keys acceptable, as at 1024 bits. */
  readonly acceptable: readonly Balance[];
}

/** Lengths of e at which the two lines are computed. */
const stops = 28;

/**
 * What a longer public exponent gains, for two primes: for each |e| the shortest w that is not broken, and the shortest that is
 * acceptable, after Galbraith, Heneghan, McKee 2005. e has two ones, which encrypts fastest.
 */
export function tradeOffAt(modulusLength: number, assess: Assessor): TradeOff {
  const [shortest, longest] = [17, modulusLength];
  const lengths = Array.from({ length: stops }, (_, stop) =>
    Math.round(shortest * (longest / shortest) ** (stop / (stops - 1))),
  );
  const line = (verdicts: readonly string[]) =>
    lengths.flatMap((publicExponentLength): Balance[] => {
      const w = shortestExponent(modulusLength, publicExponentLength, assess, verdicts);
      if (w === undefined) return [];
      const encrypt = publicExponentLength / multiplicationsOfCrt;
      return [{ publicExponentLength, crtExponentLength: w, encrypt, decrypt: (2 * w) / modulusLength }];
    });
  return { unbroken: line(["weak", "acceptable", "good"]), acceptable: line(["acceptable", "good"]) };
}

const multiplicationsOfCrt = theoreticalEncryptionMultiplications({ variant: "crt", modulusLength: 2048 });

/** The least w with one of these verdicts, to 4 bits; verdicts get no worse with a longer w. */
function shortestExponent(
  modulusLength: number,
  publicExponentLength: number,
  assess: Assessor,
  verdicts: readonly string[],
): number | undefined {
  const isEnough = (w: number) => {
    const params = { variant: "rebalanced", modulusLength, crtExponentLength: w } as const;
    const answer = assess({ params, publicExponentLength });
    return "assessment" in answer && verdicts.includes(answer.assessment.verdict);
  };
  let most = Math.floor(modulusLength / 2);
  if (!isEnough(most)) return undefined;
  let least = 16;
  while (most - least > 4) {
    const middle = (least + most) >> 1;
    if (isEnough(middle)) most = middle;
    else least = middle;
  }
  return most;
}

/** Whether a variant has two primes always, and an exponent for each. */
const hasTwoPrimes = (variant: Variant) => factsOf(variant).powers === "each-prime" && !hasParam(variant, "primes");

/** Where the rows with two primes are: as measured if both directions were, for them and for CRT, otherwise as in theory. */
export function placeRows(rows: readonly Row[]): PlacedRow[] {
  const ofTwoPrimes = rows.filter(({ resolved }) => resolved !== undefined && hasTwoPrimes(resolved.variant));
  const crt = ofTwoPrimes.find(
    ({ resolved }) => resolved !== undefined && !hasParam(resolved.variant, "crtExponentLength"),
  );
  return ofTwoPrimes.flatMap((row): PlacedRow[] => {
    const { resolved } = row;
    if (resolved === undefined || resolved.problem !== undefined) return [];
    const measured = (operation: "encrypt" | "decrypt") => {
      const [own, unit] = [row.summaries[operation]?.time, crt?.summaries[operation]?.time];
      return own === undefined || unit === undefined ? undefined : own / unit;
    };
    const [encrypt, decrypt] = [measured("encrypt"), measured("decrypt")];
    if (encrypt !== undefined && decrypt !== undefined) return [{ row, encrypt, decrypt, isMeasured: true }];
    const { params } = resolved;
    return [
      {
        row,
        encrypt: theoreticalEncryptionMultiplications(params) / multiplicationsOfCrt,
        decrypt: 1 / theoreticalSpeedup(params, "crt"),
        isMeasured: false,
      },
    ];
  });
}

/** The lines of the last modulus length that was drawn: they take hundreds of verdicts. */
let last: { readonly modulusLength: number; readonly lines: TradeOff } | undefined;

/** What a longer public exponent gains: encryption against decryption, with the region where keys are broken. */
export function tradeOffDrawing(state: State): Drawing | undefined {
  const { security, selection } = state;
  if (security.state !== "ready") return undefined;
  const { modulusLength } = selection;
  if (last?.modulusLength !== modulusLength)
    last = { modulusLength, lines: tradeOffAt(modulusLength, security.assess) };
  return draw(state, last.lines);
}

type Dataset = ChartDataset<"bar" | "line", unknown[]>;

function draw(state: State, { unbroken, acceptable }: TradeOff): Drawing | undefined {
  const placed = placeRows(state.rows);
  const named = placed.map((each) => ({ ...each, name: nameOf(each.row, state) }));
  const across = [...unbroken, ...placed].map(({ encrypt }) => encrypt);
  if (across.length === 0) return undefined;
  const most = Math.max(1.1, ...placed.map(({ decrypt }) => decrypt * 1.05));
  return {
    height: 380,
    scope: scopeOf(state),
    label: [...named.map(describe), ...acceptable.map(describeBalance)].join("; "),
    configuration: (ink) => ({
      type: "line",
      data: {
        datasets: [
          line("broken below", unbroken, ink.muted, 1),
          line("fastest acceptable", acceptable, ink.text, 1.5),
          ...named.map((each) => point(each, ink)),
        ],
      },
      options: options(ink, [Math.min(...across) / 1.3, Math.max(...across) * 1.3], most),
      plugins: [shade],
    }),
  };
}

function describe({ name, encrypt, decrypt, isMeasured }: PlacedRow & { readonly name: string }): string {
  const origin = isMeasured ? "measured" : "theory";
  return `${name}, ${origin}: encryption ${formatFactor(encrypt)}, decryption ${formatFactor(decrypt)}`;
}

function describeBalance({ publicExponentLength: e, crtExponentLength: w }: Balance): string {
  return `acceptable with |e| ${e}: w ${w}`;
}

function line(label: string, balances: readonly Balance[], color: string, width: number): Dataset {
  return {
    type: "line",
    label,
    data: balances.map(({ encrypt, decrypt, ...lengths }) => ({ x: encrypt, y: decrypt, ...lengths })),
    borderColor: color,
    borderWidth: width,
    pointRadius: 0,
    pointHoverRadius: 4,
    pointHitRadius: 8,
    pointStyle: "line",
  };
}

function point({ row, name, encrypt, decrypt, isMeasured }: PlacedRow & { readonly name: string }, ink: Ink): Dataset {
  return {
    type: "line",
    label: isMeasured ? name : `${name}, theory`,
    data: [{ x: encrypt, y: decrypt }],
    showLine: false,
    pointRadius: 6,
    pointHoverRadius: 7,
    ...markStyle(row.subject, ink),
  };
}

/** The region below the first line. */
const shade: Plugin<"bar" | "line"> = {
  id: "shade",
  beforeDatasetsDraw({ ctx, chartArea, scales, data }) {
    const border = (data.datasets[0]?.data ?? []) as unknown as readonly { x: number; y: number }[];
    const { x, y } = scales;
    const [first, last] = [border[0], border.at(-1)];
    if (x === undefined || y === undefined || first === undefined || last === undefined) return;
    ctx.save();
    ctx.beginPath();
    ctx.moveTo(chartArea.left, chartArea.bottom);
    ctx.lineTo(chartArea.left, y.getPixelForValue(first.y));
    for (const each of border) ctx.lineTo(x.getPixelForValue(each.x), y.getPixelForValue(each.y));
    ctx.lineTo(chartArea.right, y.getPixelForValue(last.y));
    ctx.lineTo(chartArea.right, chartArea.bottom);
    ctx.closePath();
    ctx.globalAlpha = 0.14;
    ctx.fillStyle = colorOf("text"); // the colors may have changed since the chart was made
    ctx.fill();
    ctx.restore();
  },
};

/** A point under the pointer; those of the two lines have their lengths. */
interface Item {
  readonly dataset: { readonly label?: string };
  readonly parsed: { readonly x: number; readonly y: number };
  readonly raw: Partial<Balance>;
}

function options(ink: Ink, ends: readonly [number, number], most: number): object {
  const [min, max] = ends;
  const places = [1, 3, 10, 30, 100, 300, 1000].filter((value) => value >= min && value <= max);
  const x = placedAxis(ink, "encryption, times that of CRT", ends, () => places);
  const ticks = { color: ink.muted, maxTicksLimit: 7, includeBounds: false };
  const y = titledAxis(ink, "decryption, times that of CRT", { min: 0, max: most, ticks });
  return lineOptions(ink, x, y, {
    title: () => "",
    label: ({ dataset, parsed, raw: { publicExponentLength: e, crtExponentLength: w } }: Item) => {
      const lengths = w === undefined ? "" : `, |e| ${e}, w ${w}`;
      return `${dataset.label}${lengths}: encryption ${formatFactor(parsed.x)}, decryption ${formatFactor(parsed.y)}`;
    },
  });
}
