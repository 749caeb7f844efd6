import { formatDuration, formatNumber } from "../../common/format.ts";

/** Digits of a number that are shown at each end. */
const shown = 14;

/** A long number by its ends: "12345678901234 … 43210987654321"; a short one in full. */
export function shortened(value: bigint): string {
  const digits = value.toString();
  return digits.length <= 3 * shown ? digits : `${digits.slice(0, shown)} … ${digits.slice(-shown)}`;
}

/** The length of a number in bits. */
export function bitLength(value: bigint): number {
  return value === 0n ? 0 : value.toString(2).length;
}

const year = 365.25 * 86_400;

/** A time for people, of any size: "3 min 20 s", "12 days", "4.1 years", "about 10^15 years". */
export function formatSpan(seconds: number): string {
  if (seconds < 2 * 3600) return formatDuration(seconds * 1000);
  if (seconds < 2 * 86_400) return `${formatNumber(seconds / 3600, 2)} hours`;
  if (seconds < 2 * year) return `${formatNumber(seconds / 86_400, 2)} days`;
  const years = seconds / year;
  return years < 100_000 ? `${formatNumber(years, 2)} years` : `about 10^${Math.round(Math.log10(years))} years`;
}

const units = ["bytes", "kB", "MB", "GB", "TB", "PB"] as const;

/** Memory for people: "1.4 MB"; what no machine has as a power of two. */
export function formatBytes(bytes: number): string {
  const power = bytes < 1000 ? 0 : Math.floor(Math.log10(bytes) / 3);
  const unit = units[power];
  if (unit === undefined) return `2^${Math.round(Math.log2(bytes))} bytes`;
  return `${formatNumber(bytes / 1000 ** power, 2)} ${unit}`;
}
