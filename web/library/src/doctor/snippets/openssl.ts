import type { PssHash } from "../../algorithms.js";
import { bytesToHex } from "../../bytes.js";
import { type Language, lineEnds } from "./language.js";

/** `sha512-256` for SHA-512/256, `sha3-256` for SHA3-256. */
const hashOf = (hash: PssHash): string => hash.toLowerCase().replace(/^sha-/, "sha").replace("/", "-");

/** Replaces a file by what these commands, connected by pipes, make of it. */
function through(name: string, first: string, ...others: readonly string[]): readonly string[] {
  return [`${[`${first} < ${name}`, ...others].join(" | ")} > ${name}.tmp && mv ${name}.tmp ${name}`];
}

const toLineFeeds = (from: unknown) => (from === "CR" ? "tr '\\r' '\\n'" : "tr -d '\\r'");

const decrypt = (...options: readonly string[]): readonly string[] => [
  `openssl pkeyutl -decrypt -inkey private.pem -in ciphertext ${options.map((option) => `-pkeyopt ${option}`).join(" ")}`,
];

/** Commands of OpenSSL 3 in a shell. Changes replace the files of the data. */
export const openssl: Language = {
  comment: "#",
  changes: {
    // OpenSSL wants padding, and ignores one = too many.
    base64: (name) => through(name, "{ tr -cd 'A-Za-z0-9+/'; printf '=='; }", "openssl base64 -d -A"),
    base64url: (name) =>
      through(name, "{ tr -cd 'A-Za-z0-9_-'; printf '=='; }", "tr '_-' '/+'", "openssl base64 -d -A"),
    hex: (name, { length }) => [
      `digits=$(sed 's/0[xX]//g' ${name} | tr -cd '0-9A-Fa-f')`,
      `[ \${#digits} -eq ${2 * Number(length)} ] || digits=0$digits`,
      `printf %s "$digits" | xxd -r -p > ${name}`,
    ],
    "in-text": (name, { from, to }) =>
      through(name, `tail -c +${Number(from) + 1}`, `head -c ${Number(to) - Number(from)}`),
    reversed: (name) => through(name, "xxd -p -c1", "tac", "xxd -r -p"),
    "zeros-stripped": (name, { length }) => [
      `{ head -c $((${length} - $(wc -c < ${name}))) /dev/zero; cat ${name}; } > ${name}.tmp && mv ${name}.tmp ${name}`,
    ],
    "leading-zeros": (name, { length }) => through(name, `tail -c ${length}`),
    "trailing-bytes": (name, { length }) => through(name, `head -c ${length}`),
    "message-final-newline": (name, { end }) => [`printf '${lineEnds[String(end)]}' >> ${name}`],
    "message-no-final-newline": (name, { length }) => through(name, `head -c ${length}`),
    "message-crlf": (name, { from }) =>
      through(name, toLineFeeds(from), "xxd -p -c1", "sed 's/^0a$/0d0a/'", "xxd -r -p"),
    "message-lf": (name, { from }) => through(name, toLineFeeds(from)),
  },
  beforeDecrypt: [],
  beforeVerify: [],
  oaep({ hash, mgfHash, label }) {
    const given = label.length === 0 ? [] : [`rsa_oaep_label:${bytesToHex(label)}`];
    return decrypt("rsa_padding_mode:oaep", `rsa_oaep_md:${hashOf(hash)}`, `rsa_mgf1_md:${hashOf(mgfHash)}`, ...given);
  },
  pkcs1Decrypt: () => decrypt("rsa_padding_mode:pkcs1"),
  raw: () => decrypt("rsa_padding_mode:none"),
  pss({ hash, mgfHash, saltLength }) {
    if (hash.startsWith("SHAKE")) return undefined;
    const options = ["rsa_padding_mode:pss", `rsa_pss_saltlen:${saltLength}`, `rsa_mgf1_md:${hashOf(mgfHash)}`];
    const given = options.map((option) => `-sigopt ${option}`).join(" ");
    return [`openssl dgst -${hashOf(hash)} ${given} -verify public.pem -signature signature message`];
  },
  pkcs1Verify: (hash) => [`openssl dgst -${hashOf(hash)} -verify public.pem -signature signature message`],
};
