import type { Hash, PssHash } from "../../algorithms.js";
import { type Language, lineEnds, literal } from "./language.js";

const imports = [
  "import java.math.BigInteger;",
  "import java.nio.file.*;",
  "import java.security.*;",
  "import java.security.spec.*;",
  "import java.util.*;",
  "import javax.crypto.Cipher;",
  "import javax.crypto.spec.*;",
  "",
];

const readDer = (type: "private" | "public"): readonly string[] => [
  `String pem = Files.readString(Path.of("${type}.pem")); // ${type === "private" ? "PKCS #8" : "SPKI"}`,
  'byte[] der = Base64.getMimeDecoder().decode(pem.replaceAll("-----[^-]*-----", ""));',
];

/** `SHA512/256withRSA` for SHA-512/256. */
const signatureName = (hash: Hash): string => `${hash.replace(/^SHA-/, "SHA")}withRSA`;

/** Java names SHAKE otherwise, and has no RSA-PSS with it. */
const isKnown = (hash: PssHash): boolean => !hash.startsWith("SHAKE");

const text = (name: string): string => `new String(${name}, "ISO-8859-1")`;

/** Java with the JDK only. The statements belong into a method that throws Exception, or into jshell. */
export const java: Language = {
  comment: "//",
  changes: {
    base64: (name) => [`${name} = Base64.getMimeDecoder().decode(${name});`],
    base64url: (name) => [`${name} = Base64.getUrlDecoder().decode(${text(name)}.replaceAll("[^\\\\w-]", ""));`],
    hex: (name, { length }) => [
      `var digits = ${text(name)}.replaceAll("0x|[^0-9A-Fa-f]", "");`,
      `${name} = HexFormat.of().parseHex("0".repeat(${2 * Number(length)} - digits.length()) + digits);`,
    ],
    "in-text": (name, { from, to }) => [`${name} = Arrays.copyOfRange(${name}, ${from}, ${to});`],
    reversed: (name) => [
      `for (int i = 0, j = ${name}.length - 1; i < j; i++, j--) {`,
      `  byte b = ${name}[i]; ${name}[i] = ${name}[j]; ${name}[j] = b;`,
      "}",
    ],
    "zeros-stripped": (name, { length }) => [
      `byte[] padded = new byte[${length}];`,
      `System.arraycopy(${name}, 0, padded, ${length} - ${name}.length, ${name}.length);`,
      `${name} = padded;`,
    ],
    "leading-zeros": (name, { length }) => [
      `${name} = Arrays.copyOfRange(${name}, ${name}.length - ${length}, ${name}.length);`,
    ],
    "trailing-bytes": (name, { length }) => [`${name} = Arrays.copyOf(${name}, ${length});`],
    "message-final-newline": (name, { end }) => [
      `${name} = (${text(name)} + "${lineEnds[String(end)]}").getBytes("ISO-8859-1");`,
    ],
    "message-no-final-newline": (name, { length }) => [`${name} = Arrays.copyOf(${name}, ${length});`],
    "message-crlf": (name) => [`${name} = ${text(name)}.replaceAll("\\r\\n?|\\n", "\\r\\n").getBytes("ISO-8859-1");`],
    "message-lf": (name) => [`${name} = ${text(name)}.replaceAll("\\r\\n?", "\\n").getBytes("ISO-8859-1");`],
  },
  beforeDecrypt: [
    ...imports,
    ...readDer("private"),
    'PrivateKey key = KeyFactory.getInstance("RSA").generatePrivate(new PKCS8EncodedKeySpec(der));',
    'byte[] ciphertext = Files.readAllBytes(Path.of("ciphertext"));',
  ],
  beforeVerify: [
    ...imports,
    ...readDer("public"),
    'PublicKey key = KeyFactory.getInstance("RSA").generatePublic(new X509EncodedKeySpec(der));',
    'byte[] message = Files.readAllBytes(Path.of("message"));',
    'byte[] signature = Files.readAllBytes(Path.of("signature"));',
  ],
  oaep({ hash, mgfHash, label }) {
    const source =
      label.length === 0
        ? "PSource.PSpecified.DEFAULT"
        : `new PSource.PSpecified(${literal(
            label,
            (given) => `"${given}".getBytes()`,
            (digits) => `HexFormat.of().parseHex("${digits}")`,
          )})`;
    return [
      'Cipher cipher = Cipher.getInstance("RSA/ECB/OAEPPadding");',
      `var parameters = new OAEPParameterSpec("${hash}", "MGF1", new MGF1ParameterSpec("${mgfHash}"), ${source});`,
      "cipher.init(Cipher.DECRYPT_MODE, key, parameters);",
      "byte[] message = cipher.doFinal(ciphertext);",
    ];
  },
  pkcs1Decrypt: () => [
    'Cipher cipher = Cipher.getInstance("RSA/ECB/PKCS1Padding");',
    "cipher.init(Cipher.DECRYPT_MODE, key);",
    "byte[] message = cipher.doFinal(ciphertext);",
  ],
  raw: () => [
    'Cipher cipher = Cipher.getInstance("RSA/ECB/NoPadding");',
    "cipher.init(Cipher.DECRYPT_MODE, key);",
    "byte[] message = cipher.doFinal(ciphertext); // as long as the modulus, with the zeros",
  ],
  pss({ hash, mgfHash, saltLength }) {
    if (!isKnown(hash)) return undefined;
    return [
      'Signature verifier = Signature.getInstance("RSASSA-PSS");',
      `verifier.setParameter(new PSSParameterSpec("${hash}", "MGF1", new MGF1ParameterSpec("${mgfHash}"), ${saltLength}, 1));`,
      ...verification,
    ];
  },
  pkcs1Verify: (hash) => [`Signature verifier = Signature.getInstance("${signatureName(hash)}");`, ...verification],
};

const verification = [
  "verifier.initVerify(key);",
  "verifier.update(message);",
  "boolean isValid = verifier.verify(signature);",
];
