import type { PrivateKeyJson, PublicKeyJson, RsaWorkers, WorkerPrivateKey, WorkerPublicKey } from "rsa-variants";
import type { KeyEntry } from "../keys/entry.ts";

/** A key as it is kept: the library's own JSON, which alone keeps the variant of every key. */
interface Content {
  readonly name: string;
  readonly key: PrivateKeyJson | PublicKeyJson;
  /** When it was kept, in ms since 1970, and its number in the page then: the order in which keys come back. */
  readonly kept: readonly [time: number, id: number];
}

/** A key as bytes, to be encrypted and then overwritten. */
export async function writeContent({ id, name, privateKey, publicKey }: KeyEntry): Promise<Uint8Array<ArrayBuffer>> {
  const key = privateKey === undefined ? await publicKey.export("json") : await privateKey.export("json");
  return new TextEncoder().encode(JSON.stringify({ name, key, kept: [Date.now(), id] } satisfies Content));
}

/** A key that was kept. */
export interface KeptKey extends Pick<Content, "name" | "kept"> {
  readonly key: WorkerPrivateKey | WorkerPublicKey;
}

/** The key that `writeContent` wrote; it is checked as any key from a file. */
export async function readContent(rsa: RsaWorkers, bytes: Uint8Array): Promise<KeptKey> {
  const { name, key, kept } = JSON.parse(new TextDecoder().decode(bytes)) as Content;
  return { name, kept, key: "components" in key ? await rsa.importPrivateKey(key) : await rsa.importPublicKey(key) };
}

/** Which of two keys was kept first. */
export function inOrder({ kept: a }: KeptKey, { kept: b }: KeptKey): number {
  return a[0] - b[0] || a[1] - b[1];
}
