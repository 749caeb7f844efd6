import { type Label, labelsPlugin } from "@rsa-variants/page/ui/charts/labels.ts";
import { describe, expect, it } from "vitest";

const [width, height, letter, radius] = [400, 300, 6, 5];

interface Written {
  readonly text: string;
  readonly x: number;
  readonly y: number;
}

/** What is written into a chart of 400 by 300 pixels, whose axes count pixels, with a visible and a hidden series. */
function write(labels: readonly Label[], points: readonly { x: number; y: number }[] = []) {
  const [texts, lines]: [Written[], unknown[]] = [[], []];
  const nothing = () => {};
  const ctx = {
    save: nothing,
    restore: nothing,
    beginPath: nothing,
    moveTo: nothing,
    lineTo: nothing,
    strokeText: nothing,
    stroke: () => lines.push(1),
    measureText: (text: string) => ({ width: text.length * letter }),
    fillText: (text: string, x: number, y: number) => texts.push({ text, x, y }),
  };
  const scale = { getPixelForValue: (value: number) => value };
  const chart = {
    ctx,
    options: {},
    scales: { x: scale, y: scale },
    chartArea: { left: 0, top: 0, right: width, bottom: height },
    data: { datasets: [{}, {}] },
    isDatasetVisible: (at: number) => at === 0,
    getDatasetMeta: () => ({ data: points.map((point) => ({ ...point, options: { radius } })) }),
  };
  const { afterDatasetsDraw } = labelsPlugin(labels, "white");
  type Drawn = Parameters<NonNullable<typeof afterDatasetsDraw>>[0];
  afterDatasetsDraw?.(chart as unknown as Drawn, {}, {}, false);
  return { texts, lines };
}

const boxOf = ({ text, x, y }: Written) => ({ left: x - (text.length * letter) / 2, top: y - 6, text, x, y });

function overlap(a: Written, b: Written): boolean {
  const [wide, tall] = [((a.text.length + b.text.length) * letter) / 2, 12];
  return Math.abs(a.x - b.x) < wide && Math.abs(a.y - b.y) < tall;
}

const named = (text: string, x: number, y: number, more: Partial<Label> = {}): Label => ({
  text,
  color: "black",
  at: [{ x, y }],
  how: "beside",
  ...more,
});

describe("texts in a chart", () => {
  it("cover neither points nor each other, and stay inside", () => {
    const points = Array.from({ length: 6 }, (_, at) => ({ x: 190 + 6 * at, y: 150 + 3 * (at % 3) }));
    const { texts } = write(
      points.map(({ x, y }, at) => named(`variant ${at}`, x, y, { isNeeded: true })),
      points,
    );
    expect(texts.length).toBe(points.length);
    for (const [at, text] of texts.entries()) {
      for (const other of texts.slice(at + 1)) expect(overlap(text, other), `${text.text}, ${other.text}`).toBe(false);
      for (const { x, y } of points) {
        const isAside = Math.abs(text.x - x) >= (text.text.length * letter) / 2 + radius;
        expect(isAside || Math.abs(text.y - y) >= 6 + radius, `${text.text} at ${x}`).toBe(true);
      }
      const { left, top } = boxOf(text);
      expect(left).toBeGreaterThanOrEqual(0);
      expect(top).toBeGreaterThanOrEqual(0);
    }
  });

  it("are left out where there is no room, unless they are needed: then a line leads to the point", () => {
    const points = [-20, 0, 20].flatMap((x) => [-14, 0, 14].map((y) => ({ x: 200 + x, y: 150 + y })));
    expect(write([named("CRT", 200, 150)], points).texts).toEqual([]);
    const { texts, lines } = write([named("CRT", 200, 150, { isNeeded: true })], points);
    expect([texts.length, lines.length]).toEqual([1, 1]);
  });

  it("have marks for the same place side by side, with a name beside its own mark", () => {
    const mark = (dataset: number) => named("J", 200, 150, { how: "mark", dataset });
    const { texts } = write([mark(0), mark(0), named("Scheme B", 200, 150, { dataset: 0 })]);
    const [first, second, name] = texts;
    expect([first?.x, second?.x]).toEqual([200, 207]);
    expect(name?.x).not.toBe(200);
  });

  it("fit into the region that they name, and disappear with their series", () => {
    const region = (low: number, high: number) =>
      named("WEAK", 200, 150, { how: "on", at: [{ x: 200, y: 150, between: [high, low] }] });
    expect(write([region(140, 160)]).texts).toHaveLength(1);
    expect(write([region(146, 154)]).texts).toEqual([]);
    expect(write([named("CRT", 200, 150, { dataset: 1 })]).texts).toEqual([]);
  });
});
