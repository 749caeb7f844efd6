import { formatFactor } from "@rsa-variants/measure/text/format";
import type { Plugin } from "chart.js";
import type { Drawing } from "../../ui/chart.tsx";
import { type Dataset, factorText, type Item, lineOptions, logAxis, titledAxis } from "../../ui/charts/axes.ts";
import { colorOf, type Ink } from "../../ui/charts/colors.ts";
import type { Label } from "../../ui/charts/labels.ts";
import { verdictTexts } from "../../ui/verdicts.tsx";
import type { CompareState } from "../state.ts";
import { nameOf } from "../texts.ts";
import { markOf } from "../views/marks.tsx";
import { markStyle } from "./mark-style.ts";
import { type Balance, type Borders, bordersAt, type Costs, type PlacedRow, placeRows } from "./regions.ts";
import { scopeOf } from "./scope.ts";

/** The borders of the last modulus length that was drawn: they take hundreds of verdicts. */
let last: { readonly modulusLength: number; readonly borders: Borders } | undefined;

/**
 * What a longer public exponent gains: encryption against decryption, over the regions where keys are broken, weak and
 * acceptable.
 *
 * @returns nothing before the verdicts are loaded
 */
export function tradeOffDrawing(state: CompareState): Drawing | undefined {
  const { security, selection } = state;
  if (security.state !== "ready") return undefined;
  const { modulusLength } = selection;
  if (last?.modulusLength !== modulusLength)
    last = { modulusLength, borders: bordersAt(modulusLength, security.assess) };
  return draw(state, last.borders);
}

type NamedRow = PlacedRow & { readonly name: string };

function draw(state: CompareState, borders: Borders): Drawing | undefined {
  const rows = placeRows(state.rows).map((each): NamedRow => ({ ...each, name: nameOf(each.row, state) }));
  const places = rows.flatMap(({ theory, measured }) => [theory, ...(measured === undefined ? [] : [measured])]);
  const across = [...Object.values(borders).flat(), ...places].map(({ encrypt }) => encrypt);
  if (across.length === 0) return undefined;
  const most = Math.max(1.12, ...places.map(({ decrypt }) => decrypt * 1.08));
  const regions = regionsBetween(borders, most);
  return {
    scope: scopeOf(state),
    label: [
      ...rows.map(describe),
      ...borders.acceptable.map(
        (each) => `acceptable with |e| ${each.publicExponentLength}: w ${each.crtExponentLength}`,
      ),
    ].join("; "),
    configuration: (ink, { labelsPlugin }) => ({
      type: "line",
      data: {
        datasets: [
          ...rows.map((each) => point(each, ink)),
          ...regions.flatMap(({ verdict, border }) => (border.length === 0 ? [] : line(verdict, border))),
        ],
      },
      options: options(ink, [Math.min(...across) / 1.4, Math.max(...across) * 1.4], most),
      plugins: [shading(regions), labelsPlugin([...rows.map(nameLabel), ...regions.map(regionLabel)], ink.ground)],
    }),
  };
}

function describe({ name, row, theory, measured }: NamedRow): string {
  const verdict = row.assessment === undefined ? "" : `, ${verdictTexts[row.assessment.verdict].word.toLowerCase()}`;
  const own = measured === undefined ? "not measured" : `measured: ${costsText(measured)}`;
  return `${name}${verdict}, theory: ${costsText(theory)}, ${own}`;
}

function costsText({ encrypt, decrypt }: Costs): string {
  return `encryption ${formatFactor(encrypt)}, decryption ${formatFactor(decrypt)}`;
}

/** The part of the chart where keys have a verdict. */
interface Region {
  readonly verdict: "broken" | keyof Borders;
  /** Its lower edge; empty for the worst verdict. */
  readonly border: readonly Balance[];
  /** From left to right: the cost of encryption, and those of decryption between which the region lies. */
  readonly edges: readonly { readonly encrypt: number; readonly low: number; readonly high: number }[];
}

/** The regions that there are, the worst first: a better verdict may be out of reach for every w. */
function regionsBetween({ weak, acceptable }: Borders, most: number): Region[] {
  const region = (verdict: Region["verdict"], border: readonly Balance[], above: readonly Balance[]): Region => {
    const stops = border.length > 0 ? border : above;
    const edges = stops.map(({ encrypt, publicExponentLength }) => ({
      encrypt,
      low: costAt(border, publicExponentLength) ?? 0,
      high: costAt(above, publicExponentLength) ?? most,
    }));
    return { verdict, border, edges };
  };
  const regions = [region("broken", [], weak), region("weak", weak, acceptable), region("acceptable", acceptable, [])];
  return regions.filter(({ edges }) => edges.length > 0);
}

function costAt(border: readonly Balance[], length: number): number | undefined {
  return border.find(({ publicExponentLength }) => publicExponentLength === length)?.decrypt;
}

/** The lower edge of a region. */
function line(verdict: Region["verdict"], border: readonly Balance[]): Dataset {
  return {
    type: "line",
    label: `fastest ${verdictTexts[verdict].word.toLowerCase()} keys`,
    data: border.map(({ encrypt, decrypt, ...lengths }) => ({ x: encrypt, y: decrypt, ...lengths })),
    borderColor: colorOf(verdict),
    borderWidth: verdict === "acceptable" ? 2 : 1,
    pointRadius: 0,
    pointHoverRadius: 4,
    pointHitRadius: 8,
  };
}

function colorOfRow({ row }: PlacedRow): string {
  return colorOf(row.assessment?.verdict ?? "muted");
}

/** A row's mark where theory has it, with a whisker to where it was measured. */
function point(placed: NamedRow, ink: Ink): Dataset {
  const { row, name, theory, measured } = placed;
  const color = colorOfRow(placed);
  const { pointStyle, pointRotation } = markStyle(row.subject, ink);
  const places = measured === undefined ? [theory] : [theory, measured];
  return {
    type: "line",
    label: name,
    data: places.map(({ encrypt, decrypt }) => ({ x: encrypt, y: decrypt })),
    borderColor: color,
    borderWidth: 1.5,
    pointStyle: [pointStyle, "circle"],
    pointRotation,
    pointRadius: [7, 3],
    pointHoverRadius: [8, 4],
    pointBorderWidth: 2,
    pointBorderColor: color,
    pointBackgroundColor: [markOf(row.subject).hollow ? ink.ground : color, color],
  };
}

/** The name beside the mark, and the verdict if the key should not be used: no color is needed to see that. */
function nameLabel(placed: NamedRow, dataset: number): Label {
  const { name, row, theory } = placed;
  const verdict = row.assessment?.verdict;
  const isUnsafe = verdict === "broken" || verdict === "weak";
  return {
    text: isUnsafe ? `${name}: ${verdictTexts[verdict].word.toLowerCase()}` : name,
    color: colorOfRow(placed),
    at: [{ x: theory.encrypt, y: theory.decrypt }],
    how: "beside",
    isNeeded: true,
    dataset,
  };
}

/** The verdict in the middle of its region, as far from its ends as there is room. */
function regionLabel({ verdict, edges }: Region): Label {
  const middle = (edges.length - 1) / 2;
  const nearest = edges
    .map((edge, at) => ({ edge, distance: Math.abs(at - middle) }))
    .sort((a, b) => a.distance - b.distance);
  return {
    text: verdictTexts[verdict].word.toUpperCase(),
    color: colorOf(verdict),
    at: nearest.flatMap(({ edge: { encrypt, low, high } }) =>
      [0.5, 0.3, 0.7].map((part) => ({ x: encrypt, y: low + part * (high - low), between: [low, high] as const })),
    ),
    how: "on",
    isNeeded: true,
    isBold: true,
    isTransparent: true,
  };
}

function shading(regions: readonly Region[]): Plugin<"line"> {
  return {
    id: "shading",
    beforeDatasetsDraw({ ctx, chartArea: { left, right, top, bottom }, scales: { x, y } }) {
      if (x === undefined || y === undefined) return;
      ctx.save();
      ctx.beginPath();
      ctx.rect(left, top, right - left, bottom - top);
      ctx.clip();
      for (const { verdict, edges } of regions) {
        const [first, last] = [edges[0], edges.at(-1)];
        if (first === undefined || last === undefined) continue;
        const inside = edges.map((edge) => ({ ...edge, along: x.getPixelForValue(edge.encrypt) }));
        // Regions go on to the sides of the chart.
        const stops = [{ ...first, along: left }, ...inside, { ...last, along: right }];
        ctx.beginPath();
        for (const { along, low } of stops) ctx.lineTo(along, y.getPixelForValue(low));
        for (const { along, high } of stops.reverse()) ctx.lineTo(along, y.getPixelForValue(high));
        ctx.closePath();
        ctx.globalAlpha = 0.5;
        ctx.fillStyle = colorOf(`${verdict}-ground`);
        ctx.fill();
      }
      ctx.restore();
    },
  };
}

function options(ink: Ink, ends: readonly [number, number], most: number): object {
  const x = logAxis(ink, "encryption, times that of CRT", ends, factorText);
  const ticks = { color: ink.muted, maxTicksLimit: 7, includeBounds: false };
  const y = titledAxis(ink, "decryption, times that of CRT", { min: 0, max: most, ticks });
  // Points of borders have their lengths.
  const label = ({ dataset, dataIndex, parsed, raw }: Item & { readonly raw: Partial<Balance> }) => {
    const { publicExponentLength: e, crtExponentLength: w } = raw;
    const what = w === undefined ? (dataIndex === 0 ? ", theory" : ", measured") : `, |e| ${e}, w ${w}`;
    return `${dataset.label}${what}: ${costsText({ encrypt: parsed.x, decrypt: parsed.y })}`;
  };
  return lineOptions(ink, x, y, { title: () => "", label }, []);
}
