export interface Browser {
  readonly name: string;
  readonly launch: object;
  ensure(): Promise<string>;
}

export const browsers: Readonly<Record<"chromium" | "firefox", Browser>>;

export function serveMeasuringPage(): Promise<{
  readonly address: string;
  load(path: string): Promise<unknown>;
  close(): Promise<void>;
}>;

export function callInBrowser(
  place: {
    readonly launch: object;
    readonly executablePath: string;
    readonly address: string;
    readonly onProgress: (text: string) => void;
  },
  name: "compare" | "pageTable" | "experiment",
  argument?: unknown,
): Promise<{ readonly version: string; readonly result: unknown }>;
