// The platform's PBKDF2 is several times as fast as ours in WebAssembly, and does not block this thread. WebAssembly cannot wait for
// it: a call that needs a key returns what to derive, and is made again with the key.

import { platformPbkdf2 } from "#pbkdf2";
import type { BindingsDerivation, BindingsDerived, BindingsNeeds } from "./bindings.js";

/** Makes a call until it has all keys that it needs. Where the platform cannot derive a key, WebAssembly does. */
export async function withDerivedKeys<R>(call: (derived: BindingsDerived[]) => Promise<R | BindingsNeeds>): Promise<R> {
  const derived: BindingsDerived[] = [];
  try {
    for (;;) {
      const result = await call(derived);
      if (!isNeeds(result)) return result;
      derived.push(...(await Promise.all(result.needs.map(derive))));
    }
  } finally {
    for (const { password, key } of derived) {
      password.fill(0);
      key?.fill(0);
    }
  }
}

async function derive(derivation: BindingsDerivation): Promise<BindingsDerived> {
  const key = await platformPbkdf2(derivation);
  // Node's Buffer has other methods of the same names.
  return { ...derivation, key: key && new Uint8Array(key.buffer, key.byteOffset, key.length) };
}

/** Whether a call returned what it needs. */
export function isNeeds<R>(result: R | BindingsNeeds): result is BindingsNeeds {
  return typeof result === "object" && result !== null && "needs" in result;
}
