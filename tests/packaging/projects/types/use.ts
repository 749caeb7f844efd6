// A user's TypeScript: compiled without skipLibCheck, with no library beyond the defaults.
import {
  type Build,
  builds,
  connect,
  type Engine,
  type KeyComponents,
  type KeyParams,
  load,
  type PrivateKey,
  type PublicKey,
  type Rsa,
  RsaError,
  type RsaWorkers,
  type Variant,
  variants,
  type WorkerPrivateKey,
} from "rsa-variants";
import { wasmBytes } from "rsa-variants/inline";
import { type PublishedFigure, published, theoreticalSpeedup } from "rsa-variants/theory";

export async function use(): Promise<void> {
  const rsa: Rsa = await load({ build: "auto", source: wasmBytes });
  const build: Build | undefined = builds.find((each) => each === rsa.build);
  const engine: Engine | undefined = rsa.engines[0];
  const params: KeyParams = { variant: "multi-prime", modulusLength: 1024, primes: 3, publicExponent: 3n };
  using key: PrivateKey = rsa.generateKey(params, {
    onProgress: ({ phase, done }) => phase === "candidates" && done < 1e6,
  });
  const publicKey: PublicKey = key.publicKey;
  const block: Uint8Array = key.decryptRaw(publicKey.encryptRaw(new Uint8Array(1)), { engine });
  const components: KeyComponents = key.components();
  await using workers: RsaWorkers = await connect({ build, source: wasmBytes(build), workers: 1 });
  const remote: WorkerPrivateKey = await workers.keyFromComponents(params, components, {
    signal: AbortSignal.timeout(1000),
  });
  const code: string = new RsaError("aborted", "x").code;
  const list: readonly Variant[] = variants;
  const figure: PublishedFigure | undefined = published[0];
  const ratio: number = theoreticalSpeedup({ variant: "crt", modulusLength: 512 }, "crt");
  void [block, remote, code, list, figure, ratio];
}
