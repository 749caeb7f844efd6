export type Wish =
  | { readonly kind: "help" }
  | {
      readonly kind: "timing";
      readonly places: readonly string[];
      readonly parts: readonly string[];
      readonly seconds: number;
      readonly json: string | undefined;
      readonly write: boolean;
      readonly command: string;
    };

export const places: Readonly<Record<string, string>>;
export const parts: Readonly<Record<string, string>>;
export const help: string;
export function readWords(words: readonly string[]): Wish;
