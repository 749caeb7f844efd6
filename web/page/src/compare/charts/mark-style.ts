import type { Subject } from "@rsa-variants/measure/tasks/protocol";
import { type Ink, resolveColor } from "../../ui/charts/colors.ts";
import { markOf } from "../views/marks.tsx";

/** How a mark looks as the points of a line in a chart. */
export function markStyle(subject: Subject, ink: Ink) {
  const mark = markOf(subject);
  const color = resolveColor(mark.color);
  const fill = mark.hollow ? ink.ground : color;
  return {
    borderColor: color,
    backgroundColor: fill,
    pointStyle: mark.shape,
    pointRotation: mark.turned ? 180 : 0,
    pointBorderWidth: 2,
    pointBorderColor: color,
    pointBackgroundColor: fill,
  };
}
