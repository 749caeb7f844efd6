// Texts inside a chart, so that it can be read without its legend and without colors. None covers a point or another text.

import type { Chart, Plugin } from "chart.js";

export interface Label {
  readonly text: string;
  readonly color: string;
  /** Where it may be, in values of the axes: the first place with room is taken. */
  readonly at: readonly Place[];
  /** Beside the place, clear of a point that is there; on it; or on it and always drawn, as a mark of its own. */
  readonly how: "beside" | "on" | "mark";
  /** Whether it may be far from the place, with a line to it, rather than be left out. */
  readonly isNeeded?: boolean;
  /** Whether what is under the text shows through between its letters. */
  readonly isTransparent?: boolean;
  readonly isBold?: boolean;
  /** The series that it belongs to, with which it is hidden. */
  readonly dataset?: number;
}

interface Place {
  readonly x: number;
  readonly y: number;
  /** Two values of y between which the text must fit. */
  readonly between?: readonly [number, number];
}

interface Box {
  readonly left: number;
  readonly right: number;
  readonly top: number;
  readonly bottom: number;
}

const fontSize = 11.5;
const lineHeight = 14;
/** Pixels from a point to the text beside it, nearest first. */
const distances = [9, 18, 30, 44];

/** Draws texts where there is room. A reader finds those that are left out under the pointer. */
export function labelsPlugin(labels: readonly Label[], ground: string): Plugin<"line"> {
  return {
    id: "labels",
    afterDatasetsDraw(chart) {
      const { ctx } = chart;
      const taken = pointsOf(chart);
      // A mark that made room for another has its name beside it, not beside the point.
      const marks = new Map<number | undefined, Box[]>();
      ctx.save();
      ctx.textAlign = "center";
      ctx.textBaseline = "middle";
      ctx.lineJoin = "round";
      for (const label of labels) {
        if (label.dataset !== undefined && !chart.isDatasetVisible(label.dataset)) continue;
        ctx.font = `${label.isBold === true ? "650 " : ""}${fontSize}px ${chart.options.font?.family ?? "sans-serif"}`;
        const own = marks.get(label.dataset) ?? [];
        const found = placeFor(label, ctx.measureText(label.text).width, chart, taken, own);
        if (found === undefined) continue;
        const { box, leader } = found;
        taken.push(box);
        if (label.how === "mark") marks.set(label.dataset, [...own, box]);
        const [x, y] = [(box.left + box.right) / 2, (box.top + box.bottom) / 2];
        if (leader !== undefined) {
          ctx.lineWidth = 1;
          ctx.strokeStyle = label.color;
          ctx.beginPath();
          ctx.moveTo(leader.x, leader.y);
          ctx.lineTo(nearest(leader.x, box.left, box.right), nearest(leader.y, box.top + 2, box.bottom - 2));
          ctx.stroke();
        }
        ctx.lineWidth = 3;
        ctx.strokeStyle = ground;
        if (label.isTransparent !== true) ctx.strokeText(label.text, x, y);
        ctx.fillStyle = label.color;
        ctx.fillText(label.text, x, y);
      }
      ctx.restore();
    },
  };
}

/** The value between two others that is nearest to a third. */
const nearest = (value: number, low: number, high: number) => Math.min(Math.max(value, low), high);

/** A place for a text, and the point that a line leads from if the text is far from it. Pixels. */
function placeFor(
  { at, how, isNeeded = false }: Label,
  width: number,
  { scales, chartArea }: Chart,
  taken: readonly Box[],
  marks: readonly Box[],
) {
  const { x: across, y: along } = scales;
  if (across === undefined || along === undefined) return undefined;
  const boxAt = (x: number, y: number): Box => ({
    left: x - width / 2,
    right: x + width / 2,
    top: y - lineHeight / 2,
    bottom: y + lineHeight / 2,
  });
  const isFree = ({ left, right, top, bottom }: Box) =>
    !taken.some((other) => left < other.right && right > other.left && top < other.bottom && bottom > other.top);
  const { left, right, top, bottom } = chartArea;
  const hasRoom = (box: Box) =>
    box.left >= left && box.right <= right && box.top >= top && box.bottom <= bottom && isFree(box);
  const spots = at.map(({ x, y, between }) => ({
    x: across.getPixelForValue(x),
    y: along.getPixelForValue(y),
    room: between ? along.getPixelForValue(between[0]) - along.getPixelForValue(between[1]) : Number.POSITIVE_INFINITY,
  }));
  if (how === "mark") {
    // Marks of the same place stand side by side.
    const boxes = spots.flatMap(({ x, y }) => [0, 1, -1, 2, -2].map((step) => boxAt(x + step * (width + 1), y)));
    const box = boxes.find(isFree) ?? boxes[0];
    return box && { box, leader: undefined };
  }
  const on = spots.filter(({ room }) => room >= lineHeight + 2).map(({ x, y }) => boxAt(x, y));
  const box = how === "on" ? on.find(hasRoom) : undefined;
  if (box !== undefined || (how === "on" && !isNeeded)) return box && { box, leader: undefined };
  const moved = marks.map(({ left, right, top, bottom }) => ({ x: (left + right) / 2, y: (top + bottom) / 2 }));
  const points: { x: number; y: number }[] = moved.length > 0 ? moved : spots.sort((a, b) => b.room - a.room);
  const usable = how === "on" ? distances.slice(1) : distances;
  for (const distance of isNeeded ? usable : usable.slice(0, 1)) {
    const [sideways, upwards] = [distance + width / 2, distance + lineHeight / 2 - 3];
    const directions = [
      [sideways, 0],
      [-sideways, 0],
      [0, -upwards],
      [0, upwards],
      [sideways, -upwards],
      [sideways, upwards],
      [-sideways, -upwards],
      [-sideways, upwards],
    ] as const;
    for (const leader of points) {
      const beside = directions.map(([dx, dy]) => boxAt(leader.x + dx, leader.y + dy)).find(hasRoom);
      if (beside !== undefined) return { box: beside, leader: distance === distances[0] ? undefined : leader };
    }
  }
  return undefined;
}

function pointsOf(chart: Chart): Box[] {
  const visible = chart.data.datasets.flatMap((_dataset, at) =>
    chart.isDatasetVisible(at) ? chart.getDatasetMeta(at).data : [],
  );
  return visible.flatMap(({ x, y, options }): Box[] => {
    const { radius } = options as { radius?: number };
    if (radius === undefined || radius === 0 || Number.isNaN(x + y)) return [];
    return [{ left: x - radius - 1, right: x + radius + 1, top: y - radius - 1, bottom: y + radius + 1 }];
  });
}
