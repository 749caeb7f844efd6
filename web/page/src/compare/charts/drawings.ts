/** The drawings of all charts, which are loaded together when the first is about to be seen. */
export { speedUpDrawing } from "./speed-up.ts";
export { tradeOffDrawing } from "./trade-off.ts";
