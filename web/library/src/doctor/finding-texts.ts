/** How sure the doctor is of a finding. */
export type Certainty = "certain" | "likely" | "possible";

// One line for each finding: how sure it usually is, and its text; `{name}` stands for a value.

/** How the data are written, and what happened to them on the way. */
const form = {
  base64: ["certain", "The {subject} is Base64 text; decode it."],
  base64url: ["certain", "The {subject} is base64url text, with - and _ for + and /; decode it."],
  cloudfront: [
    "certain",
    "The Base64 has - for +, _ for = and ~ for /, as signed addresses of CloudFront; change these back.",
  ],
  "negative-number": [
    "certain",
    "The {subject} is a negative number: its first bit was taken for a sign, as by Java's BigInteger; add 2 to the power of its bits.",
  ],
  base32: ["certain", "The {subject} is Base32 text; decode it."],
  "binary-digits": ["certain", "The {subject} is written in binary digits; turn each eight into a byte."],
  hex: ["certain", "The {subject} is hexadecimal text; decode it."],
  "byte-list": ["certain", "The {subject} is a list of numbers, one for each byte; turn them into bytes."],
  "decimal-number": ["certain", "The {subject} is a decimal number; write it as big-endian bytes."],
  "percent-encoded": ["certain", "The {subject} is percent-encoded, as in a URL; decode that first."],
  "space-for-plus": [
    "certain",
    "Each + of the Base64 became a space, as in a web form; percent-encode it before you send it.",
  ],
  "in-text": ["certain", "The {subject} is within other text, {place}; take only bytes {from} to {to}."],
  "line-prefixes": [
    "certain",
    "Other text stands before each line of the {subject}, such as line numbers or the > of mail; remove it.",
  ],
  markup: ["certain", "The {subject} has tags of HTML or colors of a terminal in it; remove them."],
  "hex-dump": [
    "certain",
    "This is a dump with offsets, such as xxd or hexdump prints; keep only the digits of its bytes.",
  ],
  "swapped-words": [
    "certain",
    "The digits are words of {bits} bits, each with its bytes in reverse order, as hexdump and debuggers print them; use hexdump -C.",
  ],
  "escaped-bytes": [
    "certain",
    "The {subject} is written with escapes of a programming language, JSON or XML, such as \\x1f, \\n or &#13;; undo these.",
  ],
  "quoted-printable": ["certain", "The {subject} is quoted-printable, as in mail: undo =3D and = at line ends first."],
  utf16: ["certain", "The text is UTF-16, as PowerShell's > writes it; write ASCII or UTF-8."],
  "latin1-as-utf8": [
    "certain",
    "The {subject} was read as Latin-1 text and written as UTF-8, so each byte from 80 to FF became two; undo that, and handle it as bytes.",
  ],
  "crlf-in-binary": [
    "certain",
    "The {subject} was transferred as text, which turned each line feed (0A) into 0D 0A; undo that, and transfer it as bytes.",
  ],
  "ssh-signature": [
    "certain",
    "The {subject} is in the format of SSH agents, with the algorithm's name before it; take its last field.",
  ],
  "der-wrapped": ["certain", "The {subject} is in a DER OCTET STRING, BIT STRING or INTEGER; take what is in it."],
  "length-prefix": ["certain", "The {subject} begins with its own length in 2 or 4 bytes; remove them."],
  reversed: [
    "certain",
    "The bytes of the {subject} are in reverse order, as Windows CryptoAPI writes them; reverse them.",
  ],
  "zeros-stripped": [
    "certain",
    "The {subject} has {found} bytes and the key {length}: leading zeros are missing. Pad it with zeros on the left.",
  ],
  "leading-zeros": ["certain", "The {subject} has zeros in front that do not belong to it ({extra}); remove them."],
  "trailing-bytes": ["certain", "The {subject} has bytes at its end that do not belong to it ({extra}); remove them."],
  "leading-bytes": ["certain", "The {subject} has bytes before it that do not belong to it ({extra}); remove them."],
  empty: ["certain", "The {subject} is empty."],
  "replacement-characters": [
    "certain",
    "The {subject} was read as UTF-8 text: bytes that are not text became EF BF BD and are lost. Make it again, and handle it as bytes or Base64.",
  ],
  "case-lost": ["certain", "The Base64 has letters of one case only, so the other was lost: copy it again."],
  "no-data": [
    "certain",
    "The {subject} is the text {text}: a variable of a program was not set, or an object was turned into text.",
  ],
  shortened: ["certain", "The {subject} was shortened for display: print all of it, best as Base64."],
  "not-understood": [
    "certain",
    "The {subject} is text in which nothing reads as a block of this key ({length} bytes). Tried are Base64, hexadecimal digits, numbers, lists of bytes and escapes, anywhere in it, and dumps.",
  ],
  truncated: [
    "possible",
    "The {subject} has {found} bytes, but the key {length}: it is something else, or was cut short.",
  ],
  "wrong-length": [
    "likely",
    "The {subject} has {found} bytes, but the key {length}: it was made with a key of about {bits} bits.",
  ],
  "odd-length": ["certain", "The {subject} has {found} bytes, but blocks of this key have {length}."],
  "no-padding": [
    "likely",
    "Under this key, the {subject} shows no known padding: it was made with another key, is damaged, or has a padding that is unknown here. There is no way to tell which.",
  ],
  "out-of-range": [
    "certain",
    "The {subject} is not below the modulus as a number: it was made with another key, or is damaged.",
  ],
  "unbalanced-key": ["certain", "Keys of the variant unbalanced cannot sign."],
  "ecdsa-signature": [
    "likely",
    "This looks like an ECDSA signature in DER: it was made with an elliptic-curve key, not with RSA.",
  ],
  "short-signature": [
    "likely",
    "The signature has {found} bytes, as those of {curves} have: it was made with another type of key.",
  ],
} as const;

/** Formats that are not a bare block of RSA. */
const container = {
  "hybrid-file": [
    "certain",
    "This is a file of this library: use decryptStream of rsa-variants/files, or rsa-variants decrypt.",
  ],
  "incremental-file": [
    "likely",
    "This looks like an incremental file of this library: use rsa-variants decrypt --incremental.",
  ],
  cms: ["certain", "This is CMS (PKCS #7, S/MIME): use openssl cms -decrypt or -verify."],
  jwe: ["certain", "This is an encrypted token or message (JWE): use a JOSE library, such as jose for JavaScript."],
  jws: ["certain", "This is a signed token (JWS, JWT), not a bare signature: have the doctor examine it as a token."],
  age: ["certain", "This is a file of age: use age --decrypt, with a key of age or an SSH key."],
  pgp: ["certain", "This is a message of OpenPGP: use gpg."],
  "openssl-salted": ["certain", "This begins with Salted__: openssl enc encrypted it with a password, not with RSA."],
  "ssh-sig": ["certain", "This is a signature file of SSH: use ssh-keygen -Y verify."],
  xml: ["certain", "This is XML encryption or an XML signature: use a library for it, such as xmlsec1."],
  "key-given": ["certain", "This is a key or a certificate, not a {subject}."],
  "own-hybrid": [
    "likely",
    "The {subject} has {found} bytes: the {where} {length} are a block of RSA, and the other {rest} are probably encrypted with a symmetric key that is in this block.",
  ],
  concatenated: [
    "certain",
    "The {subject} is {count} blocks of {length} bytes, one after the other: decrypt each, and join the results.",
  ],
} as const;

/** What the block shows. */
const block = {
  "pkcs1-signature": ["certain", "The padding is PKCS #1 v1.5, with {hash}."],
  pss: ["certain", "The padding is PSS, with {hash}, MGF1 with {mgfHash} and a salt of {saltLength} bytes."],
  "pss-shake": ["certain", "The padding is PSS, with {hash}, which is also the mask generation function."],
  "unusual-mgf-hash": ["certain", "MGF1 uses another hash function than the message: most software must be told so."],
  "unusual-salt": [
    "certain",
    "The salt is not as long as the hash value ({usual} bytes), which many programs expect: give its length.",
  ],
  "digest-info-without-null": ["certain", "Its DigestInfo lacks the NULL parameter, so strict software refuses it."],
  "digest-info-unknown": [
    "certain",
    "Its DigestInfo names the hash function {hash}, which this library does not have.",
  ],
  "digest-info-damaged": ["certain", "What it pads begins like a DigestInfo, but is not one."],
  "no-digest-info": [
    "certain",
    "The padding is PKCS #1 v1.5, but around the bare value of {hash}: the DigestInfo that names the hash function is missing, as when openssl pkeyutl -sign is not told the digest.",
  ],
  "text-digest": [
    "certain",
    "The padding is PKCS #1 v1.5, but around the value of {hash} as {written}, without a DigestInfo: it was padded as text.",
  ],
  "tls-digest": [
    "likely",
    "The padding is PKCS #1 v1.5 around 36 bytes: MD5 and SHA-1 together, as in TLS before 1.2.",
  ],
  "private-encryption": [
    "certain",
    'The padding is PKCS #1 v1.5 (block type 1) around {length} bytes that are not a hash value: a "private encryption" (openssl_private_encrypt, crypto.privateEncrypt). A public decryption returns them.',
  ],
  "signed-unhashed": [
    "certain",
    'The padding is PKCS #1 v1.5 (block type 1) around the message itself, which was not hashed: a "private encryption" (openssl pkeyutl -sign, crypto.privateEncrypt).',
  ],
  "raw-hash": [
    "certain",
    "There is no padding: the signature is the bare value of {hash}. Anyone can forge such signatures.",
  ],
  "raw-message": [
    "certain",
    "There is no padding: the signature is the message itself. Anyone can forge such signatures.",
  ],
  "iso-9796-2": [
    "likely",
    "The padding is that of ISO/IEC 9796-2 (smart cards, EMV), which this library does not verify.",
  ],
  "x9.31": [
    "likely",
    "The padding is that of ANSI X9.31, which this library does not verify; openssl pkeyutl has rsa_padding_mode:x931.",
  ],
  "encryption-padding": [
    "likely",
    "Under the public key, the block has the padding of encryption (PKCS #1 v1.5, block type 2): the signer encrypted with the private key.",
  ],
  oaep: ["certain", "The padding is OAEP, with {hash}, MGF1 with {mgfHash} and {label}."],
  "oaep-other-label": [
    "likely",
    "The padding is OAEP, with {hash} (or another hash function of {length} bytes) and MGF1 with {mgfHash}, but with a label that was not tried. That of a SealedSecret of Kubernetes is NAMESPACE/NAME.",
  ],
  "pkcs1-encryption": ["certain", "The padding is PKCS #1 v1.5 (block type 2)."],
  raw: ["certain", "There is no padding: the block is the message{zeros}."],
  "signature-given": ["certain", "This is a signature by this key (PKCS #1 v1.5), not a ciphertext."],
  "message-length": ["certain", "The message has {length} bytes{kind}."],
} as const;

/** How the signed message differs from the given one. */
const message = {
  "valid-signature": ["certain", "The signature is valid for this message and this key."],
  "no-message": ["certain", "Without a message, the doctor cannot say whether the signature is valid."],
  "other-message": [
    "certain",
    "The signature belongs to this key, but to another message. The usual variations of this one (line ends, encodings, hashed before) do not fit either.",
  ],
  "message-final-newline": ["certain", "The signed message has one line end more at its end, {end}."],
  "message-no-final-newline": ["certain", "The signed message has fewer line ends at its end than this one."],
  "message-crlf": ["certain", "The signed message has line ends CR LF; this one has others."],
  "message-lf": ["certain", "The signed message has line ends LF; this one has others."],
  "message-cr": ["certain", "The signed message has line ends CR, as in old files of Macintosh; this one has others."],
  "message-no-line-ends": ["certain", "The signed message has no line ends; this one has some."],
  "message-trailing-spaces": [
    "certain",
    "The signed message has no white space at the ends of its lines; this one does.",
  ],
  "message-trimmed": ["certain", "The signed message has no white space at its start and end; this one does."],
  "message-byte-order-mark": ["certain", "The signed message begins with a byte order mark; this one does not."],
  "message-no-byte-order-mark": ["certain", "The signed message has no byte order mark; this one does."],
  "message-utf16": ["certain", "The signer signed the message as UTF-16 text."],
  "message-utf8": ["certain", "The signer signed the message as UTF-8 text; this one is {encoding}."],
  "message-encoding": ["certain", "The signer signed the message as {encoding} text, not as UTF-8."],
  "message-utf8-twice": [
    "certain",
    "The signer took the UTF-8 of the message for Latin-1, and encoded it as UTF-8 again.",
  ],
  "message-normalized": [
    "certain",
    "The signer signed another Unicode normalization of the message ({normalization}).",
  ],
  "message-hex": ["certain", "The signer signed the message as hexadecimal text."],
  "message-base64": ["certain", "The signer signed the message as Base64 text."],
  "message-decoded": ["certain", "The signer signed the bytes that this message encodes as {encoding}."],
  "message-json": ["certain", "The signer signed the same JSON, written in another way: {how}."],
  "message-percent-decoded": ["certain", "The signer signed the message without percent-encoding, which this one has."],
  "message-percent-encoded": ["certain", "The signer signed the message with percent-encoding: {how}."],
  "message-sorted": ["certain", "The signer sorted the parameters, which & separates."],
  "message-quoted": ["certain", "The signer signed the message in quotation marks, as a JSON string."],
  "message-unescaped": ["certain", "The signed message has line feeds where this one has the two characters \\n."],
  "message-nul": ["certain", "The signed message ends with a zero byte; this one does not."],
  "message-empty": ["certain", "The signer signed an empty message."],
  "message-hashed-twice": [
    "certain",
    "The signer hashed the message with {inner} and signed {written} as a message, so it was hashed twice.",
  ],
  "message-is-digest": [
    "certain",
    "The given message is the hash value of the signed one: verify it with verifyDigest, or without hashing it.",
  ],
} as const;

/** Key pairs. */
const pair = {
  "pair-fits": ["certain", "The private key belongs to the public key: both have this modulus and public exponent."],
  "exponent-differs": [
    "certain",
    "The moduli are equal, but the public exponents differ: {own} for the private key, {other} for the public one. The primes are the same, so export the public key from the private one again.",
  ],
  "modulus-differs": ["certain", "The moduli differ, so these are two different key pairs."],
  "modulus-length-differs": ["certain", "The private key has {own} bits, the public key {other}."],
  "modulus-reversed": [
    "certain",
    "The modulus of the public key has its bytes in reverse order, as Windows CryptoAPI writes them.",
  ],
  "shared-prime": [
    "certain",
    "The two moduli share a prime: anyone who has both public keys can compute both private keys. Replace both.",
  ],
} as const;

/** Tokens. */
const token = {
  "token-malformed": [
    "certain",
    "This has no JWT, which is three parts of base64url with dots between them, of which the first is JSON. Tokens that only their issuer can read are of any form.",
  ],
  "token-json": [
    "certain",
    "The token is a JWS in JSON; most software for JWTs wants protected, payload and signature with dots between them.",
  ],
  "token-signatures": ["certain", "The token has {count} signatures; this is about number {number}."],
  "token-detached": [
    "certain",
    "The token belongs to this key, and does not contain its payload: give the payload, too.",
  ],
  "token-prefix": ["certain", "The token is within other text, or has white space in it; take only the token."],
  "token-header": ["certain", "The token names {alg}{kid}."],
  "valid-token": ["certain", "The signature of the token is valid under this key."],
  "changed-token": [
    "certain",
    "The token belongs to this key, but its header or payload was changed after it was signed.",
  ],
  "kid-used": ["certain", "The key with the {name} {kid} was used."],
  "kid-unknown": ["certain", "The set has no key with the {name} {kid}; it has {known}."],
  "kid-differs": ["certain", "The token names the {name} {kid}, but it was signed with {other}."],
  "alg-none": ["certain", "The token is not signed (alg none). Refuse it."],
  "alg-hmac": [
    "certain",
    "{alg} is HMAC with a shared secret, but this key is an RSA key. Fix the algorithms that you accept: anyone could sign with the public key as the secret.",
  ],
  "hmac-with-public-key": [
    "certain",
    "The token was signed with the public key as the secret of HMAC: this is the attack.",
  ],
  "alg-not-rsa": ["certain", "{alg} needs another type of key than RSA."],
  "alg-unknown": ["certain", "{alg} is not an algorithm of signatures in JWTs."],
  "alg-differs": ["certain", "The token names {alg}, but its signature is {actual}."],
  "key-alg-differs": ["certain", "The key is for {own}, but the token names {alg}."],
  "key-use": ["certain", "The key is marked for encryption, not for signatures."],
  "key-not-rsa": ["certain", "The key is not an RSA key (kty {kty})."],
  "key-unreadable": ["certain", "A key could not be read: {problem}."],
  "no-keys": ["certain", "The set has no RSA key."],
  "short-key": [
    "certain",
    "The key has {bits} bits; RFC 7518 asks for at least 2048, and much software refuses shorter ones.",
  ],
  "standard-base64": ["certain", "A part of the token is standard Base64; tokens use base64url without padding."],
  expired: ["certain", "The token expired at {time}. The doctor does not count that."],
  "not-yet-valid": ["certain", "The token is not valid before {time}. The doctor does not count that."],
} as const;

/** What a finding is, stable across versions. */
export type FindingCode =
  | keyof typeof form
  | keyof typeof container
  | keyof typeof block
  | keyof typeof message
  | keyof typeof pair
  | keyof typeof token;

/** How sure each finding usually is, and its text. */
export const findingTexts: Readonly<Record<FindingCode, readonly [certainty: Certainty, template: string]>> = {
  ...form,
  ...container,
  ...block,
  ...message,
  ...pair,
  ...token,
};
