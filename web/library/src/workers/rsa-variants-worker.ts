/**
 * A worker script for `connect({ worker })`. Import this module in your worker; it starts to serve and has no exports.
 *
 * @example
 * ```ts
 * // worker.js, which your bundler bundles
 * import "rsa-variants/worker";
 *
 * // the main script:
 * // connect({ worker: () => new Worker(new URL("./worker.js", import.meta.url), { type: "module" }) })
 * ```
 *
 * @module
 */
import type { Build } from "../builds.js";
import { containersBuild, FormatsModule, formatsBuild } from "../formats/module.js";
import { readers } from "../formats/readers.js";
import { PrivateKey, usePrivateKey } from "../private-key.js";
import { checksumOf, PublicKey } from "../public-key.js";
import { startRsa } from "../start.js";
import type { KeyRecord, PublicKeyRecord } from "./protocol.js";
import { serve } from "./serve.js";

function recordOf(value: unknown): KeyRecord | undefined {
  if (value instanceof PublicKey) return publicRecordOf(value);
  if (!(value instanceof PrivateKey)) return undefined;
  const { params, publicKeys } = value;
  const checksum = usePrivateKey(value, (key) => key.checksum);
  const components = value.components();
  return { kind: "private", params, components, checksum, publicKeys: publicKeys.map(publicRecordOf) };
}

function publicRecordOf(key: PublicKey): PublicKeyRecord {
  const { modulusLength, modulus, publicExponent, messageLength } = key;
  return { kind: "public", modulusLength, modulus, publicExponent, messageLength, checksum: checksumOf(key) };
}

serve("rsa", async ({ build, module }, askForModule) => {
  const formats = new FormatsModule(
    async (use) => use(await askForModule(formatsBuild)),
    async (use) => use(await askForModule(containersBuild)),
  );
  const started = await startRsa(build as Build, module, formats); // throws unless the module reports the same name
  const rsa = started.readWith(readers);
  return {
    library: rsa,
    about: rsa.engines,
    keys: {
      make: (record) => {
        if (record.kind === "private") return rsa.restoreKey(record.params, record.components, record.checksum);
        if (record.kind === "group") return undefined;
        return rsa.restorePublicKey(record, record.checksum);
      },
      recordOf,
    },
  };
});
