import type { PssHash } from "../../algorithms.js";
import { type Language, lineEnds, literal } from "./language.js";

/** `hashes.SHA3_256()` for SHA3-256. */
const hashOf = (hash: PssHash): string => `hashes.${hash.replace(/^SHA-/, "SHA").replace(/[-/]/, "_")}()`;

const imports = [
  "from cryptography.hazmat.primitives import hashes, serialization",
  "from cryptography.hazmat.primitives.asymmetric import padding",
];

/** Python with the package `cryptography`. */
export const python: Language = {
  comment: "#",
  changes: {
    base64: (name) => ["from base64 import b64decode", `${name} = b64decode(b"".join(${name}.split()) + b"==")`],
    base64url: (name) => [
      "from base64 import urlsafe_b64decode",
      `${name} = urlsafe_b64decode(b"".join(${name}.split()) + b"==")`,
    ],
    hex: (name, { length }) => [
      "import re",
      `${name} = bytes.fromhex(re.sub("0x|[^0-9a-f]", "", ${name}.decode().lower()).rjust(${2 * Number(length)}, "0"))`,
    ],
    "in-text": (name, { from, to }) => [`${name} = ${name}[${from}:${to}]`],
    reversed: (name) => [`${name} = ${name}[::-1]`],
    "zeros-stripped": (name, { length }) => [`${name} = ${name}.rjust(${length}, b"\\0")`],
    "leading-zeros": (name, { length }) => [`${name} = ${name}[-${length}:]`],
    "trailing-bytes": (name, { length }) => [`${name} = ${name}[:${length}]`],
    "message-final-newline": (name, { end }) => [`${name} += b"${lineEnds[String(end)]}"`],
    "message-no-final-newline": (name, { length }) => [`${name} = ${name}[:${length}]`],
    "message-crlf": (name) => ["import re", `${name} = re.sub(rb"\\r\\n?|\\n", b"\\r\\n", ${name})`],
    "message-lf": (name) => ["import re", `${name} = re.sub(rb"\\r\\n?", b"\\n", ${name})`],
  },
  beforeDecrypt: [
    ...imports,
    "",
    'key = serialization.load_pem_private_key(open("private.pem", "rb").read(), password=None)',
    'ciphertext = open("ciphertext", "rb").read()',
  ],
  beforeVerify: [
    ...imports,
    "",
    'key = serialization.load_pem_public_key(open("public.pem", "rb").read())',
    'message = open("message", "rb").read()',
    'signature = open("signature", "rb").read()',
  ],
  oaep({ hash, mgfHash, label }) {
    const given =
      label.length === 0
        ? "None"
        : literal(
            label,
            (text) => `b"${text}"`,
            (digits) => `bytes.fromhex("${digits}")`,
          );
    const parameters = `mgf=padding.MGF1(${hashOf(mgfHash)}), algorithm=${hashOf(hash)}, label=${given}`;
    return [`message = key.decrypt(ciphertext, padding.OAEP(${parameters}))`];
  },
  pkcs1Decrypt: () => ["message = key.decrypt(ciphertext, padding.PKCS1v15())"],
  raw: () => [
    "numbers = key.private_numbers()",
    'number = pow(int.from_bytes(ciphertext, "big"), numbers.d, numbers.public_numbers.n)',
    'message = number.to_bytes(len(ciphertext), "big")  # as long as the modulus, with the zeros',
  ],
  pss({ hash, mgfHash, saltLength }) {
    if (hash.startsWith("SHAKE")) return undefined;
    const scheme = `padding.PSS(mgf=padding.MGF1(${hashOf(mgfHash)}), salt_length=${saltLength})`;
    return [`key.verify(signature, message, ${scheme}, ${hashOf(hash)})  # raises InvalidSignature`];
  },
  pkcs1Verify: (hash) => [
    `key.verify(signature, message, padding.PKCS1v15(), ${hashOf(hash)})  # raises InvalidSignature`,
  ],
};
