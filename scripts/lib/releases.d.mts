export interface Release {
  command: string;
  version: string;
  address: string;
  archives: Record<string, { folder: string; sha256: string }>;
}
export const wasmPack: Release;
export const wasmBindgen: Release;
