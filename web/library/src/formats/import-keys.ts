/** Imports all keys of a file. */

import { RsaError, type RsaErrorCode, toRsaError } from "../errors.js";
import type { Glue, GluePrivateKey, GluePublicKey } from "../glue.js";
import { contentOf, embeddedIn } from "./content.js";
import { decodeWith } from "./decode.js";
import { type ImportOptions, type ImportWarning, type Reading, readImport, startReading } from "./formats.js";
import type { GlueFound } from "./glue.js";
import { type KeyData, privateFromJson, privateKey, publicFromJson } from "./import.js";
import { checkObject, type Members } from "./members.js";
import type { FormatsModule } from "./module.js";
import { fromPlatform } from "./platform-keys.js";

/** JSON Web Keys in an array or in a JSON Web Key Set (RFC 7517, section 5). */
export type JsonKeys = readonly unknown[] | { readonly keys: readonly unknown[] };

/** The keys of a file. */
export interface ImportedKeys<Key> {
  /** In the order of the file. */
  readonly keys: readonly ImportedKey<Key>[];
  /** The keys that cannot be used, with the reason. */
  readonly leftOut: readonly LeftOutKey[];
}

/** A key of a file. */
export interface ImportedKey<Key> {
  /** Its `type` is `"private"` or `"public"`. */
  readonly key: Key;
  /** The `kid` of a JWK, the comment or host of an OpenSSH key, a friendly name of PKCS #12, or the subject of a certificate. */
  readonly name?: string | undefined;
}

/** A key that was left out. */
export interface LeftOutKey {
  /** As for `ImportedKey`. */
  readonly name?: string | undefined;
  /** The code of the error that `importKey` would throw for this key only. */
  readonly reason: RsaErrorCode;
  /** The message of that error. */
  readonly message: string;
}

/** A key in the main module, or the reason why there is none. */
type Made = { name?: string | undefined } & (
  | { private: GluePrivateKey }
  | { public: GluePublicKey }
  | { error: RsaError }
);

/** The maximum number of keys, as of PEM blocks that fit in the data. */
const mostKeys = 1000;

export async function importKeys(
  glue: Glue,
  formats: FormatsModule,
  data: KeyData | JsonKeys,
  options: ImportOptions,
): Promise<Made[]> {
  const reading = startReading(options);
  const { password, trusted, allowBroken } = readImport(options);
  const made: Made[] = [];
  const secrets: Uint8Array[] = password === undefined ? [] : [password];
  const keep = (name: string | undefined, make: (own: Reading) => Made): void => {
    const own = startReading(options);
    try {
      made.push({ name, ...make(own) });
    } catch (thrown) {
      const error = toRsaError(thrown);
      if (error.code === "internal") throw thrown; // not about the key
      made.push({ name, error });
    }
  };
  const keepDecoded = (found: GlueFound, name: string | undefined, repairs: readonly ImportWarning[]): void =>
    keep(found.name ?? name, (own) => {
      if (found.error !== undefined) throw toRsaError(found.error);
      own.report([...repairs, ...(found.repairs ?? [])]);
      if (found.private !== undefined) return { private: privateKey(glue, found.private, trusted, allowBroken) };
      const { modulus, publicExponent } = found.public as NonNullable<GlueFound["public"]>;
      return { public: new glue.PublicKey(modulus, publicExponent) };
    });
  const decode = async (bytes: Uint8Array, name: string | undefined, repairs: readonly ImportWarning[]) => {
    secrets.push(bytes);
    const given = { ...reading.options, strict: false };
    const encoded = { bytes, isPrivate: undefined, password, options: given };
    const { decoded, leftOut, errors } = await decodeWith(formats, encoded, (decoder, opened) =>
      decoder.decodeKeys(bytes, password, given, opened),
    );
    for (const each of decoded) {
      keepDecoded(each, name, each.private === undefined ? repairs : [...repairs, ...leftOut]);
    }
    for (const error of errors) keepDecoded({ error }, name, []);
  };
  try {
    const repair = (code: string, message: string) => void reading.repairs.push({ code, message });
    const der = fromPlatform(data);
    const content = der === undefined ? contentOf(data, repair) : await der;
    if (content instanceof Uint8Array) {
      await decode(content, undefined, reading.repairs);
      return made;
    }
    const { keys } = content as Members;
    const list: readonly unknown[] = Array.isArray(content) ? content : Array.isArray(keys) ? keys : [content];
    if (list.length > mostKeys) {
      throw new RsaError("invalid-encoding", `the data have ${list.length} keys, but must have at most ${mostKeys}`);
    }
    for (const [index, item] of list.entries()) {
      const embedded: ImportWarning[] = [...reading.repairs];
      const isObject = typeof item === "object" && item !== null && !Array.isArray(item);
      const members = (isObject ? item : {}) as Members;
      const { kid } = members;
      const name = typeof kid === "string" ? kid.slice(0, 200) : undefined;
      const bytes = embeddedIn(members, (code, message) => void embedded.push({ code, message }));
      if (bytes !== undefined) {
        await decode(bytes, name, embedded);
        continue;
      }
      keep(name, (own) => {
        checkObject(`keys[${index}]`, item);
        own.repairs.push(...reading.repairs);
        const isPrivate = (item.d !== undefined && item.d !== null) || item.components !== undefined;
        return isPrivate
          ? { private: privateFromJson(glue, item, { reading: own, trusted, allowBroken }) }
          : { public: publicFromJson(glue, item, own) };
      });
    }
    return made;
  } catch (error) {
    freeAll(made);
    throw error;
  } finally {
    for (const secret of secrets) secret.fill(0);
  }
}

function freeAll(made: readonly Made[]): void {
  for (const key of made) {
    if ("private" in key) key.private.free();
    else if ("public" in key) key.public.free();
  }
}
