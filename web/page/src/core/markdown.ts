/** A table in Markdown: the first column to the left, figures to the right. */
export function markdownTable(header: readonly string[], rows: readonly (readonly string[])[]): string {
  const align = header.map((_, index) => (index === 0 ? ":--" : "--:"));
  return [header, align, ...rows].map((cells) => `| ${cells.join(" | ")} |`).join("\n");
}
