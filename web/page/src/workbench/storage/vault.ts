/** Encryption of what is kept: a key from the passphrase (PBKDF2), and AES-256-GCM for each record. */

/** What is kept beside the records, to find the key again. Nothing in it is secret. */
export interface VaultRecord {
  readonly version: 1;
  /** Random: tells this vault from one that took its place. */
  readonly id: string;
  readonly salt: Uint8Array<ArrayBuffer>;
  readonly iterations: number;
  /** Nothing, encrypted: it opens with the right passphrase alone. */
  readonly check: Sealed;
}

/** Bytes under AES-256-GCM. */
export interface Sealed {
  readonly nonce: Uint8Array<ArrayBuffer>;
  readonly ciphertext: Uint8Array<ArrayBuffer>;
}

/** As the library encrypts PKCS #8: what OWASP asks of PBKDF2 with SHA-256. */
export const iterations = 600_000;

/** The most iterations of a record that is read: the limit against exhaustion. */
const mostIterations = 10_000_000;

const checkName = "vault";

/** A fresh vault under a passphrase, and the key that opens it. */
export async function createVault(passphrase: string): Promise<{ record: VaultRecord; key: CryptoKey }> {
  const salt = crypto.getRandomValues(new Uint8Array(16));
  const key = await deriveKey(passphrase, salt, iterations);
  const check = await seal(key, checkName, new Uint8Array());
  return { record: { version: 1, id: crypto.randomUUID(), salt, iterations, check }, key };
}

/** The key of a vault; nothing when the passphrase is wrong. */
export async function openVault(record: VaultRecord, passphrase: string): Promise<CryptoKey | undefined> {
  if (record.version !== 1 || !(record.iterations >= 1 && record.iterations <= mostIterations)) {
    throw new Error("the stored keys belong to another version of this page");
  }
  const key = await deriveKey(passphrase, record.salt, record.iterations);
  const opened = await unseal(key, checkName, record.check).catch(() => undefined);
  return opened === undefined ? undefined : key;
}

/** Encrypts bytes; the name, which is authenticated with them, keeps records from being exchanged. */
export async function seal(key: CryptoKey, name: string, bytes: Uint8Array<ArrayBuffer>): Promise<Sealed> {
  // 96 random bits: the chance of a repetition stays below 2^-32 for 2^32 records (NIST SP 800-38D).
  const nonce = crypto.getRandomValues(new Uint8Array(12));
  const ciphertext = await crypto.subtle.encrypt(algorithm(nonce, name), key, bytes);
  return { nonce, ciphertext: new Uint8Array(ciphertext) };
}

/** Decrypts what `seal` made, and rejects for what was changed. */
export async function unseal(
  key: CryptoKey,
  name: string,
  { nonce, ciphertext }: Sealed,
): Promise<Uint8Array<ArrayBuffer>> {
  return new Uint8Array(await crypto.subtle.decrypt(algorithm(nonce, name), key, ciphertext));
}

function algorithm(nonce: Uint8Array<ArrayBuffer>, name: string): AesGcmParams {
  return { name: "AES-GCM", iv: nonce, additionalData: new TextEncoder().encode(name) };
}

async function deriveKey(passphrase: string, salt: Uint8Array<ArrayBuffer>, rounds: number): Promise<CryptoKey> {
  const secret = new TextEncoder().encode(passphrase.normalize("NFC"));
  try {
    const base = await crypto.subtle.importKey("raw", secret, "PBKDF2", false, ["deriveKey"]);
    const parameters = { name: "PBKDF2", hash: "SHA-256", salt, iterations: rounds };
    return await crypto.subtle.deriveKey(parameters, base, { name: "AES-GCM", length: 256 }, false, [
      "encrypt",
      "decrypt",
    ]);
  } finally {
    secret.fill(0);
  }
}
