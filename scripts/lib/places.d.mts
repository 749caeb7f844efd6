/** A table of a document, by the name that its comments there have. */
export interface NamedTable {
  readonly name: string;
  readonly markdown: string;
}

export function replaceTables(text: string, mark: string, tables: readonly NamedTable[]): string;
export function checkPlaces(text: string, mark: string, names: readonly string[]): void;
