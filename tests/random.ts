// Bytes and key pairs for tests in Node, from their seed (seeded.ts). Node's own come from the system.
import { createPrivateKey, createPublicKey, type KeyObject } from "node:crypto";
import { load, type Rsa } from "rsa-variants";

/** A key pair for Node's crypto, in the form of its `generateKeyPairSync`. */
export interface Pair {
  readonly privateKey: KeyObject;
  readonly publicKey: KeyObject;
}

let rsa: Promise<Rsa> | undefined;

/** Makes a key pair. */
export async function makePair(modulusLength = 2048): Promise<Pair> {
  rsa ??= load();
  const key = (await rsa).generateKey({ variant: "crt", modulusLength }, { allowBroken: true });
  const privateKey = createPrivateKey(await key.export("pkcs8-pem"));
  key.free();
  return { privateKey, publicKey: createPublicKey(privateKey) };
}

/** A key as PEM. */
export function pemOf(key: KeyObject): string {
  return key.export({ type: key.type === "private" ? "pkcs8" : "spki", format: "pem" }).toString();
}

/** Like Node's function of this name. */
export function randomBytes(length: number): Buffer<ArrayBuffer> {
  const bytes = Buffer.alloc(length);
  const most = 65_536; // at once
  for (let at = 0; at < length; at += most) crypto.getRandomValues(bytes.subarray(at, at + most));
  return bytes;
}
