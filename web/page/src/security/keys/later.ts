// What the place loads with the first key to check.

export { KeyReports } from "../views/key-reports.tsx";
export { judgeKeys } from "./judge.ts";

/** A public key to try the check on. Its primes differ in a few bits, so a method of 1643, Fermat's, finds them at once. */
export function brokenExample(): string {
  const modulus = (2n ** 512n + 75n) * (2n ** 512n + 1075n);
  const bytes = modulus.toString(16).padStart(258, "0").match(/../g) ?? [];
  const text = btoa(String.fromCharCode(...bytes.map((byte) => Number.parseInt(byte, 16))));
  const n = text.replaceAll("+", "-").replaceAll("/", "_").replaceAll("=", "");
  return JSON.stringify({ kty: "RSA", n, e: "AQAB" });
}
