import { longestMessage } from "@rsa-variants/measure/run/answer";
import { factsOf, hasParam, type KeyParams } from "rsa-variants";

/** Bytes that OAEP with SHA-256 needs for the message of the snippet: two hashes, two bytes, and "hello". */
const leastRoom = 2 * 32 + 2 + 5;

/**
 * JavaScript that makes a key with these parameters and decrypts with it: with OAEP, or with the raw operation where OAEP does
 * not fit.
 *
 * @param isBroken whether the library makes such keys only if told to
 */
export function javascriptFor(params: KeyParams, isBroken: boolean): string {
  const options = Object.entries(params)
    .filter(([, value]) => value !== undefined)
    .map(([name, value]) => `  ${name}: ${typeof value === "bigint" ? bigintText(value) : JSON.stringify(value)},`);
  const room = longestMessage(params);
  return [
    'import { load } from "rsa-variants";',
    "",
    "const rsa = await load();",
    "const key = rsa.generateKey({",
    ...options,
    isBroken ? "}, { allowBroken: true }); // never for real data" : "});",
    'const data = new TextEncoder().encode("hello");',
    ...(room >= leastRoom ? withPadding : withoutPadding),
  ].join("\n");
}

const withPadding = [
  'const ciphertext = key.publicKey.encrypt({ name: "RSA-OAEP" }, data);',
  'const message = key.decrypt({ name: "RSA-OAEP" }, ciphertext);',
];

const withoutPadding = [
  "// Such a key is too short for OAEP. Without padding, RSA is for experiments only.",
  "const ciphertext = key.publicKey.encryptRaw(data);",
  "const message = key.decryptRaw(ciphertext).slice(-data.length);",
];

/** The command of OpenSSL 3 that makes such a key, if there is one. */
export function opensslFor({
  variant,
  modulusLength,
  primes = 2,
  publicExponent = 65537n,
}: KeyParams): string | undefined {
  const { publicExponent: kind, hasStandardFormat } = factsOf(variant);
  if (kind !== "chosen" || !hasStandardFormat) return undefined;
  const options = [
    `rsa_keygen_bits:${modulusLength}`,
    ...(hasParam(variant, "primes") ? [`rsa_keygen_primes:${primes}`] : []),
    ...(publicExponent === 65537n ? [] : [`rsa_keygen_pubexp:${publicExponent}`]),
  ];
  return `openssl genpkey -algorithm RSA ${options.map((option) => `-pkeyopt ${option}`).join(" ")}`;
}

function bigintText(value: bigint): string {
  const text = String(value);
  return text.length <= 24 ? `${text}n` : `0x${value.toString(16)}n`;
}
