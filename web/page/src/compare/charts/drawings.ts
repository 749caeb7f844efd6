/** The drawings of all charts, which are loaded together when the first is about to be seen. */
export { bothWaysDrawing } from "./both-ways.ts";
export { timesDrawing } from "./times.ts";
export { tradeOffDrawing } from "./trade-off.ts";
