/** Numbers have a few significant digits everywhere and, from five digits on, commas between groups of three, as in the texts. */

/** A narrow space where a line cannot break. */
const narrowSpace = "\u202f";

/**
 * A number with a fixed number of significant digits and no exponent.
 *
 * @example
 * ```ts
 * formatNumber(0.0123456); // "0.0123"
 * formatNumber(12345); // "12,300"
 * ```
 */
export function formatNumber(value: number, digits = 3): string {
  if (!Number.isFinite(value)) return "–";
  if (value === 0) return "0";
  const rounded = Number(value.toPrecision(digits));
  const exponent = Math.floor(Math.log10(Math.abs(rounded)));
  const text = rounded.toFixed(Math.max(0, digits - 1 - exponent));
  const [whole, fraction] = text.split(".") as [string, string | undefined];
  return fraction === undefined ? grouped(whole) : `${grouped(whole)}.${fraction}`;
}

/**
 * A whole number in full.
 *
 * @example
 * ```ts
 * formatCount(12302); // "12,302"
 * ```
 */
export function formatCount(value: number | bigint): string {
  return grouped(String(value));
}

/** Lengths such as 2048 stay as they are. */
function grouped(digits: string): string {
  return digits.length > 4 ? digits.replace(/\B(?=(\d{3})+$)/g, ",") : digits;
}

/** A range "low–high" with three digits, or four if the ends would look the same. */
export function formatRange(low: number, high: number, digits = 3): string {
  const short = `${formatNumber(low, digits)}–${formatNumber(high, digits)}`;
  if (formatNumber(low, digits) !== formatNumber(high, digits)) return short;
  return `${formatNumber(low, digits + 1)}–${formatNumber(high, digits + 1)}`;
}

/** A factor as "3.47 ×". */
export function formatFactor(value: number, digits = 3): string {
  return `${formatNumber(value, digits)}${narrowSpace}×`;
}

/**
 * How many times as fast: "15.3 ×", or how many times slower: "100 × slower".
 */
export function formatSpeed(value: number, digits = 3): string {
  return value >= 0.995 ? formatFactor(value, digits) : `${formatFactor(1 / value, digits)} slower`;
}

/** The range of a speed, in the direction of {@link formatSpeed}: "15.1–15.6" for 15.3, "99.2–101" for 100 × slower. */
export function formatSpeedRange({ value, low, high }: { value: number; low: number; high: number }): string {
  return value >= 0.995 ? formatRange(low, high) : formatRange(1 / high, 1 / low);
}

/** A duration: "850 ms", "12 s", "3 min 20 s". */
export function formatDuration(milliseconds: number): string {
  if (milliseconds < 1) return `${formatNumber(milliseconds * 1000, 2)} µs`;
  if (milliseconds < 1000) return `${formatNumber(milliseconds, 2)} ms`;
  const seconds = Math.round(milliseconds / 1000);
  if (seconds < 100) return `${seconds} s`;
  const rest = seconds % 60;
  return `${Math.floor(seconds / 60)} min${rest === 0 ? "" : ` ${rest} s`}`;
}

/** A number of bytes: "512 bytes", "1.5 MiB", or a power of two if no machine has that many. */
export function formatBytes(bytes: number): string {
  if (bytes < 1024) return `${formatCount(Math.round(bytes))} ${bytes === 1 ? "byte" : "bytes"}`;
  const units = ["KiB", "MiB", "GiB", "TiB", "PiB"];
  const power = Math.floor(Math.log2(bytes) / 10);
  if (power > units.length) return `2^${Math.round(Math.log2(bytes))} bytes`;
  return `${formatNumber(bytes / 1024 ** power)} ${units[power - 1]}`;
}

/** "a", "a and b", "a, b and c". */
export function formatList(items: readonly string[]): string {
  if (items.length <= 1) return items[0] ?? "";
  return `${items.slice(0, -1).join(", ")} and ${items[items.length - 1]}`;
}

/** A public exponent in full if it is short, otherwise its length. */
export function formatExponent(value: bigint): string {
  const text = value.toString();
  return text.length <= 12 ? text : `${value.toString(2).length} bits`;
}

/** A message with a capital first letter. */
export function capitalized(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}

/** A message as a whole sentence. Browsers end theirs with a full stop, the library does not. */
export function sentence(text: string): string {
  return capitalized(text.endsWith(".") ? text : `${text}.`);
}
