/**
 * What a tab tells the others of what is kept. Nothing in it is secret: the vault's identifier is random, and a fingerprint is
 * that of a public key.
 */
export type TabMessage =
  /** Keeping began, or there are other records than before. */
  | { readonly type: "changed"; readonly vault: string }
  /** The user forgot keys, and their records are gone. */
  | { readonly type: "forgotten"; readonly vault: string; readonly fingerprints: readonly string[] }
  | { readonly type: "locked"; readonly vault: string }
  | { readonly type: "deleted"; readonly vault: string };

/** The message that data are, or nothing: whatever else this origin serves can send on the channel. */
export function readMessage(data: unknown): TabMessage | undefined {
  if (typeof data !== "object" || data === null) return undefined;
  const { type, vault, fingerprints } = data as Partial<Record<string, unknown>>;
  if (typeof vault !== "string") return undefined;
  switch (type) {
    case "changed":
    case "locked":
    case "deleted":
      return { type, vault };
    case "forgotten":
      return isFingerprints(fingerprints) ? { type, vault, fingerprints } : undefined;
    default:
      return undefined;
  }
}

function isFingerprints(value: unknown): value is readonly string[] {
  return Array.isArray(value) && value.every((each) => typeof each === "string" && /^[\da-f]{64}$/.test(each));
}

/** The other tabs of this browser that show the place. */
export class OtherTabs {
  /** Browsers without it tell nothing; their tabs learn of it from the database, when they write. */
  readonly #channel: BroadcastChannel | undefined;

  constructor() {
    if (globalThis.BroadcastChannel !== undefined) this.#channel = new BroadcastChannel("rsa-variants-storage");
  }

  tell(message: TabMessage): void {
    this.#channel?.postMessage(message);
  }

  /** Calls with what others tell from now on. */
  listen(hear: (message: TabMessage) => void): void {
    this.#channel?.addEventListener("message", ({ data }: MessageEvent<unknown>) => {
      const message = readMessage(data);
      if (message !== undefined) hear(message);
    });
  }
}
