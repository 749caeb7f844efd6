export type Wish =
  | { readonly kind: "help" }
  | { readonly kind: "page"; readonly query: string; readonly browser: string }
  | {
      readonly kind: "experiment";
      readonly browser: string;
      readonly write: boolean;
      readonly command: string;
    }
  | {
      readonly kind: "comparison";
      readonly browsers: readonly string[];
      readonly parts: readonly {
        readonly name: string;
        readonly budget: { readonly seconds: number; readonly rounds: number };
      }[];
      readonly json: string | undefined;
      readonly write: boolean;
      readonly command: string;
    };

export const parts: Readonly<
  Record<string, { readonly about: string; readonly seconds: number; readonly rounds: number }>
>;
export const browserNames: readonly string[];
export const help: string;
export function readWords(words: readonly string[]): Wish;
