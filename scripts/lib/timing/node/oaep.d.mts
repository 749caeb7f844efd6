export const mistakes: { readonly "first-byte": string; readonly "label-hash": string; readonly separator: string };
export function encode(mistake: keyof typeof mistakes, length: number): Uint8Array;
export function decodeWithEarlyExit(encoded: Uint8Array): keyof typeof mistakes | Uint8Array;
