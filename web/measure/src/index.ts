/** Clock, sampler, rounds and statistics. The parts that the command `bench` uses are in the library, because it is published. */
export * from "../../library/dist/measure/clock.js";
export * from "../../library/dist/measure/messages.js";
export * from "../../library/dist/measure/quantiles.js";
export * from "../../library/dist/measure/sampler.js";
export * from "./statistics.ts";
