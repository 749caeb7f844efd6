export function findOpenssl(): Promise<string | undefined>;
export function ensureOpenssl(): Promise<string>;
