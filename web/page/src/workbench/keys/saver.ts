import type { PrivateKeyFormat, PublicKeyFormat } from "rsa-variants";
import { download } from "../../common/download.ts";
import type { KeyEntry } from "./entry.ts";
import { type FormatText, fileContent } from "./formats.ts";

/** Which half of a key is saved, and how. */
export type SaveChoice =
  | { readonly kind: "private"; readonly format: FormatText<PrivateKeyFormat>; readonly password: string | undefined }
  | { readonly kind: "public"; readonly format: FormatText<PublicKeyFormat> };

/**
 * Saves a key as a file.
 *
 * @throws RsaError as `export` of the library's keys
 */
export async function saveKey({ name, privateKey, publicKey }: KeyEntry, choice: SaveChoice): Promise<void> {
  const exported = await exportKey();
  download(`${fileName(name)}.${choice.format.ending}`, "application/octet-stream", fileContent(exported));

  async function exportKey(): Promise<Uint8Array | string | object> {
    if (choice.kind === "public") return publicKey.export(choice.format.format);
    if (privateKey === undefined) throw new Error("only the public key is here");
    return privateKey.export(choice.format.format, { password: choice.password });
  }
}

/** A name without what file systems refuse. */
export function fileName(name: string): string {
  return name.replaceAll(/[\s\\/:*?"<>|\p{C}]+/gu, "-").replaceAll(/^[-.]+|[-.]+$/g, "") || "key";
}
