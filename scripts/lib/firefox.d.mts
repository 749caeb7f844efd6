export function findFirefox(): Promise<string | undefined>;
export function ensureFirefox(): Promise<string>;
