// A user's TypeScript: compiled without skipLibCheck, with no library beyond the defaults. The tests of each entry compile with the same
// declarations; here every entry resolves, and what those tests do not name has its type.
import {
  type CommonModulusKeys,
  connect,
  type KeyWarning,
  load,
  type PrivateKey,
  type WorkerPrivateKey,
} from "rsa-variants";
import {
  type BlindWorkers,
  connect as connectBlind,
  type WorkerBlindSuite,
  type WorkerIssuerKey,
} from "rsa-variants/blind";
import {
  type AnyPrivateKey,
  armorStream,
  type DetectedStream,
  decryptStream,
  detectStream,
  encryptStream,
  type FileOptions,
  sign,
  verify,
} from "rsa-variants/files";
import { connect as connectInline, containersWasmBytes, inlineWorker, wasmBytes } from "rsa-variants/inline";
import { type AttackName, type AttackOutcome, connect as connectSecurity } from "rsa-variants/security";
import {
  connect as connectXrsa,
  type SoftwareCost,
  type SoftwareDecryption,
  softwareCostOf,
  type WorkerDevice,
  type XrsaWorkers,
} from "rsa-variants/xrsa";

export * as doctor from "rsa-variants/doctor";
export * as publicOperations from "rsa-variants/public";
export * as theory from "rsa-variants/theory";

export async function use(): Promise<void> {
  const rsa = await load({ build: "auto", source: wasmBytes });
  using key: PrivateKey = rsa.generateKey(
    { variant: "multi-prime", modulusLength: 1024, primes: 3, publicExponent: 3n },
    {
      onWarning: ({ verdict, message }: KeyWarning) => console.log(verdict, message),
      onProgress: ({ phase, done }) => phase === "candidates" && done < 1e6,
    },
  );
  const hybrid: CommonModulusKeys<PrivateKey> = rsa.generateCommonModulusKeys({
    variant: "r-prime",
    modulusLength: 2048,
  });
  hybrid.fast.free();
  const hash = "SHA-512";
  const jwk = await key.export("jwk");
  const ofWebCrypto: CryptoKey = await crypto.subtle.importKey("jwk", jwk, { name: "RSA-OAEP", hash }, true, [
    "decrypt",
  ]);
  const exported: JsonWebKey = await crypto.subtle.exportKey("jwk", ofWebCrypto);
  (await rsa.importPrivateKey(exported)).free();
  await using workers = await connect({ containersSource: containersWasmBytes, workers: 1 });
  await using _inline = await connectInline({ workers: 1 });
  const signal = AbortSignal.timeout(1000);
  await useWorkers(key, await workers.keyFromComponents(key.params, key.components(), { signal }));
}

async function useWorkers(key: PrivateKey, remote: WorkerPrivateKey): Promise<void> {
  await using blind: BlindWorkers = await connectBlind({ workers: 1, worker: inlineWorker });
  const suite: WorkerBlindSuite = blind.suite("RSABSSA-SHA384-PSS-Randomized");
  using issuerKey: WorkerIssuerKey = await blind.issuerKey(remote);
  await using security = await connectSecurity({ workers: 1, worker: inlineWorker });
  const { target } = await security.demonstration("fault", { variant: "crt", place: "crt-exponent" });
  const outcome: AttackOutcome<"fault"> = await security.runAttack("fault", target);
  const name = "class-group" as AttackName;
  const any: AttackOutcome = await security.runAttack(name, (await security.demonstration(name)).target);
  // @ts-expect-error a fault is not sought on curves
  await security.demonstration("fault", { curves: 30 });
  // @ts-expect-error a fault needs the message and its signature
  security.runAttack("fault", key.publicKey);
  await using xrsa: XrsaWorkers = await connectXrsa();
  const device: WorkerDevice = await xrsa.device({ multiplierLength: 512 });
  const software: SoftwareDecryption = await xrsa.decryptRawInSoftware(remote, new Uint8Array(1));
  const cost: SoftwareCost = softwareCostOf(512);
  // @ts-expect-error a shape is not a key
  device.publicModulus({ modulusLength: 1024 });
  void [suite, issuerKey, outcome.found ? outcome.factors : outcome.reason, any.found, software, cost];
}

export async function files(key: AnyPrivateKey, file: Blob, options: FileOptions): Promise<[Blob, boolean]> {
  const encrypted = file.stream().pipeThrough(encryptStream(key.publicKey, { ...options, segmentLength: 4096 }));
  const { format, stream }: DetectedStream = await detectStream(encrypted.pipeThrough(armorStream(options)));
  if (format !== "hybrid") throw new Error(format);
  const decrypted = await new Response(stream.pipeThrough(decryptStream(key, options))).blob();
  const signature: Uint8Array = await sign(key, file.stream(), { algorithm: { name: "RSA-PSS", hash: "SHA-512" } });
  return [decrypted, await verify(key.publicKey, signature, file.stream())];
}
