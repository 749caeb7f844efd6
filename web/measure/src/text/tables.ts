/** A line's values by column; what is absent stays empty. */
type CsvRecord<Column extends string> = { readonly [Each in Column]?: string | number | bigint | undefined };

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

/** A table in Markdown, with the first column aligned left and the others right. */
export function markdownTable(header: readonly string[], rows: readonly (readonly string[])[]): string {
  const align = header.map((_, index) => (index === 0 ? ":--" : "--:"));
  const lineOf = (cells: readonly string[]) => `| ${cells.map((cell) => cell.replaceAll("|", "\\|")).join(" | ")} |`;
  return [header, align, ...rows].map(lineOf).join("\n");
}
