/** Imports all keys of a file. */

import type { Bindings, BindingsPrivateKey, BindingsPublicKey } from "../bindings.js";
import { isUint8Array } from "../bytes.js";
import { RsaError, type RsaErrorCode, toRsaError } from "../errors.js";
import type { PrivateKey } from "../private-key.js";
import type { PublicKey } from "../public-key.js";
import type { BindingsFound } from "./bindings.js";
import { contentOf, embeddedIn, mostOfSeveral, unwrap } from "./content.js";
import { decodeWith } from "./decode.js";
import { type ImportOptions, type ImportWarning, type Reading, readImport, startReading, Work } from "./formats.js";
import { decodedPublicKey, publicFromJson } from "./from-numbers.js";
import { type KeyData, privateFromJson, privateKey } from "./import.js";
import type { PublicNumbers } from "./jwk.js";
import { checkObject, type Members } from "./members.js";
import type { FormatsModule } from "./module.js";
import { pairOf, readHolder } from "./objects.js";
import { fromPlatform } from "./platform-keys.js";

/** JSON Web Keys in an array or in a JSON Web Key Set (RFC 7517, section 5). */
export type JsonKeys =
  | readonly unknown[]
  | {
      /** The keys of the set; those that are no RSA keys are left out. */
      readonly keys: readonly unknown[];
    };

/** The keys of a file. */
export interface ImportedKeys<Key> {
  /** In the order of the file. */
  readonly keys: readonly ImportedKey<Key>[];
  /** The keys that cannot be used, with the reason. */
  readonly leftOut: readonly LeftOutKey[];
}

/** A key of a file. */
export interface ImportedKey<Key> {
  /** Its place among all keys of the file, from 0, those that were left out included. */
  readonly index: number;
  /** Its `type` is `"private"` or `"public"`. */
  readonly key: Key;
  /** The `kid` of a JWK, the comment or host of an OpenSSH key, a friendly name of PKCS #12, or the subject of a certificate. */
  readonly name?: string | undefined;
  /** For a public key or certificate: the `index` of its private key, if that is in the file, too. */
  readonly privateKeyIndex?: number | undefined;
}

/** A key that was left out. */
export interface LeftOutKey {
  /** As for `ImportedKey`. */
  readonly index: number;
  /** As for `ImportedKey`. */
  readonly name?: string | undefined;
  /** The code of the error that `importKey` would throw for this key only. */
  readonly reason: RsaErrorCode;
  /** The message of that error. */
  readonly message: string;
}

/** A key in the main module, or the error that it caused. */
type Made = { name?: string | undefined } & (
  | { private: BindingsPrivateKey }
  | { public: BindingsPublicKey }
  | { error: RsaError }
);

/** The maximum number of keys in JSON: about as many as fit in text. */
const mostKeys = 5000;

export async function importKeys(
  bindings: Bindings,
  formats: FormatsModule,
  data: KeyData | JsonKeys,
  options: ImportOptions,
): Promise<Made[]> {
  const work = new Work();
  const reading = startReading(options, work);
  const { password, trusted, allowBroken } = readImport(options);
  const made: Made[] = [];
  const secrets: Uint8Array[] = password === undefined ? [] : [password];
  const keep = (name: string | undefined, make: (own: Reading) => Made): void => {
    const own = startReading(options, work);
    try {
      made.push({ name, ...make(own) });
    } catch (thrown) {
      const error = toRsaError(thrown);
      if (error.code === "internal") throw thrown; // not about the key
      made.push({ name, error });
    }
  };
  /** Whether another piece of data may be decoded, which takes a WebAssembly instance of its own. */
  const canDecode = (name: string | undefined): boolean => {
    try {
      work.spend(0, 0, options.limits?.powers);
      return true;
    } catch (error) {
      keep(name, () => {
        throw error;
      });
      return false;
    }
  };
  const keepDecoded = (found: BindingsFound, name: string | undefined, repairs: readonly ImportWarning[]): void =>
    keep(found.name ?? name, (own) => {
      if (found.error !== undefined) throw toRsaError(found.error);
      own.report([...repairs, ...(found.repairs ?? [])]);
      if (found.private !== undefined)
        return { private: privateKey(bindings, found.private, { reading: own, trusted, allowBroken }) };
      const numbers = found.public as NonNullable<BindingsFound["public"]>;
      return { public: decodedPublicKey(bindings, numbers, { reading: own, allowBroken }) };
    });
  const leaveOut = (name: string | undefined, error: unknown): null => {
    keep(name, () => {
      throw error;
    });
    return null;
  };
  const repairTo = (repairs: ImportWarning[]) => (code: string, message: string) =>
    void repairs.push({ code, message });
  const decode = async (bytes: Uint8Array, name: string | undefined, repairs: readonly ImportWarning[]) => {
    secrets.push(bytes);
    const given = { ...reading.options, strict: false };
    const encoded = { bytes, isPrivate: undefined, password, options: given };
    const { decoded, leftOut, errors } = await decodeWith(formats, encoded, (decoder, options, opened) =>
      decoder.decodeKeys(bytes, password, options, opened),
    );
    for (const each of decoded) {
      keepDecoded(each, name, each.private === undefined ? repairs : [...repairs, ...leftOut]);
    }
    for (const error of errors) keepDecoded({ error }, name, []);
  };
  const readObject = async (content: object): Promise<void> => {
    const { keys } = content as Members;
    const list: readonly unknown[] = Array.isArray(content) ? content : Array.isArray(keys) ? keys : [content];
    if (list.length > mostKeys) {
      throw new RsaError("invalid-encoding", `the data have ${list.length} keys, but must have at most ${mostKeys}`);
    }
    if (!list.some(isObject)) throw new RsaError("invalid-encoding", "this is JSON without keys");
    for (const [index, item] of list.entries()) {
      const embedded: ImportWarning[] = [...reading.repairs];
      const members: Members = isObject(item) ? item : {};
      const { kid } = members;
      const name = typeof kid === "string" ? kid.slice(0, 200) : undefined;
      const inside = await embeddedIn(members, repairTo(embedded)).catch((error: unknown) => leaveOut(name, error));
      if (inside === null) continue;
      if (isUint8Array(inside)) {
        if (canDecode(name)) await decode(inside, name, embedded);
        continue;
      }
      keep(name, (own) => {
        const item = inside ?? list[index];
        checkObject(`keys[${index}]`, item);
        own.repairs.push(...embedded);
        const isPrivate = (item.d !== undefined && item.d !== null) || item.components !== undefined;
        return isPrivate
          ? { private: privateFromJson(bindings, item, { reading: own, trusted, allowBroken }) }
          : { public: publicFromJson(bindings, item, { reading: own, allowBroken }) };
      });
    }
  };
  const read = async (given: unknown, isHalf = false): Promise<void> => {
    const der = fromPlatform(given);
    if (der !== undefined) return decode(await der, undefined, []);
    const held = readHolder(given, mostOfSeveral);
    const repair = repairTo(reading.repairs);
    const copy = contentOf(held === undefined ? given : await held, repair, mostOfSeveral);
    const content = isUint8Array(copy) ? await unwrap(copy, repair) : copy;
    if (isUint8Array(content)) return decode(content, undefined, reading.repairs);
    const pair = pairOf(content, isHalf);
    if (pair === undefined) return readObject(content);
    for (const half of pair) {
      await read(half, true).catch((error: unknown) => leaveOut(undefined, error));
    }
  };
  try {
    await read(data);
    return made;
  } catch (error) {
    freeAll(made);
    throw error;
  } finally {
    for (const secret of secrets) secret.fill(0);
  }
}

/** The lists of `importKeys`; `wrap` makes the caller's keys. */
export function listKeys(
  made: readonly Made[],
  wrap: (key: Exclude<Made, { error: RsaError }>) => PrivateKey | PublicKey,
): ImportedKeys<PrivateKey | PublicKey> {
  const all = made.map((each, index) => ({ index, ...(each.name === undefined ? {} : { name: each.name }), each }));
  const leftOut = all.flatMap(({ each, ...about }): LeftOutKey[] =>
    "error" in each ? [{ ...about, reason: each.error.code, message: each.error.message }] : [],
  );
  const keys = all.flatMap(({ each, ...about }) => ("error" in each ? [] : [{ ...about, key: wrap(each) }]));
  const privateKeys = new Map(
    keys.flatMap(({ key, index }) => (key.type === "private" ? [[numbersOf(key.publicKey), index] as const] : [])),
  );
  const withPairs = keys.map((each) => {
    const privateKeyIndex = each.key.type === "public" ? privateKeys.get(numbersOf(each.key)) : undefined;
    return privateKeyIndex === undefined ? each : { ...each, privateKeyIndex };
  });
  return { keys: withPairs, leftOut };
}

function numbersOf({ modulus, publicExponent }: PublicNumbers): string {
  return `${modulus} ${publicExponent}`;
}

function isObject(value: unknown): value is Members {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

function freeAll(made: readonly Made[]): void {
  for (const key of made) {
    if ("private" in key) key.private.free();
    else if ("public" in key) key.public.free();
  }
}
