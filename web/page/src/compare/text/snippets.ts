import type { KeyParams } from "rsa-variants";

/**
 * JavaScript that makes a key with these parameters and decrypts with it.
 *
 * @param isBroken whether the library refuses to make such keys unless told otherwise
 */
export function javascriptFor(params: KeyParams, isBroken: boolean): string {
  const options = Object.entries(params)
    .filter(([, value]) => value !== undefined)
    .map(([name, value]) => `  ${name}: ${typeof value === "bigint" ? bigintText(value) : JSON.stringify(value)},`);
  return [
    'import { load } from "rsa-variants";',
    "",
    "const rsa = await load();",
    "const key = rsa.generateKey({",
    ...options,
    isBroken ? "}, { allowBroken: true }); // never for real data" : "});",
    'const data = new TextEncoder().encode("hello");',
    'const ciphertext = key.publicKey.encrypt({ name: "RSA-OAEP" }, data);',
    'const message = key.decrypt({ name: "RSA-OAEP" }, ciphertext);',
  ].join("\n");
}

/** The command of OpenSSL 3 that makes such a key, where there is one. */
export function opensslFor({
  variant,
  modulusLength,
  primes = 2,
  publicExponent = 65537n,
}: KeyParams): string | undefined {
  if (variant !== "original" && variant !== "crt" && variant !== "multi-prime") return undefined;
  const options = [
    `rsa_keygen_bits:${modulusLength}`,
    ...(variant === "multi-prime" ? [`rsa_keygen_primes:${primes}`] : []),
    ...(publicExponent === 65537n ? [] : [`rsa_keygen_pubexp:${publicExponent}`]),
  ];
  return `openssl genpkey -algorithm RSA ${options.map((option) => `-pkeyopt ${option}`).join(" ")}`;
}

function bigintText(value: bigint): string {
  const text = String(value);
  return text.length <= 24 ? `${text}n` : `0x${value.toString(16)}n`;
}
