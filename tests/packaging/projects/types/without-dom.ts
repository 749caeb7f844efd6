// A user's TypeScript in a project that knows neither the DOM nor Node: the types of the package stand for themselves.
import { connect, keyParams, load, type PrivateKey, RsaError, type WorkerPrivateKey } from "rsa-variants";
import { load as loadBlind } from "rsa-variants/blind";
import { type Answer, diagnoseCiphertext, type FindingCode } from "rsa-variants/doctor";
import { connect as connectInline, load as loadInline } from "rsa-variants/inline";
import { load as loadPublic, type PublicKey } from "rsa-variants/public";
import { connect as connectSecurity, type KeyVerdict, load as loadSecurity, type Verdict } from "rsa-variants/security";
import { theoreticalSpeedup } from "rsa-variants/theory";
import { connect as connectXrsa, Device, load as loadXrsa } from "rsa-variants/xrsa";

export async function use(): Promise<void> {
  const rsa = await load();
  const key: PrivateKey = rsa.generateKey({ variant: "crt", modulusLength: 2048 });
  const signature: Uint8Array<ArrayBuffer> = key.sign({ name: "RSA-PSS" }, new ArrayBuffer(3));
  // @ts-expect-error a CRT key has two primes
  rsa.generateKey({ variant: "crt", modulusLength: 2048, primes: 3 });
  const params = keyParams({ variant: "batch", modulusLength: 2048, primes: 3, batchSize: 4 });
  const small: PublicKey = (await loadPublic()).publicKey(key.publicKey.modulus, key.publicKey.publicExponent);
  small.verify("PS256", signature, new ArrayBuffer(3));
  const found = await rsa.importKey(await key.export("jwk"));
  if (found.type === "private") found.decryptRaw(signature);

  const workers = await connect({ workers: 1 });
  const remote: WorkerPrivateKey = await workers.generateKey({ variant: "r-prime", modulusLength: 2048, primes: 3 });
  const der: Uint8Array<ArrayBuffer> = await remote.export("pkcs8-der", { password: "secret" });
  const pem: string = await remote.publicKey.export("spki-pem");
  const modulus: bigint = (await workers.generateCommonModulusKeys({ variant: "r-prime", modulusLength: 2048 })).fast
    .publicKey.modulus;
  const imported: WorkerPrivateKey = await workers.importPrivateKey(der, { password: "secret" });
  const messages: Uint8Array<ArrayBuffer>[] = await imported.decryptRawMany([new DataView(der.buffer)]);

  const answer: Answer<unknown> = await diagnoseCiphertext(rsa, {
    privateKey: imported,
    ciphertext: "AQID",
    labels: [der],
  });
  const code: FindingCode | undefined = answer.findings[0]?.code;
  const verdict: Verdict = (await loadSecurity()).assess(params).verdict;
  const blind = (await loadBlind()).suite("RSABSSA-SHA384-PSS-Randomized");
  const blinded: Uint8Array = blind.blind(key.publicKey, blind.prepare(signature)).blindedMessage;
  const device = new Device(await loadXrsa());
  const inline = await loadInline();
  const others = await connectInline();
  const judged: KeyVerdict = (await (await connectSecurity()).assess(await others.generateKey(params))).verdict;
  const planned = await (await (await connectXrsa()).device()).plan({ modulusLength: 4096 });
  const error = new RsaError("closed", "a sentence", { parameter: "blocks", index: 3 });
  const speedup: number = theoreticalSpeedup(params);
  for (const value of [pem, modulus, messages, verdict, device, inline.engines, error.index, speedup]) String(value);
  for (const value of [blinded, judged, code, answer.snippets.java, planned.total.multiplications]) String(value);
}
