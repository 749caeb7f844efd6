export const encodings: Readonly<Record<"right" | "type" | "separator", string>>;
export function encode(encoding: keyof typeof encodings, length: number): Uint8Array;
