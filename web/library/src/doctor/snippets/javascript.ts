import { type Language, lineEnds, literal } from "./language.js";

/** Replaces bytes of a Buffer, whatever its encoding is. */
const replaced = (name: string, pattern: string, by: string) =>
  `${name} = Buffer.from(${name}.toString("latin1").replace(${pattern}, "${by}"), "latin1");`;

/** Changes of a variable that holds a Buffer of Node. */
export const nodeChanges: Language["changes"] = {
  base64: (name) => [`${name} = Buffer.from(${name}.toString(), "base64");`],
  base64url: (name) => [`${name} = Buffer.from(${name}.toString(), "base64url");`],
  hex: (name, { length }) => [
    `${name} = ${name}.toString().replace(/0x|[^\\da-f]/gi, "").padStart(${2 * Number(length)}, "0");`,
    `${name} = Buffer.from(${name}, "hex");`,
  ],
  "in-text": (name, { from, to }) => [`${name} = ${name}.subarray(${from}, ${to});`],
  reversed: (name) => [`${name} = Buffer.from(${name}).reverse();`],
  "zeros-stripped": (name, { length }) => [
    `${name} = Buffer.concat([Buffer.alloc(${length} - ${name}.length), ${name}]);`,
  ],
  "leading-zeros": (name, { length }) => [`${name} = ${name}.subarray(-${length});`],
  "trailing-bytes": (name, { length }) => [`${name} = ${name}.subarray(0, ${length});`],
  "message-final-newline": (name, { end }) => [
    `${name} = Buffer.concat([${name}, Buffer.from("${lineEnds[String(end)]}")]);`,
  ],
  "message-no-final-newline": (name, { length }) => [`${name} = ${name}.subarray(0, ${length});`],
  "message-crlf": (name) => [replaced(name, "/\\r\\n?|\\n/g", "\\r\\n")],
  "message-lf": (name) => [replaced(name, "/\\r\\n?/g", "\\n")],
};

/** JavaScript with this library, in Node. */
export const javascript: Language = {
  comment: "//",
  changes: nodeChanges,
  beforeDecrypt: [
    'import { readFile } from "node:fs/promises";',
    'import { load } from "rsa-variants";',
    "",
    "const rsa = await load();",
    'const key = await rsa.importPrivateKey(await readFile("private.pem"));',
    'let ciphertext = await readFile("ciphertext");',
  ],
  beforeVerify: [
    'import { readFile } from "node:fs/promises";',
    'import { load } from "rsa-variants";',
    "",
    "const rsa = await load();",
    'const key = await rsa.importPublicKey(await readFile("public.pem"));',
    'let message = await readFile("message");',
    'let signature = await readFile("signature");',
  ],
  oaep({ hash, mgfHash, label }) {
    const parameters = ['name: "RSA-OAEP"', `hash: "${hash}"`];
    if (mgfHash !== hash) parameters.push(`mgfHash: "${mgfHash}"`);
    if (label.length > 0) parameters.push(`label: ${labelOf(label)}`);
    return [`const message = key.decrypt({ ${parameters.join(", ")} }, ciphertext);`];
  },
  pkcs1Decrypt: () => ['const message = key.decrypt({ name: "RSAES-PKCS1-v1_5" }, ciphertext);'],
  raw: () => ["const message = key.decryptRaw(ciphertext); // as long as the modulus, with the zeros"],
  pss({ hash, mgfHash, saltLength }) {
    const parameters = ['name: "RSA-PSS"', `hash: "${hash}"`];
    if (mgfHash !== hash) parameters.push(`mgfHash: "${mgfHash}"`);
    return [
      `const isValid = key.verify({ ${[...parameters, `saltLength: ${saltLength}`].join(", ")} }, signature, message);`,
    ];
  },
  pkcs1Verify: (hash) => [
    `const isValid = key.verify({ name: "RSASSA-PKCS1-v1_5", hash: "${hash}" }, signature, message);`,
  ],
};

/** A label as an expression of JavaScript. */
export function labelOf(label: Uint8Array): string {
  return literal(
    label,
    (text) => `new TextEncoder().encode("${text}")`,
    (digits) => `Buffer.from("${digits}", "hex")`,
  );
}
