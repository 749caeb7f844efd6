import type { Bindings } from "../bindings.js";
import type { BlindBindings } from "../blind/bindings.js";
import { BlindClient } from "../blind/client.js";
import { type BlindSuiteName, checkSuite, type PartiallyBlindSuiteName } from "../blind/suites.js";
import type { Bytes } from "../bytes.js";
import { guarded, guardedPromise } from "../errors.js";
import type { PublicImportOptions } from "../formats/formats.js";
import { type PublicKeyOptions, publicKeyOf } from "../formats/from-numbers.js";
import type { KeyData } from "../formats/import.js";
import type { FormatsOptions } from "../formats/load.js";
import type { FormatsModule } from "../formats/module.js";
import type { ModuleBindings } from "../instantiate.js";
import { PublicKey } from "../public-key.js";
import type { Engine } from "../variants.js";
import { importPublicKey } from "./import.js";

/** The bindings of the module of public operations: some of those of the main module and of that of blind signatures. */
export type PublicBindings = ModuleBindings &
  Pick<Bindings, "engines" | "PublicKey"> &
  Pick<BlindBindings, "prepare" | "Client">;

/** The loaded library of this entry. */
export class PublicRsa {
  /** The engines that run here, fastest first; the first is the default. */
  readonly engines: readonly Engine[];
  readonly #bindings: PublicBindings;
  /** Starts to load what reads and writes other formats, once. */
  readonly #formats: () => Promise<FormatsModule>;

  /** @internal */
  constructor(bindings: PublicBindings, options: FormatsOptions) {
    this.#bindings = bindings;
    this.engines = Object.freeze(guarded(() => bindings.engines() as Engine[]));
    let formats: FormatsModule | undefined;
    this.#formats = async () => {
      const { formatsOf } = await import("../formats/load.js");
      formats ??= formatsOf(options);
      return formats;
    };
  }

  /**
   * Imports a public key, in any format that `importPublicKey` of `rsa-variants` accepts. JSON Web Keys, SPKI and PKCS #1 (PEM or DER) are
   * read at once; the first key in another format fetches the module of key formats.
   *
   * @param data as for `importPublicKey` of `rsa-variants`
   * @param options as there
   * @throws RsaError as there
   *
   * @example
   * ```ts
   * import { load } from "rsa-variants/public";
   * const rsa = await load();
   * const { publicKey } = await crypto.subtle.generateKey(
   *   { name: "RSA-PSS", hash: "SHA-256", modulusLength: 2048, publicExponent: new Uint8Array([1, 0, 1]) },
   *   true,
   *   ["sign", "verify"],
   * );
   * const key = await rsa.importPublicKey(await crypto.subtle.exportKey("jwk", publicKey));
   * console.log(key.modulusLength); // 2048
   * key.free();
   * ```
   */
  importPublicKey(data: KeyData, options: PublicImportOptions = {}): Promise<PublicKey> {
    return guardedPromise(async () =>
      this.#publicKey(await importPublicKey(this.#bindings, this.#formats, data, options)),
    );
  }

  /**
   * Makes a public key from its numbers.
   *
   * @param modulus N, odd
   * @param publicExponent e, odd, from 3 to less than N; above 8192 bits, a modulus has a shorter limit
   * @param options for an `unbalanced` key, the maximum length of messages
   * @throws RsaError as for `publicKey` of `rsa-variants`
   *
   * @example
   * ```ts
   * import { load } from "rsa-variants/public";
   * const rsa = await load();
   * const publicKey = rsa.publicKey(2n ** 521n - 1n, 65537n);
   * console.log(publicKey.encryptRaw(new Uint8Array([2])).length); // 66
   * publicKey.free();
   * ```
   */
  publicKey(modulus: bigint, publicExponent: bigint, options: PublicKeyOptions = {}): PublicKey {
    return this.#publicKey(publicKeyOf(this.#bindings, modulus, publicExponent, options));
  }

  /**
   * What clients and verifiers do in a suite of RFC 9474. Issuers use `rsa-variants/blind`.
   *
   * @param name the name of the suite
   * @throws RsaError `invalid-params` for an unknown name
   *
   * @example
   * ```ts
   * import { load } from "rsa-variants/public";
   * const suite = (await load()).suite("RSABSSA-SHA384-PSS-Randomized");
   * console.log(suite.prepare(new Uint8Array(10)).length); // 42
   * ```
   */
  suite(name: BlindSuiteName): BlindClient<BlindSuiteName>;
  /**
   * The same for a suite of partially blind signatures.
   *
   * @param name the name of the suite
   * @param info the public metadata
   * @throws RsaError `invalid-params` for an unknown name and for missing metadata
   *
   * @example
   * ```ts
   * import { load } from "rsa-variants/public";
   * const suite = (await load()).suite("RSAPBSSA-SHA384-PSS-Randomized", new TextEncoder().encode("valid in week 12"));
   * console.log(suite.name);
   * ```
   */
  suite(name: PartiallyBlindSuiteName, info: Bytes): BlindClient<PartiallyBlindSuiteName>;
  suite(
    name: BlindSuiteName | PartiallyBlindSuiteName,
    info?: Bytes,
  ): BlindClient<BlindSuiteName | PartiallyBlindSuiteName> {
    const suite = checkSuite(name, info);
    return new BlindClient(this.#bindings, suite.name, suite.info);
  }

  #publicKey(bindings: ConstructorParameters<typeof PublicKey>[0]): PublicKey {
    return new PublicKey(bindings, { use: async (call) => (await this.#formats()).use(call) });
  }
}
