/** Clock, sampler, rounds and statistics. What the command `bench` shares is in the library, which is published. */
export * from "../../library/dist/measure/clock.js";
export * from "../../library/dist/measure/messages.js";
export * from "../../library/dist/measure/quantiles.js";
export * from "../../library/dist/measure/rounds.js";
export * from "../../library/dist/measure/sampler.js";
export * from "./statistics.ts";
