import {
  type PrivateKeyFormat,
  type PublicKeyFormat,
  variantFacts,
  type WorkerPrivateKey,
  type WorkerPublicKey,
} from "rsa-variants";
import { download } from "../../core/download.ts";
import type { KeyEntry } from "./entry.ts";

/** A format of key files, as the page offers it. */
export interface FormatText<Format> {
  readonly format: Format;
  readonly name: string;
  readonly ending: string;
}

export const privateFormats: readonly FormatText<PrivateKeyFormat>[] = [
  { format: "pkcs8-pem", name: "PKCS #8, PEM", ending: "pem" },
  { format: "pkcs8-der", name: "PKCS #8, DER", ending: "p8" },
  { format: "pkcs1-pem", name: "PKCS #1, PEM", ending: "pkcs1.pem" },
  { format: "pkcs1-der", name: "PKCS #1, DER", ending: "pkcs1.der" },
  { format: "openssh", name: "OpenSSH", ending: "ssh" },
  { format: "jwk", name: "JSON Web Key", ending: "jwk" },
  { format: "json", name: "JSON of rsa-variants, keeps the variant", ending: "json" },
];

const publicFormats: readonly FormatText<PublicKeyFormat>[] = [
  { format: "spki-pem", name: "SPKI, PEM", ending: "pub.pem" },
  { format: "spki-der", name: "SPKI, DER", ending: "pub.der" },
  { format: "pkcs1-pem", name: "PKCS #1, PEM", ending: "pub.pkcs1.pem" },
  { format: "pkcs1-der", name: "PKCS #1, DER", ending: "pub.pkcs1.der" },
  { format: "openssh", name: "OpenSSH, a line ssh-rsa", ending: "pub" },
  { format: "jwk", name: "JSON Web Key", ending: "pub.jwk" },
  { format: "json", name: "JSON of rsa-variants", ending: "pub.json" },
];

/**
 * The formats that hold a private key: standard ones know neither powers of a prime nor several exponents, and OpenSSH's has
 * two primes.
 */
export function formatsFor({ params }: Pick<WorkerPrivateKey, "params">): readonly FormatText<PrivateKeyFormat>[] {
  const { variant, primes = 2 } = params;
  const isStandard = variantFacts[variant].hasStandardFormat;
  return privateFormats.filter(
    ({ format }) => format === "json" || (isStandard && (format !== "openssh" || primes === 2)),
  );
}

/** The formats that hold a public key: only JSON has the bound of an unbalanced key's messages. */
export function publicFormatsFor({
  messageLength,
}: Pick<WorkerPublicKey, "messageLength">): readonly FormatText<PublicKeyFormat>[] {
  return publicFormats.filter(({ format }) => format === "json" || messageLength === undefined);
}

/** How a format encrypts a key with a password; undefined where it cannot. */
export function encryptionOf(format: PrivateKeyFormat | PublicKeyFormat): string | undefined {
  if (format === "openssh") return "bcrypt-pbkdf, AES-256";
  return format.startsWith("pkcs8-") ? "PBES2: PBKDF2 with SHA-256, AES-256" : undefined;
}

/** A key in a format, as the content of a file. */
export function fileContent(exported: Uint8Array | string | object): Uint8Array<ArrayBuffer> | string {
  if (typeof exported === "string") return exported;
  if (exported instanceof Uint8Array) return new Uint8Array(exported);
  return `${JSON.stringify(exported, undefined, 2)}\n`;
}

/** Which half of a key is saved, and how. */
export type SaveChoice =
  | { readonly kind: "private"; readonly format: FormatText<PrivateKeyFormat>; readonly password: string | undefined }
  | { readonly kind: "public"; readonly format: FormatText<PublicKeyFormat> };

/**
 * Saves a key as a file, unless the signal says that nobody wants it any more.
 *
 * @throws RsaError as `export` of the library's keys
 */
export async function saveKey(
  { name, privateKey, publicKey }: KeyEntry,
  choice: SaveChoice,
  signal: AbortSignal,
): Promise<void> {
  const exported = await exportKey();
  signal.throwIfAborted();
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
