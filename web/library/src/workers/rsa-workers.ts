import type { Build } from "../builds.js";
import type { WithModule } from "../compiled.js";
import { FormatsModule } from "../formats/module.js";
import type { Rsa } from "../rsa.js";
import { startRsaOnce } from "../start.js";
import type { Engine } from "../variants.js";
import { type InWorkers, rsaCalls, workerClass } from "./calls.js";
import { isKeyResult } from "./pool.js";
import { type Home, WorkerPrivateKey, WorkerPublicKey } from "./worker-keys.js";
import { type OpenPool, Workers } from "./workers.js";

/** What `connect` of every entry with this library ends with. */
export async function connectRsa(
  openPool: OpenPool,
  build: Build,
  withModule: WithModule,
  withFormats: WithModule,
): Promise<RsaWorkers> {
  const formats = new FormatsModule(withFormats);
  const { pool, about } = await openPool({ library: "rsa", build, withModule, formats: () => formats.compiled() });
  const here = () => startRsaOnce(build, withModule, formats);
  return new RsaWorkers({ pool, here }, build, about as readonly Engine[]); // what rsa-worker.ts says of it
}

type Calls = InWorkers<Rsa, typeof rsaCalls, WorkerPrivateKey, WorkerPublicKey>;
const RsaCalls = workerClass<Calls, typeof Workers>(rsaCalls, Workers);

/**
 * The calls of `Rsa` as promises, which are queued over the workers: none blocks this thread, and each takes a `signal` that ends
 * it.
 */
export class RsaWorkers extends RsaCalls {
  /** Which compilation of the WebAssembly runs. */
  readonly build: Build;
  /** The engines that run in the workers, fastest first; the first is the default. */
  readonly engines: readonly Engine[];

  /** @internal */
  constructor(home: Home, build: Build, engines: readonly Engine[]) {
    const { pool } = home;
    super(pool, async (...call) => revive(home, await pool.call(undefined, ...call)));
    this.build = build;
    this.engines = Object.freeze([...engines]);
  }
}

/** The result of a call, with keys for what stands for them. */
function revive(home: Home, output: unknown): unknown {
  if (isKeyResult(output)) {
    const { keyId, record } = output;
    if (record.kind === "private") return new WorkerPrivateKey(home, keyId, record);
    return new WorkerPublicKey(home, keyId, record);
  }
  if (typeof output !== "object" || output === null || !Object.values(output).some(isKeyResult)) return output;
  return Object.fromEntries(Object.entries(output).map(([name, member]) => [name, revive(home, member)]));
}
