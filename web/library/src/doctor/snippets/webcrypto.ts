import { labelOf, nodeChanges } from "./javascript.js";
import type { Language } from "./language.js";

/** The hash functions of WebCrypto. */
const webHashes: readonly string[] = ["SHA-1", "SHA-256", "SHA-384", "SHA-512"];

const readKey = (type: "private" | "public"): readonly string[] => [
  'import { readFile } from "node:fs/promises";',
  "",
  `const pem = await readFile("${type}.pem", "utf8"); // ${type === "private" ? "PKCS #8" : "SPKI"}`,
  'const der = Buffer.from(pem.replace(/-----[^-]*-----/g, ""), "base64");',
];

function importKey(type: "private" | "public", name: string, hash: string, usage: string): string {
  const format = type === "private" ? "pkcs8" : "spki";
  return `const key = await crypto.subtle.importKey("${format}", der, { name: "${name}", hash: "${hash}" }, false, ["${usage}"]);`;
}

/** WebCrypto in Node. It has no other hash function for MGF1, no PKCS #1 v1.5 encryption, and nothing without padding. */
export const webcrypto: Language = {
  comment: "//",
  changes: nodeChanges,
  beforeDecrypt: [...readKey("private"), 'let ciphertext = await readFile("ciphertext");'],
  beforeVerify: [
    ...readKey("public"),
    'let message = await readFile("message");',
    'let signature = await readFile("signature");',
  ],
  oaep({ hash, mgfHash, label }) {
    if (mgfHash !== hash || !webHashes.includes(hash)) return undefined;
    const parameters = label.length === 0 ? '{ name: "RSA-OAEP" }' : `{ name: "RSA-OAEP", label: ${labelOf(label)} }`;
    return [
      importKey("private", "RSA-OAEP", hash, "decrypt"),
      `const message = await crypto.subtle.decrypt(${parameters}, key, ciphertext);`,
    ];
  },
  pkcs1Decrypt: () => undefined,
  raw: () => undefined,
  pss({ hash, mgfHash, saltLength }) {
    if (mgfHash !== hash || !webHashes.includes(hash)) return undefined;
    return [
      importKey("public", "RSA-PSS", hash, "verify"),
      `const isValid = await crypto.subtle.verify({ name: "RSA-PSS", saltLength: ${saltLength} }, key, signature, message);`,
    ];
  },
  pkcs1Verify(hash) {
    if (!webHashes.includes(hash)) return undefined;
    return [
      importKey("public", "RSASSA-PKCS1-v1_5", hash, "verify"),
      'const isValid = await crypto.subtle.verify("RSASSA-PKCS1-v1_5", key, signature, message);',
    ];
  },
};
