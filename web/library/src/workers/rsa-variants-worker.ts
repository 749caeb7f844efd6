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
import { PrivateKey } from "../private-key.js";
import { PublicKey } from "../public-key.js";
import { startRsa } from "../start.js";
import type { KeyRecord } from "./protocol.js";
import { serve } from "./serve.js";

function recordOf(value: unknown): KeyRecord | undefined {
  if (value instanceof PrivateKey) return { kind: "private", params: value.params, components: value.components() };
  if (!(value instanceof PublicKey)) return undefined;
  const { modulusLength, modulus, publicExponent, messageLength } = value;
  return { kind: "public", modulusLength, modulus, publicExponent, messageLength };
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
        if (record.kind === "private") return rsa.restoreKey(record.params, record.components);
        if (record.kind === "group") return undefined;
        return rsa.publicKey(record.modulus, record.publicExponent, { messageLength: record.messageLength });
      },
      recordOf,
    },
  };
});
