/** A line's values by column; what is absent stays empty. */
export type CsvRecord<Column extends string> = Partial<Record<Column, string | number | bigint>>;

/** Comma-separated values with a heading (RFC 4180). */
export function csvTable<Column extends string>(
  columns: readonly Column[],
  records: readonly CsvRecord<Column>[],
): string {
  const lines = records.map((record) => columns.map((column) => csvField(record[column])).join(","));
  return `${[columns.join(","), ...lines].join("\r\n")}\r\n`;
}

function csvField(value: string | number | bigint | undefined): string {
  const text = value === undefined ? "" : String(value);
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}
