/** What people have that is not a key to be read, and what to do. */
import { RsaError } from "../errors.js";
import type { Members } from "./members.js";

export function publicKeyGiven(): RsaError {
  return new RsaError(
    "wrong-key-type",
    "this is a public key; a private key is needed: pass the one that belongs to it",
  );
}

export function privateKeyGiven(): RsaError {
  return new RsaError("wrong-key-type", "this is a private key: import it as one, and take its public key");
}

/** Refuses an object with neither the `kty` of a JWK nor the `format` of this library's JSON. */
export function refuseObject({ keys }: Members, wanted: string): never {
  if (Array.isArray(keys)) {
    const count = keys.length === 1 ? "1 key" : `${keys.length} keys`;
    throw new RsaError(
      "unsupported-format",
      `this is a JSON Web Key Set of ${count}: pass one of them, such as keys[0]`,
    );
  }
  const own = `this library's JSON, whose format is ${JSON.stringify(wanted)}`;
  throw new RsaError("unsupported-format", `this is neither a JSON Web Key, which has a member kty, nor ${own}`);
}
