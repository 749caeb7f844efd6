import { RsaError } from "./errors.js";

/** Refuses what is no object: of a name alone the properties would be missing, and the default taken without a word. */
export function checkOptions(options: unknown, example = '{ build: "baseline" }'): void {
  if (typeof options === "object" && options !== null) return;
  throw new RsaError("invalid-params", `the options must be an object such as ${example}, got ${String(options)}`);
}
