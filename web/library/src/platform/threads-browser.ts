import { RsaError } from "../errors.js";
import type { AnyWorker } from "../workers/worker-slot.js";

/** How many threads the machine can run at the same time. */
export const parallelism = (): number => globalThis.navigator?.hardwareConcurrency ?? 1;

interface Policy {
  createScriptURL(address: string): string;
}

/** What Trusted Types need of browsers; TypeScript's library has no types for them. */
interface TrustingScope {
  readonly trustedTypes?: { createPolicy(name: string, rules: Policy): Policy } | undefined;
  Worker: typeof Worker;
}

let policy: Policy | undefined;

/**
 * Calls a function that starts a worker of this package, also on pages whose CSP requires Trusted Types. Bundlers find the script
 * only by the words `new Worker(new URL("…", import.meta.url))`, which leave no place for a policy: so the policy is in the
 * constructor while the function runs. Nothing else runs meanwhile, and no address but those of this package passes.
 */
export function startTrusted<R>(start: () => R): R {
  const scope: TrustingScope = globalThis;
  const { trustedTypes, Worker: Native } = scope;
  if (Native === undefined) {
    throw new RsaError(
      "worker-failed",
      "there is no constructor Worker here, as in service workers and some shared workers: use load() instead of connect()",
    );
  }
  if (trustedTypes === undefined) return start();
  try {
    policy ??= trustedTypes.createPolicy("rsa-variants", { createScriptURL: (address) => address });
    const trust = policy;
    // No arrow function: it is called with `new`, which returns what it returns.
    function Trusting(address: string | URL, options?: WorkerOptions) {
      return new Native(trust.createScriptURL(String(address)), options);
    }
    scope.Worker = Trusting as unknown as typeof Worker;
  } catch {
    // The CSP does not allow this policy, or nothing can be assigned. Where Trusted Types are required, the error says so.
    return start();
  }
  try {
    return start();
  } finally {
    scope.Worker = Native;
  }
}

const urls = new Map<string, string>();

/** Starts a worker from the text of a Web Worker's classic script. */
export function startScript(script: string): AnyWorker {
  // One URL for all workers, which is never revoked: some browsers fetch it only when the worker starts.
  const url = urls.get(script) ?? URL.createObjectURL(new Blob([script], { type: "text/javascript" }));
  urls.set(script, url);
  return startTrusted(() => new Worker(url));
}
