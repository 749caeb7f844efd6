import type { PrivateKeyJson, PublicKeyJson, RsaWorkers, WorkerPrivateKey, WorkerPublicKey } from "rsa-variants";
import type { KeyEntry } from "../keys/entry.ts";

/** A key as it is kept: the library's own JSON, which alone keeps the variant of every key. */
interface Content {
  readonly name: string;
  readonly key: PrivateKeyJson | PublicKeyJson;
}

/** A key as bytes, to be encrypted and then overwritten. */
export async function writeContent({ name, privateKey, publicKey }: KeyEntry): Promise<Uint8Array<ArrayBuffer>> {
  const key = privateKey === undefined ? await publicKey.export("json") : await privateKey.export("json");
  return new TextEncoder().encode(JSON.stringify({ name, key } satisfies Content));
}

/** The key that `writeContent` wrote; it is checked as any key from a file. */
export async function readContent(
  rsa: RsaWorkers,
  bytes: Uint8Array,
): Promise<{ readonly name: string; readonly key: WorkerPrivateKey | WorkerPublicKey }> {
  const { name, key } = JSON.parse(new TextDecoder().decode(bytes)) as Content;
  return { name, key: "components" in key ? await rsa.importPrivateKey(key) : await rsa.importPublicKey(key) };
}
