import { RsaError, toRsaError } from "../errors.js";
import { FormatsModule } from "../formats/module.js";
import { PrivateKey } from "../private-key.js";
import { PublicKey } from "../public-key.js";
import type { GenerateKeyOptions, Rsa } from "../rsa.js";
import { startRsa } from "../start.js";
import type { CallMessage, CallName, Calls, FromWorker, KeyId, PrivateKeyNumbers, ToWorker } from "./protocol.js";

type Send = (message: FromWorker) => void;
type Output<Name extends CallName> = Calls[Name]["output"];
type Handlers = {
  [Name in CallName]: (input: Calls[Name]["input"], callId: number) => Output<Name> | Promise<Output<Name>>;
};

/** A worker's side of the protocol: returns what to do with each message. */
export function serve(send: Send): (message: ToWorker) => void {
  let handlers: Handlers | undefined;
  let given: WebAssembly.Module | undefined;
  const formats = new FormatsModule(async () => {
    if (given === undefined) throw new RsaError("internal", "a call came without the module of key formats");
    return given;
  });
  const receive = async (message: ToWorker): Promise<void> => {
    if (message.type === "call") {
      given ??= message.formats;
      return answer(handlers, message, send);
    }
    try {
      const rsa = await startRsa(message.build, message.module, formats);
      handlers = makeHandlers(rsa, send);
      send({ type: "ready", engines: rsa.engines });
    } catch (thrown) {
      send({ type: "start-failed", reason: toRsaError(thrown).message });
    }
  };
  // One after the other, so that no message that frees a key overtakes a call that has it and waits.
  let last: Promise<void> = Promise.resolve();
  return (message) => {
    last = last.then(() => receive(message));
  };
}

async function answer(handlers: Handlers | undefined, { name, input, callId }: CallMessage, send: Send): Promise<void> {
  try {
    if (handlers === undefined) throw new RsaError("internal", "a call came before the worker was ready");
    // The message type ties name and input together; the compiler cannot follow that through the lookup.
    const handler = handlers[name] as (input: unknown, callId: number) => Output<CallName> | Promise<Output<CallName>>;
    send({ type: "result", callId, output: await handler(input, callId) });
  } catch (thrown) {
    const { code, message } = toRsaError(thrown);
    send({ type: "error", callId, code, message });
  }
}

function makeHandlers(rsa: Rsa, send: Send): Handlers {
  const keys = new Map<KeyId, PrivateKey | PublicKey>();

  const keep = (keyId: KeyId, key: PrivateKey): PrivateKeyNumbers => {
    keys.set(keyId, key);
    return { params: key.params, components: key.components() };
  };
  const privateKey = (keyId: KeyId): PrivateKey => {
    const key = keys.get(keyId);
    if (key instanceof PrivateKey) return key;
    throw new RsaError("internal", `the worker has no private key ${keyId}`);
  };
  const publicKey = (keyId: KeyId): PublicKey => {
    const key = keys.get(keyId);
    if (key instanceof PublicKey) return key;
    throw new RsaError("internal", `the worker has no public key ${keyId}`);
  };

  const reporter = (report: boolean, callId: number): GenerateKeyOptions["onProgress"] =>
    report ? (progress) => send({ type: "progress", callId, progress }) : undefined;

  return {
    checkParams: ({ params }) => rsa.checkParams(params),
    warningFor: ({ params }) => rsa.warningFor(params),
    generateKey: ({ keyId, params, seed, allowBroken, report }, callId) =>
      keep(keyId, rsa.generateKey(params, { seed, allowBroken, onProgress: reporter(report, callId) })),
    generateHybridKeys: ({ fastId, compatibleId, params, publicExponent, seed, allowBroken, report }, callId) => {
      const options = { seed, allowBroken, onProgress: reporter(report, callId) };
      const { fast, compatible } = rsa.generateHybridKeys(params, publicExponent, options);
      return { fast: keep(fastId, fast), compatible: keep(compatibleId, compatible) };
    },
    sampleKey: ({ keyId, variant, modulusLength }) => keep(keyId, rsa.sampleKey(variant, modulusLength)),
    keyFromComponents: ({ keyId, params, components }) => keep(keyId, rsa.keyFromComponents(params, components)),
    keyFromExponents: ({ keyId, exponents }) => keep(keyId, rsa.keyFromExponents(exponents)),
    importPrivateKey: async ({ keyId, data, options }) => keep(keyId, await rsa.importPrivateKey(data, options)),
    importPublicKey: async ({ keyId, data }) => {
      const key = await rsa.importPublicKey(data);
      keys.set(keyId, key);
      const { modulus, publicExponent, modulusLength } = key;
      return { modulus, publicExponent, modulusLength };
    },
    exportPrivateKey: ({ keyId, format, options }) => privateKey(keyId).export(format, options),
    exportPublicKey: ({ keyId, format }) => publicKey(keyId).export(format),
    restorePrivateKey: ({ keyId, params, components }) => {
      keys.set(keyId, rsa.restoreKey(params, components));
      return undefined;
    },
    publicKey: ({ keyId, modulus, publicExponent }) => {
      const key = rsa.publicKey(modulus, publicExponent);
      keys.set(keyId, key);
      return { modulusLength: key.modulusLength };
    },
    freeKey: ({ keyId }) => {
      keys.get(keyId)?.free();
      keys.delete(keyId);
      return undefined;
    },
    check: ({ keyId }) => {
      privateKey(keyId).check();
      return undefined;
    },
    encrypt: ({ keyId, algorithm, data, options }) => publicKey(keyId).encrypt(algorithm, data, options),
    verify: ({ keyId, algorithm, signature, data, options }) =>
      publicKey(keyId).verify(algorithm, signature, data, options),
    verifyDigest: ({ keyId, algorithm, signature, digest, options }) =>
      publicKey(keyId).verifyDigest(algorithm, signature, digest, options),
    decrypt: ({ keyId, algorithm, data, options }) => privateKey(keyId).decrypt(algorithm, data, options),
    sign: ({ keyId, algorithm, data, options }) => privateKey(keyId).sign(algorithm, data, options),
    signDigest: ({ keyId, algorithm, digest, options }) => privateKey(keyId).signDigest(algorithm, digest, options),
    encryptRaw: ({ keyId, block, options }) => publicKey(keyId).encryptRaw(block, options),
    decryptRaw: ({ keyId, block, options }) => privateKey(keyId).decryptRaw(block, options),
    decryptRawMany: ({ keyId, blocks, options }) => privateKey(keyId).decryptRawMany(blocks, options),
    decryptBatchRaw: ({ keyId, blocks, options }) => privateKey(keyId).decryptBatchRaw(blocks, options),
    modPow: ({ base, exponent, modulus, engine }) => rsa.modPow(base, exponent, modulus, { engine }),
  };
}
