// A user's TypeScript: compiled without skipLibCheck, with no library beyond the defaults.
import {
  type Build,
  builds,
  type CommonModulusKeys,
  connect,
  type EncryptionAlgorithm,
  type Engine,
  type Hash,
  hashes,
  type KeyComponents,
  type KeyParams,
  type KeyWarning,
  load,
  type PrivateKey,
  type PrivateKeyFormat,
  type PrivateKeyJson,
  type PrivateOperationOptions,
  type PssHash,
  type PublicKey,
  pssHashes,
  type Rsa,
  RsaError,
  type RsaPrivateJwk,
  type RsaWorkers,
  type SettledBytes,
  type SignatureAlgorithm,
  type Variant,
  variants,
  type WorkerPrivateKey,
} from "rsa-variants";
import {
  type Blinded,
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
  encryptIncremental,
  encryptStream,
  type FileOptions,
  largestCharactersAtOnce,
  sign,
  verify,
} from "rsa-variants/files";
import { connect as connectInline, containersWasmBytes, inlineWorker, wasmBytes } from "rsa-variants/inline";
import {
  type Assessment,
  type Attack,
  type AttackName,
  type AttackOption,
  type AttackOutcome,
  attacks,
  connect as connectSecurity,
  type Demonstration,
  type Finding,
  type KeyAssessment,
  load as loadSecurity,
  type Security,
  type SecurityWorkers,
  type Verdict,
} from "rsa-variants/security";
import { type PublishedFigure, published, theoreticalSpeedup } from "rsa-variants/theory";
import {
  connect as connectXrsa,
  Device,
  type DeviceDecryption,
  type DeviceOptions,
  decryptRawInSoftware,
  estimatedOperationsPerSecond,
  load as loadXrsa,
  type Mode,
  ModularMultiplication,
  modes,
  type Progress,
  published as publishedOfDevice,
  type Report,
  type RunOptions,
  type Section,
  type SoftwareCost,
  type SoftwareDecryption,
  softwareCostOf,
  type TracedOperation,
  type WorkerDevice,
  wordProductsOf,
  type Xrsa,
  type XrsaWorkers,
} from "rsa-variants/xrsa";

export async function use(): Promise<void> {
  const rsa: Rsa = await load({ build: "auto", source: wasmBytes });
  const build: Build | undefined = builds.find((each) => each === rsa.build);
  const engine: Engine | undefined = rsa.engines[0];
  const params: KeyParams = { variant: "multi-prime", modulusLength: 1024, primes: 3, publicExponent: 3n };
  using key: PrivateKey = rsa.generateKey(params, {
    allowBroken: true,
    onWarning: ({ verdict, message }: KeyWarning) => console.log(verdict, message),
    onProgress: ({ phase, done }) => phase === "candidates" && done < 1e6,
  });
  const publicKey: PublicKey = key.publicKey;
  const block: Uint8Array = key.decryptRaw(publicKey.encryptRaw(new Uint8Array(1)), { engine });
  const components: KeyComponents = key.components();
  const containersSource = containersWasmBytes;
  await using workers: RsaWorkers = await connect({ build, source: wasmBytes(build), containersSource, workers: 1 });
  const remote: WorkerPrivateKey = await workers.keyFromComponents(params, components, {
    signal: AbortSignal.timeout(1000),
  });
  const code: string = new RsaError("closed", "x").code;
  const list: readonly Variant[] = variants;
  const figure: PublishedFigure | undefined = published[0];
  const ratio: number = theoreticalSpeedup({ variant: "crt", modulusLength: 512 }, "crt");
  await useFormats(rsa, key, remote);
  void [block, remote, code, list, figure, ratio];
  await useSecurity(await loadSecurity({ attacksSource: () => fetch("/attacks.wasm") }), params);
  await useWorkers(params, key, remote);
  useDevice(await loadXrsa({ source: new URL("https://example.com/xrsa.wasm") }), key, components);
}

async function useSecurity(security: Security, params: KeyParams): Promise<void> {
  const { verdict, decisive, advised, primeLimits }: Assessment = security.assess(params, { publicExponentLength: 17 });
  const least: number = security.thresholds[verdict satisfies Verdict];
  const finding: Finding = decisive;
  const better: KeyParams | undefined = advised;
  void [least, finding.source.year, better, primeLimits.acceptable ?? primeLimits.hinek, security.targets[0]];
  const made: Demonstration<"fault"> = await security.demonstration("fault", { variant: "crt", place: "crt-exponent" });
  const outcome: AttackOutcome<"fault"> = await security.runAttack("fault", made.target, {
    onProgress: ({ step, done, expected }) => step !== "" && done < (expected ?? 1e6),
  });
  const attack: Attack | undefined = attacks[0];
  const option: AttackOption | undefined = attack?.options[0];
  const name: AttackName | undefined = attack?.name;
  void [outcome.found ? outcome.factors[0] : outcome.reason, made.withCheck.released, option?.title, name];
}

async function useWorkers(params: KeyParams, key: PrivateKey, remote: WorkerPrivateKey): Promise<void> {
  await using blind: BlindWorkers = await connectBlind({ workers: 1, worker: inlineWorker });
  const suite: WorkerBlindSuite = blind.suite("RSABSSA-SHA384-PSS-Randomized");
  const onProgress = ({ done, total }: { done: number; total: number }) => console.log(done, total);
  const blinded: Blinded[] = await suite.blindMany(remote.publicKey, [new Uint8Array(9)], { onProgress });
  const answers: SettledBytes[] = await suite.blindSignMany(
    remote,
    blinded.map((each) => each.blindedMessage),
  );
  using issuerKey: WorkerIssuerKey = await blind.issuerKey(remote);
  void [
    answers[0]?.status,
    await blind.suite("RSAPBSSA-SHA384-PSS-Randomized", new Uint8Array(1)).blindSign(issuerKey, new Uint8Array(128)),
  ];
  await using security: SecurityWorkers = await connectSecurity({ workers: 1, worker: inlineWorker });
  const signal = AbortSignal.timeout(1000);
  const judged: Assessment = await security.assess(params, { publicExponentLength: 17, signal });
  const keys: KeyAssessment[] = [
    await security.assess(key),
    await security.assess(remote, { others: [key.publicKey] }),
  ];
  const made: Demonstration<"fault"> = await security.demonstration("fault", {
    variant: "crt",
    place: "crt-exponent",
    signal,
  });
  const outcome: AttackOutcome<"fault"> = await security.runAttack("fault", made.target, {
    signal,
    onProgress: ({ step, done }) => console.log(step, done),
  });
  const name = "class-group" as AttackName;
  const any: AttackOutcome = await security.runAttack(name, (await security.demonstration(name)).target);
  // @ts-expect-error a fault is not sought on curves
  await security.demonstration("fault", { curves: 30 });
  // @ts-expect-error a fault needs the message and its signature
  security.runAttack("fault", key.publicKey);
  await using xrsa: XrsaWorkers = await connectXrsa();
  const device: WorkerDevice = await xrsa.device({ multiplierLength: 512 });
  const plan: Report = await device.plan({ modulusLength: 1024 }, { mode: "paper", signal });
  const run: RunOptions = { signal, trace: "values", onProgress: ({ expected }: Progress) => console.log(expected) };
  const decrypted: DeviceDecryption[] = [
    await device.decryptRaw(key, new Uint8Array(1), run),
    await device.decryptRaw(remote, new ArrayBuffer(1)),
    await device.decryptRaw(key.components(), new Uint8Array(1)),
  ];
  const { components } = await device.generateKey({ modulusLength: 1024 });
  const modulus: bigint = (await device.publicModulus(components, { signal })).modulus;
  const software: SoftwareDecryption = await xrsa.decryptRawInSoftware(remote, new Uint8Array(1), { signal });
  // @ts-expect-error a shape is not a key
  device.publicModulus({ modulusLength: 1024 });
  await using inline: RsaWorkers = await connectInline({ workers: 1 });
  void [
    judged,
    keys,
    outcome.found ? outcome.factors : outcome.reason,
    any.found,
    plan,
    decrypted,
    modulus,
    software,
    inline,
  ];
}

async function useFormats(rsa: Rsa, key: PrivateKey, remote: WorkerPrivateKey): Promise<void> {
  const hash: Hash = "SHA-512";
  const encryption: EncryptionAlgorithm = { name: "RSA-OAEP", hash, mgfHash: "SHA-1", label: new Uint8Array(1) };
  const signature: SignatureAlgorithm = { name: "RSA-PSS", hash, saltLength: 20 };
  const [every, forPss]: [readonly Hash[], readonly PssHash[]] = [hashes, pssHashes];
  const withShake: SignatureAlgorithm = { name: "RSA-PSS", hash: "SHAKE256", saltLength: "max" };
  void [every, forPss, withShake];
  const options: PrivateOperationOptions = { blinding: true, faultCheck: undefined };
  const message: Uint8Array = key.decrypt(encryption, key.publicKey.encrypt(encryption, new Uint8Array(1)), options);
  const isGood: boolean = key.publicKey.verify(signature, await remote.sign(signature, message), message);
  const pem: string = await key.export("pkcs8-pem", { password: "secret" });
  const der: Uint8Array = await remote.export("pkcs1-der");
  const jwk: RsaPrivateJwk = await key.export("jwk");
  const json: PrivateKeyJson = await remote.export("json");
  const format: PrivateKeyFormat = "pkcs1-pem";
  const either: string | Uint8Array | object = await key.export(format as PrivateKeyFormat);
  for (const data of [pem, der, jwk, json]) (await rsa.importPrivateKey(data, { password: "secret" })).free();
  const webCryptoKey: CryptoKey = await crypto.subtle.importKey("jwk", jwk, { name: "RSA-OAEP", hash }, true, [
    "decrypt",
  ]);
  const fromWebCrypto: JsonWebKey = await crypto.subtle.exportKey("jwk", webCryptoKey);
  (await rsa.importPrivateKey(fromWebCrypto)).free();
  (await rsa.importPublicKey(await key.publicKey.export("spki-pem"), { password: "secret", strict: true })).free();
  const hybrid: CommonModulusKeys<PrivateKey> = rsa.generateCommonModulusKeys({
    variant: "r-prime",
    modulusLength: 2048,
  });
  hybrid.fast.free();
  void [isGood, either];
}

function useDevice(xrsa: Xrsa, key: PrivateKey, components: KeyComponents): void {
  const options: DeviceOptions = { multiplierLength: 512, unitRam: 3072, controllerRam: undefined };
  const device = new Device(xrsa, options);
  const mode: Mode | undefined = modes[0];
  const run: RunOptions = { mode, trace: "values", onProgress: ({ expected }: Progress) => expected !== 0 };
  const { message, report, trace }: DeviceDecryption = device.decryptRaw(key, new Uint8Array(1), run);
  const plan: Report = device.plan({ modulusLength: 1024, primes: 2 }, { windowWidth: 4 });
  const sections: readonly Section[] = plan.sections;
  const operations: readonly TracedOperation[] = trace ?? [];
  const modulus: bigint = device.publicModulus(components).modulus;
  const made: KeyComponents = device.generateKey({ modulusLength: 512 }, { seed: new Uint8Array(1) }).components;
  const { wordProducts } = decryptRawInSoftware(xrsa, made, message);
  const cost: SoftwareCost = softwareCostOf(512);
  const rate: number = estimatedOperationsPerSecond(wordProducts / wordProductsOf(report.operandLength));
  using multiplication = new ModularMultiplication(xrsa, 2048);
  multiplication.run("one-montgomery", 1);
  void [sections, operations, modulus, cost, rate < publishedOfDevice.operationsPerSecond];
}

export async function files(key: AnyPrivateKey, file: Blob, options: FileOptions): Promise<[Blob, boolean, string]> {
  const encrypted = file.stream().pipeThrough(encryptStream(key.publicKey, { ...options, segmentLength: 4096 }));
  const { format, stream }: DetectedStream = await detectStream(encrypted.pipeThrough(armorStream(options)));
  if (format !== "hybrid") throw new Error(format);
  const decrypted = await new Response(stream.pipeThrough(decryptStream(key, options))).blob();
  const signature: Uint8Array = await sign(key, file.stream(), { algorithm: { name: "RSA-PSS", hash: "SHA-512" } });
  const isGood: boolean = await verify(key.publicKey, signature, file.stream());
  const charactersAtOnce: number = largestCharactersAtOnce(key.publicKey.modulus);
  return [decrypted, isGood, await encryptIncremental(key.publicKey, "text", { charactersAtOnce })];
}
