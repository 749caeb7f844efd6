import {
  type ChoiceField,
  chooseVariant,
  chosenParams,
  defaultChoice,
  type KeyChoice,
  takesNumber,
} from "@rsa-variants/measure/plan/key-choice";
import type { Answer, Assessor } from "@rsa-variants/measure/run/assessor";
import { formatExponent } from "@rsa-variants/measure/text/format";
import { paramsText } from "@rsa-variants/measure/text/params";
import {
  factsOf,
  hasParam,
  type KeyParams,
  keyParams,
  type PrivateKeyFormat,
  type PublicKeyFormat,
  type Variant,
  type WorkerPrivateKey,
  type WorkerPublicKey,
} from "rsa-variants";
import type { KeyAssessment, Security } from "rsa-variants/security";
import { paramLimits } from "rsa-variants/theory";
import { download } from "../../core/download.ts";
import { groupedFingerprint } from "../../ui/fingerprint.tsx";

export interface KeyEntry {
  readonly id: number;
  readonly name: string;
  readonly publicKey: WorkerPublicKey;
  /** Absent if only the public key is here. */
  readonly privateKey: WorkerPrivateKey | undefined;
  /** SHA-256 of the public key as SubjectPublicKeyInfo, in hexadecimal. */
  readonly fingerprint: string;
  /** Whether the private key came from a file or was saved to one. */
  readonly isInFile: boolean;
}

/** A private key's parameters; of a public key only what anyone sees. */
export function describeKey({ privateKey, publicKey }: Pick<KeyEntry, "privateKey" | "publicKey">): string {
  if (privateKey !== undefined) return paramsText(privateKey.params);
  return `n\u00a0${publicKey.modulusLength}, e\u00a0${formatExponent(publicKey.publicExponent)}`;
}

/** The name of a key to which nobody gave one: "Key 2d7e-2965". */
export function keyName(fingerprint: string): string {
  return `Key ${fingerprint.slice(0, 4)}-${fingerprint.slice(4, 8)}`;
}

/** The first 64 bits, which are enough to tell one's own keys apart. */
export function shortFingerprint(fingerprint: string): string {
  return `key fingerprint ${groupedFingerprint(fingerprint.slice(0, 16))} …`;
}

/** A key's name in a list; if other keys have it, too, with the beginning of the fingerprint. */
export function optionText(key: KeyEntry, keys: readonly KeyEntry[]): string {
  const isAlone = keys.filter(({ name }) => name === key.name).length === 1;
  const details = [
    ...(describeKey(key) === key.name ? [] : [describeKey(key)]), // a key without a name of its own
    ...(isAlone ? [] : [shortFingerprint(key.fingerprint)]),
  ];
  return details.length === 0 ? key.name : `${key.name} (${details.join(", ")})`;
}

/** Assesses a key together with the others in the page, which may share a prime with it. */
export type KeyAssessor = (entry: KeyEntry, entries: readonly KeyEntry[]) => Promise<KeyAssessment>;

/** Assesses a key again only after other keys came or went: it takes some tenths of a second. */
export function createKeyAssessor(security: Pick<Security, "assess">): KeyAssessor {
  const known = new WeakMap<KeyEntry["publicKey"], { beside: string; assessment: Promise<KeyAssessment> }>();
  const assess: KeyAssessor = async ({ publicKey, privateKey }, entries) => {
    await new Promise((resolve) => setTimeout(resolve)); // draw the list first
    const others = entries.map((each) => each.publicKey);
    if (privateKey === undefined) return security.assess(publicKey, { others });
    return security.assess({ params: privateKey.params, components: await privateKey.components() }, { others });
  };
  return (entry, entries) => {
    const others = entries.filter(({ id }) => id !== entry.id);
    const beside = others.map(({ fingerprint }) => fingerprint).join(" ");
    const before = known.get(entry.publicKey);
    if (before?.beside === beside) return before.assessment;
    const assessment = assess(entry, others);
    known.set(entry.publicKey, { beside, assessment });
    return assessment;
  };
}

export interface NewKey extends KeyChoice {
  readonly name: string;
  /** Whether to make a second key on the same modulus with a short e. */
  readonly withCompatible: boolean;
  readonly publicExponent: bigint;
  /** What the user has chosen; numbers that are not in it follow n and the others. */
  readonly own: readonly (keyof NewKey)[];
}

/** A key that all software accepts, with the strength that NIST asks for after 2030. */
export const defaultNewKey: NewKey = {
  ...defaultChoice,
  name: "",
  withCompatible: false,
  crtExponentLength: 512,
  // The default of key generation has no room for a file's key.
  primeLength: 832,
  publicExponent: 65537n,
  own: [],
};

/** The choice after a change by the user. */
export function changeNewKey(newKey: NewKey, change: Partial<NewKey>): NewKey {
  const own = new Set([...newKey.own, ...(Object.keys(change) as (keyof NewKey)[])]);
  return followed({ ...newKey, ...change, own: [...own] });
}

export function withVariant(newKey: NewKey, variant: Variant): NewKey {
  // Tunable starts with default lengths of e and w: others hardly fit each other.
  const own = takesNumber(variant, "publicExponentLength")
    ? newKey.own.filter((name) => name !== "publicExponentLength" && name !== "crtExponentLength")
    : newKey.own;
  return followed({ ...chooseVariant(newKey, variant), own });
}

/** The choice after advice: what it changes counts as chosen. */
export function withAdvice(newKey: NewKey, { publicExponent, ...numbers }: KeyParams): NewKey {
  const length = publicExponent?.toString(2).length;
  const exponent = takesNumber(numbers.variant, "publicExponentLength")
    ? { publicExponentLength: length }
    : { publicExponent: publicExponent ?? newKey.publicExponent };
  const all = Object.entries({ ...numbers, ...exponent }) as [keyof NewKey, NewKey[keyof NewKey]][];
  return changeNewKey(newKey, Object.fromEntries(all.filter(([name, value]) => newKey[name] !== value)));
}

/** Gives the numbers that nobody chose the defaults for the others. */
function followed(newKey: NewKey): NewKey {
  const { variant, own, crtExponentLength, publicExponentLength, primeLength } = newKey;
  const isFree = (name: ChoiceField) => takesNumber(variant, name) && !own.includes(name);
  const e = isFree("publicExponentLength") ? undefined : publicExponentLength;
  const limits = paramLimits(newKeyParams({ ...newKey, publicExponentLength: e }));
  const prime = limits.primeLength;
  return {
    ...newKey,
    publicExponentLength: e ?? limits.publicExponent?.default,
    crtExponentLength: isFree("crtExponentLength")
      ? (limits.crtExponentLength?.default ?? crtExponentLength)
      : crtExponentLength,
    primeLength:
      isFree("primeLength") && prime !== undefined
        ? Math.min(prime.most, Math.max(prime.default, defaultNewKey.primeLength))
        : primeLength,
  };
}

/** Whether a variant's keys have a field; Tunable has the length of e instead of e. */
export function hasField(variant: Variant, field: ChoiceField | "publicExponent"): boolean {
  if (field !== "publicExponent") return takesNumber(variant, field);
  return hasParam(variant, field) && !takesNumber(variant, "publicExponentLength");
}

/** Whether a second key can be made on the same modulus: where e is as long as N. */
export function canBeCompatible(variant: Variant): boolean {
  return factsOf(variant).withShortPublicExponent !== undefined;
}

export function newKeyParams(choice: NewKey): KeyParams {
  const params = chosenParams(choice);
  if (!hasField(choice.variant, "publicExponent")) return params;
  return keyParams({ ...params, publicExponent: choice.publicExponent });
}

/** The verdict on the key that would be made, or why there is no such key; undefined until the verdicts are loaded. */
export function newKeyAnswer(assess: Assessor | undefined, newKey: NewKey): Answer | undefined {
  return assess?.({ params: newKeyParams(newKey) });
}

interface FormatText<Format> {
  readonly format: Format;
  readonly name: string;
  readonly ending: string;
}

const privateFormats: readonly FormatText<PrivateKeyFormat>[] = [
  { format: "pkcs8-pem", name: "PKCS #8, PEM", ending: "pem" },
  { format: "pkcs8-der", name: "PKCS #8, DER", ending: "p8" },
  { format: "pkcs1-pem", name: "PKCS #1, PEM", ending: "pkcs1.pem" },
  { format: "pkcs1-der", name: "PKCS #1, DER", ending: "pkcs1.der" },
  { format: "openssh", name: "OpenSSH", ending: "ssh" },
  { format: "jwk", name: "JSON Web Key", ending: "jwk" },
  { format: "json", name: "JSON of rsa-variants, keeps the variant", ending: "json" },
];

const publicFormats: readonly FormatText<PublicKeyFormat>[] = [
  { format: "spki-pem", name: "PEM (SPKI), works almost everywhere", ending: "pub.pem" },
  { format: "spki-der", name: "SPKI, DER", ending: "pub.der" },
  { format: "pkcs1-pem", name: "PKCS #1, PEM", ending: "pub.pkcs1.pem" },
  { format: "pkcs1-der", name: "PKCS #1, DER", ending: "pub.pkcs1.der" },
  { format: "openssh", name: "OpenSSH (one ssh-rsa line)", ending: "pub" },
  { format: "jwk", name: "JSON Web Key", ending: "pub.jwk" },
  { format: "json", name: "JSON of rsa-variants", ending: "pub.json" },
];

/** Standard formats have neither powers of a prime nor several exponents, and OpenSSH's has two primes. */
export function formatsFor({ params }: Pick<WorkerPrivateKey, "params">): readonly FormatText<PrivateKeyFormat>[] {
  const { variant, primes = 2 } = params;
  const isStandard = factsOf(variant).hasStandardFormat === true;
  return privateFormats.filter(
    ({ format }) => format === "json" || (isStandard && (format !== "openssh" || primes === 2)),
  );
}

/** Only JSON has the longest message of an unbalanced key. */
export function publicFormatsFor({ messageLength }: WorkerPublicKey): readonly FormatText<PublicKeyFormat>[] {
  return publicFormats.filter(({ format }) => format === "json" || messageLength === undefined);
}

/** How a format encrypts a key with a password, if it can. */
export function encryptionOf(format: PrivateKeyFormat | PublicKeyFormat): string | undefined {
  if (format === "openssh") return "bcrypt-pbkdf, AES-256";
  return format.startsWith("pkcs8-") ? "PBES2: PBKDF2 with SHA-256, AES-256" : undefined;
}

export function fileContent(exported: Uint8Array | string | object): Uint8Array<ArrayBuffer> | string {
  if (typeof exported === "string") return exported;
  if (exported instanceof Uint8Array) return new Uint8Array(exported);
  return `${JSON.stringify(exported, undefined, 2)}\n`;
}

export type SaveChoice =
  | { readonly kind: "private"; readonly format: FormatText<PrivateKeyFormat>; readonly password: string | undefined }
  | { readonly kind: "public"; readonly format: FormatText<PublicKeyFormat> };

/** Saves a key as a file, unless the signal comes first. */
export async function saveKey(
  { name, privateKey, publicKey }: KeyEntry,
  choice: SaveChoice,
  signal: AbortSignal,
): Promise<void> {
  const exported =
    choice.kind === "public"
      ? await publicKey.export(choice.format.format)
      : await privateKey?.export(choice.format.format, { password: choice.password });
  signal.throwIfAborted();
  if (exported === undefined) throw new Error("only the public key is here");
  download(`${fileName(name)}.${choice.format.ending}`, "application/octet-stream", fileContent(exported));
}

/** A name in lower case, without what file systems refuse. */
export function fileName(name: string): string {
  return (
    name
      .toLowerCase()
      .replaceAll(/[\s\\/:*?"<>|,\p{C}]+/gu, "-")
      .replaceAll(/^[-.]+|[-.]+$/g, "") || "key"
  );
}
